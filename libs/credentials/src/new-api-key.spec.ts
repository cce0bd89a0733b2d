import { createHash } from 'node:crypto';
import { hashApiKey, newApiKey } from './new-api-key.js';

const KEYS = Array.from({ length: 2000 }, newApiKey);

describe('a new API key', () => {
  it('is ck_live_ and 43 letters and digits, which a double click selects whole', () => {
    for (const { key } of KEYS) expect(key).toMatch(/^ck_live_[0-9A-Za-z]{43}$/);
  });

  it('is never made twice', () => {
    expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
    expect(new Set(KEYS.map(({ prefix }) => prefix)).size).toBe(KEYS.length);
  });

  it('uses every letter and digit at its end, where the randomness of 32 bytes is even', () => {
    expect(new Set(KEYS.map(({ key }) => key.at(-1))).size).toBe(62);
  });

  it('is found again by the SHA-256 that is stored in its place', () => {
    for (const { key, hash } of KEYS.slice(0, 10)) {
      expect(hash).toEqual(createHash('sha256').update(key, 'utf8').digest());
      expect(hashApiKey(key)).toEqual(hash);
    }
  });

  it('is known to its owner by eight characters of it', () => {
    for (const { key, prefix } of KEYS.slice(0, 10)) expect(key.slice('ck_live_'.length, 'ck_live_'.length + 8)).toBe(prefix);
  });
});
