import { parseInstant } from '../csv/parse-instant.js';
import { type Parsed, value, wrong } from '../csv/parsed.js';

const DAY_MS = 86_400_000;

/** The units of recency and age in RFM summaries, in milliseconds. A month is a twelfth of a year of 365.25 days, as lifetimes counts. */
export const TIME_UNITS = {
  hours: DAY_MS / 24,
  days: DAY_MS,
  weeks: 7 * DAY_MS,
  months: 30.4375 * DAY_MS,
  years: 365.25 * DAY_MS,
} as const;

export type TimeUnit = keyof typeof TIME_UNITS;
export const TIME_UNIT_NAMES = Object.keys(TIME_UNITS) as readonly TimeUnit[];

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the end of the time that a file sums up. A day, such as 2026-11-20, ends with its last second in the time zone; today ends now.
 * @param now the service takes no later time
 */
export function readUntil(text: string, timeZone: string, now: Date): Parsed<Date> {
  const day = text.trim();
  const end = parseInstant(DAY.test(day) ? `${day} 23:59:59` : day, { timeZone });
  if (end.kind === 'wrong') return end;
  if (end.value <= now) return end;
  const begin = parseInstant(day, { timeZone });
  return DAY.test(day) && begin.kind === 'value' && begin.value <= now ? value(now) : wrong(`"${day}" is in the future`);
}
