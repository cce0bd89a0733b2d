import { isNewPassword, readPassword } from './password-rules.js';

describe('a new password', () => {
  it.each([
    ['of ten characters', 'abcdefghij'],
    ['of ten letters that are two bytes each', 'é'.repeat(10)],
    ['of 72 bytes', 'x'.repeat(72)],
    ['of 36 letters that are 72 bytes', 'é'.repeat(36)],
    ['of 18 emoji that are 72 bytes', '😀'.repeat(18)],
    ['with spaces', 'a b c d e f g'],
  ])('%s is accepted', (_, text) => expect(isNewPassword(text)).toBe(true));

  it.each([
    ['of nine characters', 'abcdefghi'],
    ['of nine emoji', '😀'.repeat(9)],
    ['of 73 bytes', 'x'.repeat(73)],
    ['of 37 letters that are 74 bytes', 'é'.repeat(37)],
    ['with a NUL', 'abcdefghij\u0000'],
    ['with half an emoji', 'abcdefghij\ud83d'],
  ])('%s is refused', (_, text) => expect(isNewPassword(text)).toBe(false));

  it('is the same in any Unicode form of an accent', () => expect(readPassword('e\u0301')).toBe(readPassword('\u00e9')));
});
