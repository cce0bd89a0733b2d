import { randomBytes } from 'node:crypto';
import { readSecretKeys } from './secret-keys.js';

const base64 = (): string => randomBytes(32).toString('base64');

describe('SECRETS_KEY', () => {
  it('names each key and keeps their order, because the first key encrypts', () => {
    const [newer, older] = [base64(), base64()];
    expect(readSecretKeys(`2026-11:${newer}, k1:${older}`)).toEqual([
      { id: '2026-11', key: Buffer.from(newer, 'base64') },
      { id: 'k1', key: Buffer.from(older, 'base64') },
    ]);
  });

  it('accepts any 32 bytes', () => {
    for (let i = 0; i < 200; i += 1) expect(readSecretKeys(`k:${base64()}`)?.[0]?.key).toHaveLength(32);
  });

  it.each([
    ['nothing', ''],
    ['a key without a name', base64()],
    ['an empty name', `:${base64()}`],
    ['a name with a space', `my key:${base64()}`],
    ['a name of 33 characters', `${'k'.repeat(33)}:${base64()}`],
    ['a key of 16 bytes', `k1:${randomBytes(16).toString('base64')}`],
    ['a key of 33 bytes', `k1:${randomBytes(33).toString('base64')}`],
    ['a key in hex', `k1:${randomBytes(32).toString('hex')}`],
    ['a password', 'k1:correct horse battery staple'],
    ['a comma at the end', `k1:${base64()},`],
    ['two keys of one name', `k1:${base64()},k1:${base64()}`],
  ])('is refused when it is %s', (_what, text) => {
    expect(readSecretKeys(text)).toBeNull();
  });
});
