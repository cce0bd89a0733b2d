import { closestMatch } from 'leven';
import { AppError, type ErrorDetail } from '#libs/core';

const SHOWN = 80;
/** The most typing errors in a name, and how many characters of it each one needs, so that a short word does not mean any other one. */
const MOST_ERRORS = 2;
const CHARACTERS_PER_ERROR = 3;

/** Returns the known name that a mistyped one most likely means; undefined when nothing is like it. */
export const likelyName = (name: string, known: readonly string[]): string | undefined =>
  closestMatch(name, known, { maxDistance: Math.min(MOST_ERRORS, Math.floor(name.length / CHARACTERS_PER_ERROR)) }) ??
  known.find((each) => hasSwapped(name, each));

/** Says whether two names differ by two neighbours in the wrong order, which is one typing error and two changes of characters. */
function hasSwapped(name: string, known: string): boolean {
  let at = 0;
  while (at < known.length && known[at] === name[at]) at += 1;
  return at + 1 < known.length && name === `${known.slice(0, at)}${known[at + 1]}${known[at]}${known.slice(at + 2)}`;
}

/**
 * Describes a name that a request must not contain, with the known name that looks most like it.
 * @param elsewhere names that the caller may write in another place, and how: `{ dry_run: '?dry_run=true' }`.
 */
export function unknownName(
  what: 'field' | 'query parameter',
  name: string,
  known: readonly string[],
  elsewhere: Readonly<Record<string, string>> = {},
): ErrorDetail {
  const field = name.slice(0, SHOWN);
  const meant = likelyName(field, [...known, ...Object.keys(elsewhere)]);
  const hint = meant === undefined ? '' : `: did you mean ${elsewhere[meant] ?? meant}?`;
  return { field, code: 'unknown', message: `there is no ${what} ${field}${hint}` };
}

/** The most mistakes that an answer lists. A body of 8 MiB has room for half a million. */
export const MOST_DETAILS = 20;

/** @throws AppError `validation_error` when the body has a field that is not known. */
export function refuseUnknownFields(body: object, known: readonly string[], elsewhere: Readonly<Record<string, string>> = {}): void {
  const details = Object.keys(body)
    .filter((name) => !known.includes(name))
    .slice(0, MOST_DETAILS)
    .map((name) => unknownName('field', name, known, elsewhere));
  if (details.length > 0) throw new AppError('validation_error', details.map(({ message }) => message).join('; '), details);
}
