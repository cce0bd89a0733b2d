import { type DestinationKind, invalid } from '#libs/core';
import type { ChangeDestinationDto, CreateDestinationDto } from './destination.dto.js';
import { expectComplete, storageKeyOf } from './storage-input.js';

type Field = 'url' | 'event_types' | 'key' | 'storage';

/** The fields of a kind in addition to the name and the switch, and whether a new destination needs them. */
const FIELDS: Readonly<Record<DestinationKind, Readonly<Partial<Record<Field, 'required' | 'optional'>>>>> = {
  webhook: { url: 'required', event_types: 'optional' },
  klaviyo: { key: 'required' },
  shopify: {},
  slack: { key: 'required' },
  storage: { storage: 'required' },
};

/** A private key of Klaviyo. Its public key, six characters, may not change profiles. */
const KLAVIYO_KEY = /^pk_[A-Za-z0-9_-]{10,200}$/;

interface InputRules {
  readonly isNew: boolean;
  /** Address of Slack's incoming webhooks. */
  readonly slackUrl: string;
}

/**
 * Checks the fields of an input against the kind of the destination.
 * @throws AppError `validation_error` for a field that is missing, or that this kind does not have. It does not repeat a key.
 */
export function expectFieldsOf(
  kind: DestinationKind,
  input: CreateDestinationDto | ChangeDestinationDto,
  { isNew, slackUrl }: InputRules,
): void {
  for (const field of ['url', 'event_types', 'key', 'storage'] as const) {
    const rule = FIELDS[kind][field];
    if (rule === undefined && input[field] !== undefined) throw invalid(field, 'not_allowed', `${field} is not for the kind ${kind}`);
    if (isNew && rule === 'required' && input[field] === undefined)
      throw invalid(field, 'required', `${field} is missing: the kind ${kind} needs it`);
  }
  if (isNew && input.storage !== undefined) expectComplete(input.storage);
  if (kind === 'klaviyo' && input.key !== undefined && !KLAVIYO_KEY.test(input.key))
    throw invalid('key', 'not_a_key', 'key must be a private API key of Klaviyo, which begins with pk_');
  if (kind === 'slack' && input.key !== undefined && !isSlackUrl(input.key, slackUrl))
    throw invalid('key', 'not_a_key', `key must be the URL of an incoming webhook of Slack, which begins with ${slackUrl}/services/`);
}

const SLACK_PATH = /^\/services\/[A-Za-z0-9/]{3,200}$/;
const isSlackUrl = (key: string, slackUrl: string): boolean => key.startsWith(slackUrl) && SLACK_PATH.test(key.slice(slackUrl.length));

const HINT = 4;

/** A credential as it is sealed, and its end, by which people recognise it. */
export interface Credential {
  readonly sealed: string;
  readonly hint: string;
}

/** Returns the credential of an input; null when it has none. @throws AppError `validation_error` for one half of a credential */
export function credentialOf({ key, storage }: Pick<ChangeDestinationDto, 'key' | 'storage'>): Credential | null {
  if (key !== undefined) return { sealed: key, hint: key.slice(-HINT) };
  const pair = storageKeyOf(storage);
  return pair === undefined ? null : { sealed: JSON.stringify(pair), hint: pair.accessKeyId.slice(-HINT) };
}
