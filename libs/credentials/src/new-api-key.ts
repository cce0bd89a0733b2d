import { createHash, randomBytes } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
const SHOWN = 8;

/** Returns the SHA-256 of an API key. A key is 32 random bytes, which cannot be guessed from the hash, so a slow hash would add nothing. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** A fresh API key. The caller sees the key itself once; we keep its hash and a prefix that people recognise it by. */
export interface NewApiKey {
  readonly key: string;
  readonly hash: Buffer;
  readonly prefix: string;
}

/** `ck_live_` and 32 random bytes in base62, so that a double click selects the whole key. */
export function newApiKey(): NewApiKey {
  const secret = toBase62(randomBytes(RANDOM_BYTES));
  const key = `ck_live_${secret}`;
  return { key, hash: hashApiKey(key), prefix: secret.slice(0, SHOWN) };
}

function toBase62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  // 43 digits hold 32 bytes. Padding gives every key the same length.
  for (let i = 0; i < 43; i += 1) {
    text = `${DIGITS[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}
