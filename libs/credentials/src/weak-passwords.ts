import { readPassword } from '#libs/core';

/** Digits and signs at the end of a common password do not make it a good one, unless they are longer than this. */
const LONGEST_TAIL = 5;
/** Shorter words appear in good passwords by chance. */
const SHORTEST_WORD = 4;
/** A password needs at least this many letters and digits beside a word about its owner. */
const FEWEST_OTHERS = 6;

let list: Promise<ReadonlySet<string>> | undefined;

/** Loads the list with the first new password: 49,000 entries, 35 ms, 7 MB (measured with Node.js 20). */
const commonPasswords = (): Promise<ReadonlySet<string>> =>
  (list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common'])));

/** Why a password is easy to guess. `personal`: it is little more than a word about its owner. */
export type Weakness = 'common' | 'personal';

/**
 * Tells why a new password is easy to guess (NIST SP 800-63B, 3.1.1.2), ignoring case and a short tail of digits and signs.
 * @param about words about the owner: the e-mail address, the name of the company.
 * @returns null when it is not.
 */
export async function weaknessOf(password: string, about: readonly string[]): Promise<Weakness | null> {
  const text = (readPassword(password) ?? password).toLowerCase();
  const common = await commonPasswords();
  const begin = text.replace(/[^\p{L}]+$/u, '');
  if (common.has(text) || (text.length - begin.length <= LONGEST_TAIL && common.has(begin))) return 'common';
  const letters = lettersOf(text);
  const words = about.flatMap((word) => [word, word.split('@', 1)[0] ?? '']).map(lettersOf);
  const isPersonal = words.some(
    (word) => word.length >= SHORTEST_WORD && letters.includes(word) && letters.length - word.length < FEWEST_OTHERS,
  );
  return isPersonal ? 'personal' : null;
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
