import { DAY_MS } from './clock.js';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a format costs a thousand times as much as using it, and the number of time zones is limited. */
function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timezone, format);
  return format;
}

/**
 * Returns the calendar day of an instant in a time zone, `2026-11-21`.
 * @param timezone IANA name
 * @throws RangeError for a time zone that does not exist
 */
export function localDay(at: Date, timezone: string): string {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/**
 * Returns the number of the calendar day of an instant in a time zone, counted from 1970-01-01. The difference of two is what a reader
 * with a calendar counts.
 */
export const localDayNumber = (ms: number, timezone: string): number =>
  Math.floor((timezone === 'UTC' ? ms : Date.parse(localDay(new Date(ms), timezone))) / DAY_MS);

/** Adds days to a day; a negative number goes back. @param day `2026-11-21` */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The first instant of any calendar day lies in these days around its midnight in UTC, also where a zone once left out a day. */
const START_LIES_WITHIN = { before: -DAY_MS, after: 2 * DAY_MS } as const;

/**
 * Returns the instant at which a calendar day begins in a time zone: also where the clocks go forward at midnight, so that the day begins
 * at one o'clock. It agrees with `localDay`, so the days of SQL statements and those of rows are cut by the same clock.
 * @param day `2026-11-21`
 * @param timezone IANA name
 * @throws RangeError for a time zone that does not exist
 */
export function startOfLocalDay(day: string, timezone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  let [before, from] = [midnight + START_LIES_WITHIN.before, midnight + START_LIES_WITHIN.after];
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    if (localDay(new Date(middle), timezone) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}
