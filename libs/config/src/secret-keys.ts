import type { SecretKey } from '#libs/core';

const ENTRY = /^([\w.-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/** Ends the sentence 'it must be …'. */
export const SECRET_KEYS_RULE = '<key id>:<base64 of 32 bytes>, or several of them separated by commas, each with a different id';

/**
 * Reads SECRETS_KEY: the first key encrypts, all keys decrypt. So an operator can replace a key while old secrets are still stored.
 * @returns null for an invalid text.
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
