import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { readPassword } from '#libs/core';

/**
 * The library grades a password from 0 to 4 by the guesses that it takes. Grade 2 and below fall within 10^8 guesses. Grade 3 is what the
 * library asks of a service that limits guesses.
 */
const LOWEST_GRADE = 3;
/** Shorter words appear in good passwords by chance. */
const SHORTEST_WORD = 4;
/** A password needs at least this many letters and digits in addition to a word about its owner. */
const FEWEST_OTHERS = 6;

let guesser: Promise<ZxcvbnFactory> | undefined;

/** Loads the list with the first new password: 49,000 entries, 70 ms, 9 MB. A check takes 1 to 150 ms (measured with Node.js 20). */
const loadGuesser = (): Promise<ZxcvbnFactory> =>
  (guesser ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Guesser }, { dictionary, adjacencyGraphs }]) =>
      new Guesser({ dictionary: { 'passwords-common': dictionary['passwords-common'] }, graphs: adjacencyGraphs }),
  ));

/**
 * Why a password is easy to guess. `common`: it is a common one with small changes. `pattern`: it repeats itself, or follows an order, the
 * keyboard or the calendar. `personal`: it is little more than a word about its owner.
 */
export type Weakness = 'common' | 'pattern' | 'personal';

/**
 * Tells why a new password is easy to guess (NIST SP 800-63B, 3.1.1.2).
 * @param about words about the owner: the e-mail address, the name of the company.
 * @returns null when it is not.
 */
export async function weaknessOf(password: string, about: readonly string[]): Promise<Weakness | null> {
  const text = readPassword(password) ?? password;
  const loaded = await loadGuesser();
  const asLatin = onLatinKeys(text);
  for (const typed of asLatin === text ? [text] : [text, asLatin]) {
    const { score, sequence } = loaded.check(typed);
    if (score < LOWEST_GRADE) return sequence.some(({ pattern }) => pattern === 'dictionary') ? 'common' : 'pattern';
  }
  const letters = lettersOf(text);
  const words = about.flatMap((word) => [word, word.split('@', 1)[0] ?? '']).map(lettersOf);
  const isPersonal = words.some(
    (word) => word.length >= SHORTEST_WORD && letters.includes(word) && letters.length - word.length < FEWEST_OTHERS,
  );
  return isPersonal ? 'personal' : null;
}

/** Letters of Russian and Greek keyboards, and those of the same keys on an English one. */
const KEYS = new Map(
  [
    ['йцукенгшщзхъфывапролджэячсмитьбюё', "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"],
    ['ςερτυθιοπασδφγηξκλζχψωβνμ', 'wertyuiopasdfghjklzxcvbnm'],
  ].flatMap(([letters = '', latin = '']) => Array.from(letters, (letter, place) => [letter, latin[place] ?? letter] as const)),
);

/** The list has Latin letters only, and common passwords of Russian and Greek are in it as typed on an English keyboard. */
const onLatinKeys = (text: string): string => Array.from(text, (letter) => KEYS.get(letter.toLowerCase()) ?? letter).join('');

const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
