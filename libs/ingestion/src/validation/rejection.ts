import { LIMITS } from '#libs/core';

/** Why one event of a batch is refused. The sentence names the field, its value and what is allowed. */
export interface Rejection {
  readonly kind: 'rejected';
  readonly code: RejectionCode;
  readonly error: string;
  /** The field and the rule, without the value. The reason is kept, so it must not contain personal data. */
  readonly reason: string;
  /** Fields of the event that have no meaning: one of them may be the field that is missing. */
  readonly unknown?: readonly string[];
}

export type RejectionCode =
  | 'required'
  | 'invalid_type'
  | 'invalid_event_type'
  | 'invalid_length'
  | 'invalid_characters'
  | 'invalid_datetime'
  | 'out_of_range'
  | 'too_large'
  | 'too_deep';

/** @param found what the field is or holds, with its value. @param allowed the rule that it breaks */
export const rejected = (code: RejectionCode, field: string, found: string, allowed: string): Rejection => ({
  kind: 'rejected',
  code,
  error: `${field} ${found}: ${allowed}`,
  reason: `${field}: ${allowed}`,
});

const SHOWN = 60;

/** The value as JSON, cut to what a person wants to read. */
export function shownJson(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  const start = startOf(text, SHOWN);
  return start.length < text.length ? `${start}…"` : text;
}

/** The first characters of a text, none cut in half: a half would make the answer unreadable for strict JSON parsers. */
export const startOf = (text: string, characters: number): string =>
  Array.from(text.slice(0, 2 * characters))
    .slice(0, characters)
    .join('');

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** Validates an identifier: 1 to 255 characters, kept as they are, that both JSON and Postgres can carry. */
export function textProblem(field: string, value: unknown): Rejection | null {
  if (value === undefined || value === null)
    return rejected('required', field, 'is missing', `it must be a string of 1 to ${LIMITS.idLength} characters`);
  if (typeof value !== 'string')
    return rejected('invalid_type', field, `is ${shownJson(value)}`, `it must be a string of 1 to ${LIMITS.idLength} characters`);
  if (value === '' || isTooLong(value)) {
    return rejected(
      'invalid_length',
      field,
      `has ${Array.from(value).length} characters`,
      `it must have 1 to ${LIMITS.idLength} characters`,
    );
  }
  if (CONTROL.test(value) || !value.isWellFormed()) {
    return rejected('invalid_characters', field, `is ${shownJson(value)}`, 'it must not hold control characters or broken surrogates');
  }
  return null;
}

// Characters are code points, so that an id of emoji is not cut in half by the count.
const isTooLong = (text: string): boolean =>
  text.length > LIMITS.idLength && (text.length > 2 * LIMITS.idLength || Array.from(text).length > LIMITS.idLength);
