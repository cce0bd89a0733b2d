import { weaknessOf } from './weak-passwords.js';

describe('a new password', () => {
  const ABOUT = ['ada.lovelace@example.com', 'Bücher & Co'];

  it.each([
    'password123',
    'Password123',
    '1234567890',
    'qwertyuiop',
    'QWERTYUIOP',
    'password!!',
    'football2024',
    'iloveyou123',
    'Football24!!',
    'p4ssw0rd2024',
    'йцукенгшщз',
    'Пароль123456',
  ])('is common: %s', async (password) => expect(await weaknessOf(password, ABOUT)).toBe('common'));

  it.each([
    'aaaaaaaaaa',
    'aaaaaaaaaab',
    'ababababab',
    'abcabcabcabc',
    'aaaaabbbbb',
    '0123456789',
    '9876543210',
    'abcdefghij',
    'zyxwvutsrq',
    'acegikmoqs',
    'абвгдежзий',
    'é'.repeat(36),
    '😀😁'.repeat(5),
    'asdfghjkl;',
    'qwertzuiop',
    '2024-01-01',
    'ячсмитьбю.',
    'Шшшшшшшшшш',
  ])('follows a pattern: %s', async (password) => expect(await weaknessOf(password, ABOUT)).toBe('pattern'));

  it('is checked within a second, also one that is made to take long', async () => {
    const slow = ['p4$$w0rd'.repeat(9), '4@310$!1|'.repeat(8), '0123456789'.repeat(7), 'qwerty1'.repeat(10)];
    for (const password of slow) {
      const begun = performance.now();
      await weaknessOf(password, ABOUT);
      expect(performance.now() - begun).toBeLessThan(1000);
    }
  });

  it.each(['ada.lovelace', 'AdaLovelace1815', 'ada.lovelace@example.com', 'Bücher & Co 1', 'bücher&co!!!!'])(
    'says little more than whose it is: %s',
    async (password) => expect(await weaknessOf(password, ABOUT)).toBe('personal'),
  );

  it.each([
    'correct horse battery',
    'long enough',
    'monkey 8437 2291 0034',
    'Ada Lovelace likes gears',
    'ab ist ein anderes wort',
    'kf83jd02ms',
    'зелёный трактор едет домой',
    'πράσινο τρακτέρ στο σπίτι',
    'aaaaaaaaaa kf83jd0',
  ])('is good: %s', async (password) => expect(await weaknessOf(password, ABOUT)).toBeNull());

  it('is not held against a short name', async () => {
    expect(await weaknessOf('ada and more', ['ada@example.com', 'Ada'])).toBeNull();
  });
});
