import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.js';

describe('recovery codes', () => {
  it('are ten different codes', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it('are accepted in any spelling', () => {
    const hash = hashRecoveryCode('01ab-cdef-ghjk-mnpq');
    expect(hash).toHaveLength(32);
    for (const typed of ['O1AB CDEF GHJK MNPQ', 'olabcdefghjkmnpq', ' 0iab-cdefghjk-mnpq ']) expect(hashRecoveryCode(typed)).toEqual(hash);
  });

  it.each(['', '123456', '01ab-cdef-ghjk-mnp', '01ab-cdef-ghjk-mnpqr', '01ab-cdef-ghjk-mnpu', '01ab-cdef-ghjk-mnp\u0000'])(
    'cannot be %j',
    (typed) => {
      expect(hashRecoveryCode(typed)).toBeNull();
    },
  );
});
