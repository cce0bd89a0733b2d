import { weaknessOf } from './weak-passwords.js';

describe('a new password', () => {
  const ABOUT = ['ada.lovelace@example.com', 'Bücher & Co'];

  it.each(['password123', 'Password123', '1234567890', 'qwertyuiop', 'QWERTYUIOP', 'password!!', 'football2024', 'iloveyou123'])(
    'is common: %s',
    async (password) => expect(await weaknessOf(password, ABOUT)).toBe('common'),
  );

  it.each(['ada.lovelace', 'AdaLovelace1815', 'ada.lovelace@example.com', 'Bücher & Co 1', 'bücher&co!!!!'])(
    'says little more than whose it is: %s',
    async (password) => expect(await weaknessOf(password, ABOUT)).toBe('personal'),
  );

  it.each(['correct horse battery', 'long enough', 'monkey 8437 2291 0034', 'Ada Lovelace likes gears', 'é'.repeat(36)])(
    'is good: %s',
    async (password) => expect(await weaknessOf(password, ABOUT)).toBeNull(),
  );

  it('is not held against a short name', async () => {
    expect(await weaknessOf('ada and more', ['ada@example.com', 'Ada'])).toBeNull();
  });
});
