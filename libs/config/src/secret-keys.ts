import type { SecretKey } from '#libs/core';

const ENTRY = /^([\w.-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** What SECRETS_KEY must be; the end of a sentence. */
export const SECRET_KEYS_RULE = '<key id>:<base64 of 32 bytes>, or several of them with commas between and a different id each';

/**
 * Reads SECRETS_KEY: the first key seals, all of them open, so that keys can be replaced while old secrets are still stored.
 * @returns null when the text is anything but that.
 */
export function readSecretKeys(text: string): readonly SecretKey[] | null {
  const keys: SecretKey[] = [];
  for (const entry of text.split(',')) {
    const [, id, base64] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || base64 === undefined || keys.some((other) => other.id === id)) return null;
    keys.push({ id, key: Buffer.from(base64, 'base64') });
  }
  return keys;
}
