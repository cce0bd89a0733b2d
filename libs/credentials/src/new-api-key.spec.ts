import { createHash } from 'node:crypto';
import { hashApiKey, newApiKey } from './new-api-key.js';

const KEYS = Array.from({ length: 2000 }, newApiKey);

describe('a new API key', () => {
  it('is ck_live_ and 43 letters and digits, so that a double click selects all of it', () => {
    for (const { key } of KEYS) expect(key).toMatch(/^ck_live_[0-9A-Za-z]{43}$/);
  });

  it('is different each time', () => {
    expect(new Set(KEYS.map(({ key }) => key)).size).toBe(KEYS.length);
    expect(new Set(KEYS.map(({ prefix }) => prefix)).size).toBe(KEYS.length);
  });

  it('can end with any of the 62 letters and digits', () => {
    expect(new Set(KEYS.map(({ key }) => key.at(-1))).size).toBe(62);
  });

  it('is found by its stored SHA-256', () => {
    for (const { key, hash } of KEYS.slice(0, 10)) {
      expect(hash).toEqual(createHash('sha256').update(key, 'utf8').digest());
      expect(hashApiKey(key)).toEqual(hash);
    }
  });

  it('shows eight characters to its owner', () => {
    for (const { key, prefix } of KEYS.slice(0, 10)) expect(key.slice('ck_live_'.length, 'ck_live_'.length + 8)).toBe(prefix);
  });
});
