import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { bytesOfWebhookSecret } from '#libs/tenants';

/** The fields of an attempt that its headers carry. */
export interface SignedAttempt {
  readonly deliveryId: string;
  readonly event: string;
  /** The JSON text that is sent, to the byte. */
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Rises per customer; null for an event that is not about one customer. */
  readonly sequence: string | null;
  /** Part and number of parts, `2/5`; null when there is one part only. */
  readonly batch: string | null;
}

/** The two signing keys made from one secret. */
export interface SigningKeys {
  /** From its text, `whsec_` included. */
  readonly text: KeyObject;
  /** From the 32 bytes that the text encodes. */
  readonly bytes: KeyObject;
}

export const signingKeysOf = (secret: string): SigningKeys => ({
  text: createSecretKey(secret, 'utf8'),
  bytes: createSecretKey(bytesOfWebhookSecret(secret)),
});

const USER_AGENT = 'ChurnScoring-Webhooks/1';

/**
 * Builds the headers of an attempt and signs them with the current time.
 *
 * `X-Service-Signature` is `sha256=` and the hex HMAC-SHA256 of the body, keyed with the secret as it was shown: its text, `whsec_`
 * included. The headers of Standard Webhooks 1.0.0 (`webhook-id`, `webhook-timestamp`, `webhook-signature`) sign id, timestamp and
 * body, keyed with the 32 bytes that the text stands for, as that specification wants it.
 * @param keys the current secret first, then the previous one while it is still valid
 */
export function deliveryHeaders(attempt: SignedAttempt, keys: readonly SigningKeys[], now: Date): Record<string, string> {
  const [current, previous] = keys;
  if (current === undefined) throw new Error('there is no secret to sign with');
  const seconds = String(Math.floor(now.getTime() / 1000));
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(attempt.body)),
    'User-Agent': USER_AGENT,
    'X-Service-Event': attempt.event,
    'X-Service-Delivery-Id': attempt.deliveryId,
    'X-Service-Attempt': String(attempt.attempt),
    ...(attempt.sequence !== null && { 'X-Service-Sequence': attempt.sequence }),
    ...(attempt.batch !== null && { 'X-Service-Batch': attempt.batch }),
    'X-Service-Timestamp': seconds,
    'X-Service-Signature': bodySignature(current, attempt.body),
    ...(previous !== undefined && { 'X-Service-Signature-Previous': bodySignature(previous, attempt.body) }),
    'webhook-id': attempt.deliveryId,
    'webhook-timestamp': seconds,
    'webhook-signature': keys.map((key) => standardSignature(key, `${attempt.deliveryId}.${seconds}.${attempt.body}`)).join(' '),
  };
}

const bodySignature = ({ text }: SigningKeys, body: string): string => `sha256=${createHmac('sha256', text).update(body).digest('hex')}`;

const standardSignature = ({ bytes }: SigningKeys, content: string): string =>
  `v1,${createHmac('sha256', bytes).update(content).digest('base64')}`;
