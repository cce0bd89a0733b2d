import { LIMITS } from '#libs/core';
import { rejected, type Rejection, show } from './rejection.js';

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-](\d{2}):?(\d{2}))$/;

/**
 * An ISO 8601 date and time with a zone (the profile of RFC 3339, with seconds optional), to the millisecond.
 * Null for anything else: a date that does not exist, a time without a zone, a week date, a number.
 */
export function parseInstant(text: unknown): Date | null {
  if (typeof text !== 'string') return null;
  const match = INSTANT.exec(text);
  if (match === null) return null;
  // Of fixed width, so that the order of texts is that of numbers; every event of a batch comes this way.
  const [, year, month = '', day = '', hour = '', minute = '', second = '00', zoneHour = '00', zoneMinute = '00'] = match;
  const timeExists = hour <= '23' && minute <= '59' && second <= '59' && zoneHour <= '23' && zoneMinute <= '59';
  if (!timeExists || month < '01' || month > '12' || day < '01') return null;
  if (day > '28' && Number(day) > daysIn(Number(year), Number(month))) return null;
  return new Date(Date.parse(text.endsWith('Z') ? text : withColonInZone(text)));
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `+0200` is ISO 8601's basic form, which Date.parse does not take. */
const withColonInZone = (text: string): string => text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2');

/** Judges when something happened. @param at what `parseInstant` made of `value`. */
export function instantProblem(field: string, value: unknown, at: Date | null, now: Date): Rejection | null {
  if (value === undefined || value === null)
    return rejected('required', `${field} is missing: it must be an ISO 8601 date and time in UTC`);
  if (at === null) {
    return rejected(
      'invalid_datetime',
      `${field} is ${show(value)}: it must be an ISO 8601 date and time that exists, with Z or an offset`,
    );
  }
  if (at.getTime() > now.getTime() + LIMITS.occurredAtAheadMs) {
    return rejected('out_of_range', `${field} is ${show(value)}: it must not be later than 5 minutes from now (${now.toISOString()})`);
  }
  if (at < LIMITS.occurredAtEarliest) return rejected('out_of_range', `${field} is ${show(value)}: it must not be before 2000-01-01`);
  return null;
}
