import { newTotpSecret, otpauthUrl, totpStepOf } from './totp.js';

// RFC 6238, appendix B: the secret "12345678901234567890" in base32, and the last six digits of its SHA-1 codes.
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const VECTORS = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

const at = (seconds: number): Date => new Date(seconds * 1000);

describe('a code of an authenticator app', () => {
  it.each(VECTORS)('of second %i is %s, as in RFC 6238', (second, code) => {
    expect(totpStepOf(SECRET, code, at(second))).toBe(Math.floor(second / 30));
    expect(totpStepOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, at(second))).toBe(Math.floor(second / 30));
  });

  it('is accepted one step early and one step late, and the check returns its step', () => {
    const [second, code] = VECTORS[3];
    const step = Math.floor(second / 30);
    for (const shift of [-30, 0, 30]) expect(totpStepOf(SECRET, code, at(second + shift))).toBe(step);
    for (const shift of [-60, 60]) expect(totpStepOf(SECRET, code, at(second + shift))).toBeNull();
  });

  it.each(['', '28708', '2870820', '28708a', '٢٨٧٠٨٢', '-28708', '0x1234', '287 083'])('cannot be %j', (code) => {
    expect(totpStepOf(SECRET, code, at(59))).toBeNull();
  });

  it('needs a secret of 160 bits, which the app gets together with the account name', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    const url = new URL(otpauthUrl(secret, 'ada+shop@example.com'));
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', '/Churn Scoring:ada+shop@example.com']);
    expect(url.searchParams.get('secret')).toBe(secret);
  });
});
