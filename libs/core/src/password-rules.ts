import { LIMITS } from './limits.js';

const { minCharacters, maxBytes } = LIMITS.password;

/** What a new password must be; the end of a sentence. */
export const PASSWORD_RULE = `text of at least ${minCharacters} characters and at most ${maxBytes} bytes in UTF-8, without control characters`;

/**
 * The same text for all keyboards: one letter with an accent may be typed as one code point or as two (NIST SP 800-63B, 3.1.1.2).
 * @returns null for what cannot be anybody's password: bcrypt reads 72 bytes and would take any longer text with the same beginning,
 * and lone surrogates would all become one character.
 */
export function readPassword(text: string): string | null {
  const password = text.normalize('NFKC');
  return password.isWellFormed() && !/\p{Cc}/u.test(password) && Buffer.byteLength(password) <= maxBytes ? password : null;
}

/** Whether somebody may choose this password. */
export function isNewPassword(text: string): boolean {
  const password = readPassword(text);
  return password !== null && Array.from(password).length >= minCharacters;
}
