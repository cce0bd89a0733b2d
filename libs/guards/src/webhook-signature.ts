import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '#libs/core';
import { bytesOfWebhookSecret } from '#libs/tenants';

/** One signature of a request, read but not checked yet. Digests have the 32 bytes of SHA-256. */
export type PresentedSignature =
  | { readonly kind: 'body'; readonly digest: Buffer }
  | { readonly kind: 'standard'; readonly id: string; readonly timestamp: string; readonly digests: readonly Buffer[] };

/** Headers with `sha256=<hex>` over the body: our own name, the one of our outbound webhooks, and the one that GitHub made known. */
const BODY_HEADERS = ['x-webhook-signature', 'x-service-signature', 'x-hub-signature-256'] as const;

/** Standard Webhooks 1.0.0, "Signature scheme". */
const STANDARD_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

const HEX_DIGEST = /^sha256=([0-9a-f]{64})$/i;
const BASE64_DIGEST = /^v1,([A-Za-z0-9+/]{43}=)$/;
const MESSAGE_ID = /^[\x21-\x7e]{1,255}$/;
const UNIX_SECONDS = /^\d{1,12}$/;

/**
 * Reads the signatures that a request presents, without its body.
 * @param headers each header with all its values, names in lower case.
 * @returns null when there is none, or when any of them is malformed, sent twice, incomplete or out of its time. With two
 * signatures it is unclear which one the sender meant, so a valid one does not outweigh an invalid one.
 */
export function readSignatures(headers: NodeJS.Dict<string[]>, now: Date): PresentedSignature[] | null {
  const presented: (PresentedSignature | null)[] = BODY_HEADERS.filter((name) => headers[name] !== undefined).map((name) =>
    readBodySignature(onlyValue(headers[name])),
  );
  if (STANDARD_HEADERS.some((name) => headers[name] !== undefined)) presented.push(readStandardSignature(headers, now));
  const read = presented.filter((signature) => signature !== null);
  return read.length > 0 && read.length === presented.length ? read : null;
}

/**
 * Returns whether one of the secrets made each signature over exactly these bytes. `sha256=` takes the secret as shown to the owner,
 * `whsec_` included, or the bytes that it encodes. Standard Webhooks takes those bytes.
 */
export function areSignedWith(secrets: readonly string[], signatures: readonly PresentedSignature[], body: Buffer): boolean {
  return signatures.every((signature) => secrets.some((secret) => isSignedWith(secret, signature, body)));
}

function isSignedWith(secret: string, signature: PresentedSignature, body: Buffer): boolean {
  const bytes = bytesOfWebhookSecret(secret);
  switch (signature.kind) {
    case 'body':
      return [Buffer.from(secret), bytes].some((key) => isSame(createHmac('sha256', key).update(body), signature.digest));
    case 'standard': {
      const content = `${signature.id}.${signature.timestamp}.`;
      return signature.digests.some((digest) => isSame(createHmac('sha256', bytes).update(content).update(body), digest));
    }
  }
}

const isSame = (hmac: ReturnType<typeof createHmac>, digest: Buffer): boolean => timingSafeEqual(hmac.digest(), digest);

function readBodySignature(value: string | null): PresentedSignature | null {
  const [, hex] = HEX_DIGEST.exec(value ?? '') ?? [];
  return hex === undefined ? null : { kind: 'body', digest: Buffer.from(hex, 'hex') };
}

function readStandardSignature(headers: NodeJS.Dict<string[]>, now: Date): PresentedSignature | null {
  const [id, timestamp, list] = STANDARD_HEADERS.map((name) => onlyValue(headers[name]));
  if (id == null || timestamp == null || list == null) return null;
  if (!MESSAGE_ID.test(id) || !UNIX_SECONDS.test(timestamp)) return null;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > LIMITS.webhookToleranceMs) return null;
  // A sender that rotates its secret signs with both. We ignore signatures of other versions.
  const digests = list.split(' ').flatMap((entry) => BASE64_DIGEST.exec(entry)?.[1] ?? []);
  return digests.length === 0 ? null : { kind: 'standard', id, timestamp, digests: digests.map((text) => Buffer.from(text, 'base64')) };
}

const onlyValue = (values: readonly string[] | undefined): string | null => (values?.length === 1 ? (values[0] ?? null) : null);
