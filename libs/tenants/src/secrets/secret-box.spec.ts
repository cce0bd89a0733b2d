import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { SecretKey } from '#libs/core';
import { SecretBox } from './secret-box.js';

const keyNamed = (id: string): SecretKey => ({ id, key: randomBytes(32) });

const [older, newer] = [keyNamed('older'), keyNamed('newer')];
const box = new SecretBox([newer]);
const PLACE = 'webhook_secrets/tenant/row';
const unavailable: Error = expect.objectContaining({ code: 'service_unavailable', message: 'a stored secret is not available, try again' });

describe('an encrypted secret', () => {
  it('decrypts to the original text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (secret, place) => {
        expect(box.open(box.seal(secret, place), place)).toBe(secret);
      }),
    );
  });

  it('shows nothing of the secret, and differs each time', () => {
    const [one, two] = [box.seal('whsec_same', PLACE), box.seal('whsec_same', PLACE)];
    expect(one.ciphertext.toString('latin1')).not.toContain('same');
    expect(one.ciphertext.equals(two.ciphertext)).toBe(false);
    expect(one.ciphertext.subarray(0, 12).equals(two.ciphertext.subarray(0, 12))).toBe(false);
  });

  it('does not decrypt after any bit was changed', () => {
    const sealed = box.seal('whsec_secret', PLACE);
    for (let bit = 0; bit < sealed.ciphertext.length * 8; bit += 1) {
      const ciphertext = Buffer.from(sealed.ciphertext);
      ciphertext[bit >> 3] = (ciphertext[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => box.open({ ...sealed, ciphertext }, PLACE)).toThrow(unavailable);
    }
  });

  it('does not decrypt after it was truncated', () => {
    const sealed = box.seal('whsec_secret', PLACE);
    for (let length = 0; length < sealed.ciphertext.length; length += 1) {
      expect(() => box.open({ ...sealed, ciphertext: sealed.ciphertext.subarray(0, length) }, PLACE)).toThrow(unavailable);
    }
  });

  it('does not decrypt in another place', () => {
    expect(() => box.open(box.seal('whsec_secret', PLACE), 'webhook_secrets/another tenant/row')).toThrow(unavailable);
  });

  it('decrypts after a key rotation as long as the old key is there', () => {
    const sealed = new SecretBox([older]).seal('whsec_secret', PLACE);
    const both = new SecretBox([newer, older]);
    expect(both.open(sealed, PLACE)).toBe('whsec_secret');
    expect(both.seal('whsec_secret', PLACE).keyId).toBe('newer');
    expect(() => box.open(sealed, PLACE)).toThrow(unavailable);
  });

  it('does not decrypt with another key of the same name', () => {
    expect(() => new SecretBox([keyNamed('newer')]).open(box.seal('whsec_secret', PLACE), PLACE)).toThrow(unavailable);
  });

  it('whose key is missing names the key to the operator only', () => {
    const open = (): string => new SecretBox([older]).open(box.seal('whsec_secret', PLACE), PLACE);
    expect(open).toThrow(
      expect.objectContaining({ cause: new Error(`SECRETS_KEY has no key "newer", which a secret in ${PLACE} is sealed with`) }),
    );
  });
});

it('a secret box requires a key', () => {
  expect(() => new SecretBox([])).toThrow('no key');
});
