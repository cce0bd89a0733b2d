import { createHmac, timingSafeEqual } from 'node:crypto';
import { ChurnError } from '../errors.js';
import type { WebhookEvent } from './webhook-event.js';
import { headerIn, type WebhookHeaders } from './webhook-headers.js';

export type WebhookRefusal = 'missing_signature' | 'invalid_signature' | 'invalid_timestamp' | 'outside_tolerance' | 'invalid_body';

/** The request does not come from the service, or it is too old. Answer it with 400 or 401. */
export class WebhookVerificationError extends ChurnError {
  constructor(
    readonly reason: WebhookRefusal,
    message: string,
  ) {
    super(message);
  }
}

export interface VerifyOptions {
  /** Maximum distance of the timestamp from now, in seconds, in both directions. Default 300, as in Standard Webhooks. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since 1970; for tests. */
  readonly now?: number;
}

interface Checked {
  readonly body: Uint8Array;
  readonly headers: WebhookHeaders;
  readonly secrets: readonly string[];
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';
const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const HEX_DIGEST = /^sha256=([0-9a-f]{64})$/i;
const BASE64_DIGEST = /^v1,([A-Za-z0-9+/]{43}=)$/;
const UNIX_SECONDS = /^\d{1,12}$/;

/**
 * Checks that a webhook comes from the service, and parses it. There are two kinds of signature: `X-Service-Signature` over the body (during a
 * change of the secret also `X-Service-Signature-Previous`), and that of Standard Webhooks over id, timestamp and body. Each kind that
 * is present must be valid.
 *
 * `X-Service-Signature` does not cover the timestamp. To prevent the replay of an intercepted request,
 * store the `webhook-id` of processed webhooks. The second signature covers it, and the service always sends it.
 * @param rawBody the body as received, before any JSON parser, because the signature covers the exact bytes.
 * @param secret `whsec_…`; pass several while you change it.
 * @throws WebhookVerificationError when the request cannot be trusted; TypeError when an argument is invalid.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): WebhookEvent {
  const checked = { body: readBytes(rawBody), headers, secrets: readSecrets(secret) };
  const { toleranceSeconds = TOLERANCE_SECONDS, now = new Date().getTime() } = options;
  const timestamps = [checkServiceSignature(checked), checkStandardSignature(checked)].filter((timestamp) => timestamp !== null);
  if (timestamps.length === 0) {
    throw new WebhookVerificationError('missing_signature', 'there is neither X-Service-Signature nor webhook-signature');
  }
  for (const timestamp of timestamps) checkTimestamp(timestamp, now, toleranceSeconds);
  return readEvent(checked.body);
}

/** Verifies `X-Service-Signature`. @returns its timestamp; null when the signature is absent. */
function checkServiceSignature({ body, headers, secrets }: Checked): string | null {
  const values = ['x-service-signature', 'x-service-signature-previous'].map((name) => headerIn(headers, name));
  if (values.every((value) => value === null)) return null;
  const digests = values.flatMap((value) => HEX_DIGEST.exec(value ?? '')?.[1] ?? []).map((hex) => Buffer.from(hex, 'hex'));
  // The key is the secret as text, or the bytes that it encodes: the API contract allows both readings.
  const keys = secrets.flatMap((secret) => [Buffer.from(secret), bytesOf(secret)]);
  if (
    !isAnySame(
      keys.map((key) => createHmac('sha256', key).update(body).digest()),
      digests,
    )
  )
    throw notSigned('X-Service-Signature');
  return headerIn(headers, 'x-service-timestamp') ?? '';
}

/** Verifies the HMAC of `id.timestamp.body` (Standard Webhooks 1.0.0, "Signature scheme"). @returns its timestamp, or null. */
function checkStandardSignature({ body, headers, secrets }: Checked): string | null {
  const [id, timestamp, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headerIn(headers, name));
  if (list == null) return null;
  if (id == null || timestamp == null) throw notSigned('webhook-signature without webhook-id and webhook-timestamp');
  // The header has one signature per valid secret. Signatures of other versions are ignored.
  const digests = list
    .split(' ')
    .flatMap((entry) => BASE64_DIGEST.exec(entry)?.[1] ?? [])
    .map((text) => Buffer.from(text, 'base64'));
  const expected = secrets.map((secret) => createHmac('sha256', bytesOf(secret)).update(`${id}.${timestamp}.`).update(body).digest());
  if (!isAnySame(expected, digests)) throw notSigned('webhook-signature');
  return timestamp;
}

function checkTimestamp(timestamp: string, now: number, toleranceSeconds: number): void {
  if (!UNIX_SECONDS.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', `the timestamp is "${timestamp}": it must be unix seconds`);
  }
  const offSeconds = Math.abs(now / 1000 - Number(timestamp));
  if (offSeconds <= toleranceSeconds) return;
  throw new WebhookVerificationError(
    'outside_tolerance',
    `the timestamp is ${Math.round(offSeconds)} s from now, more than ${toleranceSeconds}: the webhook is old, or a clock is wrong`,
  );
}

function readEvent(body: Uint8Array): WebhookEvent {
  const event = parsed(body);
  if (typeof event === 'object' && event !== null && 'event' in event && typeof event.event === 'string') return event as WebhookEvent;
  throw new WebhookVerificationError('invalid_body', 'the body is signed, but is not a JSON object with the field event');
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return null;
  }
}

function readBytes(rawBody: string | Uint8Array): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody);
  if (rawBody instanceof Uint8Array) return rawBody;
  throw new TypeError('rawBody must be the body as it came, as a string or bytes, before any JSON parser');
}

function readSecrets(secret: string | readonly string[]): readonly string[] {
  const secrets = [secret].flat();
  if (secrets.length > 0 && secrets.every((one) => SECRET.test(one))) return secrets;
  throw new TypeError('a webhook secret begins with whsec_ and goes on in base64; give it as it was shown');
}

const bytesOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

/** Compares all pairs, each in constant time, and never stops early. */
const isAnySame = (expected: readonly Buffer[], presented: readonly Buffer[]): boolean =>
  expected.flatMap((one) => presented.map((other) => one.length === other.length && timingSafeEqual(one, other))).includes(true);

const notSigned = (what: string): WebhookVerificationError =>
  new WebhookVerificationError('invalid_signature', `${what} does not match: another secret, or the body was changed on its way`);
