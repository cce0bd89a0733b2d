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

/** Returns the words of a name: `churn`, `label` of `churn_label` and of `churnLabel`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

/** Returns the only known name with all of these words, in any order: `churn_label` for `label`, `min_score` for `score_min`. */
function onlyOneWith(words: readonly string[], known: readonly string[]): string | undefined {
  const found = words.length === 0 ? [] : known.filter((each) => hasAll(wordsOf(each), words));
  return found.length === 1 ? found[0] : undefined;
}

const hasAll = (its: readonly string[], words: readonly string[]): boolean => words.every((word) => its.includes(word));

/** Says whether two names differ by two neighbours in the wrong order, which is one typing error and two changes of characters. */
function hasSwapped(name: string, known: string): boolean {
  let at = 0;
  while (at < known.length && known[at] === name[at]) at += 1;
  return at + 1 < known.length && name === `${known.slice(0, at)}${known[at + 1]}${known[at]}${known.slice(at + 2)}`;
}

/** The most mistakes that an answer lists. A body of 8 MiB has room for half a million. */
export const MOST_DETAILS = 20;

interface Place {
  readonly what: 'field' | 'query parameter';
  readonly code: 'validation_error' | 'invalid_query';
  readonly known: readonly string[];
  readonly elsewhere?: Readonly<Record<string, string>>;
}

/** Refuses unknown names with the known name that looks most like each. Where none does, the message ends with all that are allowed. */
function refuseUnknown(names: readonly string[], { what, code, known, elsewhere = {} }: Place): void {
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MOST_DETAILS);
  if (unknown.length === 0) return;
  const guesses = unknown.map((name) => {
    const shown = name.slice(0, SHOWN);
    return likelyName(shown, [...known, ...Object.keys(elsewhere)]) ?? onlyOneWith(wordsOf(shown), known);
  });
  const details = unknown.map((name, at): ErrorDetail => {
    const [field, meant] = [name.slice(0, SHOWN), guesses[at]];
    const hint = meant === undefined ? '' : `: did you mean ${elsewhere[meant] ?? meant}?`;
    return { field, code: 'unknown', message: `there is no ${what} ${field}${hint}` };
  });
  const allowed = known.length > 0 && guesses.includes(undefined) ? [`allowed are ${known.join(', ')}`] : [];
  throw new AppError(code, [...details.map(({ message }) => message), ...allowed].join('; '), details);
}

/**
 * @param elsewhere names that the caller may write in another place, and how: `{ dry_run: '?dry_run=true' }`.
 * @throws AppError `validation_error` when the body has a field that is not known.
 */
export const refuseUnknownFields = (body: object, known: readonly string[], elsewhere?: Readonly<Record<string, string>>): void =>
  refuseUnknown(Object.keys(body), { what: 'field', code: 'validation_error', known, ...(elsewhere && { elsewhere }) });

/** @throws AppError `invalid_query` when the query has a parameter that is not known. */
export const refuseUnknownParameters = (query: object, known: readonly string[]): void =>
  refuseUnknown(Object.keys(query), { what: 'query parameter', code: 'invalid_query', known });
