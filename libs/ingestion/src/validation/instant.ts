import { LIMITS } from '#libs/core';
import { rejected, type Rejection, shownJson } from './rejection.js';

// Postgres takes offsets of up to 15:59, and statements cast texts of `data` to timestamptz.
const INSTANT =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):?[0-5]\d)$/;

/**
 * An ISO 8601 date and time with a zone (the profile of RFC 3339, with seconds optional), to the millisecond.
 * Null for anything else: a date that does not exist, a time without a zone, an offset of 16 hours, a week date, a number.
 */
export function parseInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null;
  const plain = parsePlain(text);
  if (plain !== null) return plain;
  const [, year, month, day] = INSTANT.exec(text) ?? [];
  if (day === undefined || Number(day) > daysIn(Number(year), Number(month))) return null;
  return new Date(Date.parse(text.endsWith('Z') ? text : withColonInZone(text)));
}

const PLAIN = '0000-00-00T00:00:00.000Z';
const ZERO = 0x30;

/** @returns null when the text is not written exactly as `PLAIN`, which is how nearly all are, or not certainly an instant that exists. */
function parsePlain(text: string): Date | null {
  if (text.length !== PLAIN.length) return null;
  for (let i = 0; i < PLAIN.length; i += 1) {
    const wanted = PLAIN.charCodeAt(i);
    const found = text.charCodeAt(i);
    if (wanted === ZERO ? found < ZERO || found > ZERO + 9 : found !== wanted) return null;
  }
  const [month, day, hour, minute, second] = [
    twoDigits(text, 5),
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
  ];
  if (month < 1 || month > 12 || day < 1 || day > 28 || hour > 23 || minute > 59 || second > 59) return null;
  const year = 100 * twoDigits(text, 0) + twoDigits(text, 2);
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  if (year < 100) return null;
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, 10 * twoDigits(text, 20) + text.charCodeAt(22) - ZERO));
}

const twoDigits = (text: string, at: number): number => 10 * (text.charCodeAt(at) - ZERO) + text.charCodeAt(at + 1) - ZERO;

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `+0200` is ISO 8601's basic form, which Date.parse does not take. */
const withColonInZone = (text: string): string => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

/** Validates when something happened. @param at what `parseInstant` made of `value`. */
export function instantProblem(field: string, value: unknown, at: Date | null, now: Date): Rejection | null {
  if (value === undefined || value === null)
    return rejected('required', field, 'is missing', 'it must be an ISO 8601 date and time in UTC');
  if (at === null) {
    return rejected(
      'invalid_datetime',
      field,
      `is ${shownJson(value)}`,
      'it must be an ISO 8601 date and time that exists, with Z or an offset of less than 16 hours',
    );
  }
  if (at.getTime() > now.getTime() + LIMITS.occurredAtAheadMs) {
    return rejected('out_of_range', field, `is ${shownJson(value)}`, `it must not be later than 5 minutes from now (${now.toISOString()})`);
  }
  if (at < LIMITS.occurredAtEarliest) return rejected('out_of_range', field, `is ${shownJson(value)}`, 'it must not be before 2000-01-01');
  return null;
}
