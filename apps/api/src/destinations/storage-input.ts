import { isIP } from 'node:net';
import { invalid, type StorageSettings } from '#libs/core';
import type { StorageKey } from '#libs/destinations';
import type { StorageFieldsDto } from './storage.dto.js';

const DEFAULTS = { region: 'us-east-1', prefix: '', path_style: true, format: 'parquet' } as const;
const REQUIRED = ['endpoint', 'bucket', 'access_key_id', 'secret_access_key'] as const;

/** Checks that the input of a new destination is complete. @throws AppError `validation_error` with the first field that is missing */
export function expectComplete(input: StorageFieldsDto): void {
  const missing = REQUIRED.find((field) => input[field] == null);
  if (missing !== undefined) throw missingField(missing);
}

const missingField = (field: string): Error => invalid(`storage.${field}`, 'required', `storage.${field} is missing: a storage needs it`);

/**
 * Returns the settings after the input. Fields that are left out stay as they are.
 * @param before null for a new destination, with an input that is complete
 * @throws AppError `validation_error` for an endpoint that is more than a host, and a bucket that cannot be in the name of a host
 */
export function storageAfter(before: StorageSettings | null, input: StorageFieldsDto): StorageSettings {
  const after: StorageSettings = {
    endpoint: input.endpoint == null ? (before?.endpoint ?? '') : originOf(input.endpoint),
    region: input.region ?? before?.region ?? DEFAULTS.region,
    bucket: input.bucket ?? before?.bucket ?? '',
    prefix: input.prefix ?? before?.prefix ?? DEFAULTS.prefix,
    path_style: input.path_style ?? before?.path_style ?? DEFAULTS.path_style,
    format: input.format ?? before?.format ?? DEFAULTS.format,
  };
  if (!after.path_style && isIP(new URL(after.endpoint).hostname) !== 0)
    throw invalid(
      'storage.path_style',
      'not_allowed',
      'storage.path_style must be true: an IP address cannot have the bucket in front of it',
    );
  if (!after.path_style && !HOST_LABEL.test(after.bucket))
    throw invalid('storage.path_style', 'not_allowed', 'storage.path_style must be true: this bucket cannot be part of the name of a host');
  return after;
}

/** A bucket in the name of a host. A dot in it would not match the certificate. */
const HOST_LABEL = /^[a-z0-9-]+$/;

function originOf(endpoint: string): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw invalid('storage.endpoint', 'not_a_url', 'storage.endpoint must be a URL, such as https://s3.eu-central-1.amazonaws.com');
  if (url.username !== '' || url.password !== '')
    throw invalid('storage.endpoint', 'user_info', 'storage.endpoint must not hold a user name or a password');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw invalid('storage.endpoint', 'not_a_host', 'storage.endpoint must end after the host; bucket and prefix have fields of their own');
  return url.origin;
}

/**
 * Returns the credential of the input; undefined when it has none.
 * @throws AppError `validation_error` for one half of a credential
 */
export function storageKeyOf(input: StorageFieldsDto | undefined): StorageKey | undefined {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = input ?? {};
  if (accessKeyId == null && secretAccessKey == null) return undefined;
  if (accessKeyId == null) throw missingField('access_key_id');
  if (secretAccessKey == null) throw missingField('secret_access_key');
  return { accessKeyId, secretAccessKey };
}
