import { LIMITS } from '../limits.js';

const { minCharacters, maxBytes } = LIMITS.password;

/** The rule for a new password, as the end of a sentence. */
export const PASSWORD_RULE = `text of at least ${minCharacters} characters and at most ${maxBytes} bytes in UTF-8, without control characters, and not easy to guess: no common password, no repetition, sequence or date, and more than the e-mail address or the company`;

/**
 * Normalises a password, because keyboards type an accented letter as one code point or as two (NIST SP 800-63B, 3.1.1.2).
 * @returns null when the text cannot be a password: bcrypt reads 72 bytes and would accept any longer text with the same beginning,
 * and all lone surrogates would become the same character.
 */
export function readPassword(text: string): string | null {
  const password = text.normalize('NFKC');
  return password.isWellFormed() && !/\p{Cc}/u.test(password) && Buffer.byteLength(password) <= maxBytes ? password : null;
}

/** Tells whether the text is allowed as a new password. */
export function isNewPassword(text: string): boolean {
  const password = readPassword(text);
  return password !== null && Array.from(password).length >= minCharacters;
}
