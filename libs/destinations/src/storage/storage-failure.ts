import type { StorageSettings } from '#libs/core';
import type { PlatformAnswer } from '#libs/storefront';

/** The codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html that people can do something about. */
const WORDS: Readonly<Record<string, (place: StorageSettings) => string>> = {
  NoSuchBucket: ({ bucket }) => `The bucket ${bucket} does not exist there.`,
  InvalidBucketName: ({ bucket }) => `${bucket} is not a valid name of a bucket there.`,
  InvalidAccessKeyId: () => 'The access key ID is not known there.',
  SignatureDoesNotMatch: () => 'The secret access key does not belong to the access key ID, or the region is wrong.',
  AccessDenied: ({ bucket }) => `Access denied: the key may not write into the bucket ${bucket}. It needs s3:PutObject.`,
  RequestTimeTooSkewed: () => 'The clocks of the storage and of this service differ by more than 15 minutes.',
  AuthorizationHeaderMalformed: ({ region }) => `The region ${region} is not the region of the bucket.`,
  PermanentRedirect: ({ region }) => `The bucket is at another endpoint, or the region ${region} is not its region.`,
  QuotaExceeded: () => 'The storage is full.',
};

const UNREACHABLE: Readonly<Record<string, (host: string) => string>> = {
  dns_error: (host) => `The host ${host} is not known: no address was found for it.`,
  blocked_address: (host) => `The host ${host} leads to a private, local or reserved address, which is not allowed.`,
  connection_refused: (host) => `Nothing answers at ${host}.`,
  tls_error: (host) => `The certificate of ${host} is not valid.`,
  timeout: (host) => `The host ${host} did not answer in time.`,
};

/** Codes of an answer in XML, and the region that it may name. */
const CODE = /<Code>\s*([A-Za-z0-9.]{1,60})\s*<\/Code>/;
const REGION = /<Region>\s*([a-z0-9-]{1,40})\s*<\/Region>/;

const codeOf = (answer: PlatformAnswer): string | null => (answer.kind === 'answered' ? (CODE.exec(answer.text)?.[1] ?? null) : null);

/** Says in words why a storage refused a request. It repeats only codes of the answer, never its text. */
export function explainAnswer(answer: PlatformAnswer, place: StorageSettings): string {
  if (answer.kind === 'unreachable') {
    const { host } = new URL(place.endpoint);
    const known = Object.hasOwn(UNREACHABLE, answer.error) ? UNREACHABLE[answer.error] : undefined;
    return known?.(host) ?? `The connection to ${host} was lost.`;
  }
  const code =
    codeOf(answer) ?? (answer.status === 403 ? 'AccessDenied' : answer.status >= 300 && answer.status <= 399 ? 'PermanentRedirect' : '');
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  if (words === undefined) return `The storage answered with the status ${answer.status}${code === '' ? '' : ` and the code ${code}`}.`;
  const region = REGION.exec(answer.text)?.[1];
  return region === undefined ? words(place) : `${words(place)} It is in ${region}.`;
}

const REFUSALS = new Set([
  'AccessDenied',
  'AccountProblem',
  'AllAccessDisabled',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
]);

/** Returns whether the storage does not accept the credential. */
export const isRefusal = (answer: PlatformAnswer): boolean =>
  answer.kind === 'answered' && (answer.status === 401 || answer.status === 403) && REFUSALS.has(codeOf(answer) ?? 'AccessDenied');

/** Client errors that pass by themselves: a timeout, a rate limit, a clock that is set. */
const PASSING = new Set([408, 429]);
const PASSING_CODES = new Set(['RequestTimeTooSkewed', 'RequestTimeout', 'OperationAborted', 'SlowDown']);

/** Returns whether another try would fail in the same way. */
export const isLasting = (answer: PlatformAnswer): boolean =>
  answer.kind === 'answered' &&
  answer.status >= 300 &&
  answer.status <= 499 &&
  !PASSING.has(answer.status) &&
  !PASSING_CODES.has(codeOf(answer) ?? '');
