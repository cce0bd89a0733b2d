import { monthOf } from './month-names.js';
import { type Parsed, value, wrong } from './parsed.js';
import { instantOf } from './wall-time.js';

/** The meaning of what a date leaves out. */
export interface DateRules {
  /** The zone of times that name none, an IANA name. Default: UTC. */
  readonly timeZone?: string;
  /** The order of day and month in a date with slashes when both are possible. Default: such a date is refused. */
  readonly slashes?: SlashOrder | null;
}

export type SlashOrder = 'month_first' | 'day_first';

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T, ]+(.*))?$/;
/** `20260310`, `20260310 1830`, `20260310T183000Z`. */
const DIGITS_ONLY = /^((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?:[T ]?(\d{2}):?(\d{2})(?::?(\d{2}))?(Z?))?$/;
const SLASHES = /^(\d{1,2})(?:\/(\d{1,2})\/(\d{4}|\d{2})|-(\d{1,2})-(\d{4}))(?:[T, ]+(.*))?$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?:[T, ]+(.*))?$/;
const DAY_AND_NAME = /^(\d{1,2})(?:st|nd|rd|th|er|[.º])?[\s/-]+(?:de\s+)?(\p{L}{3,})\.?,?[\s/-]+(?:de\s+)?(\d{4}|\d{2})(?:[T,\s]+(.*))?$/u;
const NAME_AND_DAY = /^(\p{L}{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?(?:,?\s+|-)(\d{4}|\d{2}(?!:))(?:[T,\s]+(.*))?$/u;
const WEEKDAY = /^\p{L}{2,}\.?,\s*|^(?:mon|tue|wed|thu|fri|sat|sun)\s+(?=\p{L})/iu;
const CLOCK =
  /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([AaPp]\.?[Mm]\.?)?\s*(?:(Z|UTC|GMT)|(?:UTC|GMT)?([+-])(\d{2}):?(\d{2}))?(?:\s*\([^()]*\))?$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
/** `45384.347`: days since 30 December 1899, as spreadsheets count. These are the days from 2000 to 2099. */
const SERIAL = /^(?:3[7-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$|^36[6-9]\d\d(?:\.\d+)?$/;
const SERIAL_ZERO_MS = Date.UTC(1899, 11, 30);
const MINUTE_MS = 60_000;

type DateParts = readonly [year: number, month: number, day: number, clock: string | undefined];

/**
 * Reads an instant: ISO 8601 with or without a time, also with blanks ("2024-01-15 10:22:33 -0500"), dates with dots (day
 * first), slashes or dashes, dates with the name of the month ("15 Jan 2024", "Jan 15, 2024", "10-Dec-25"), digits alone ("20260310"), seconds or milliseconds since 1970, or the number of a day in a spreadsheet. Without a time it is midnight.
 */
export function parseInstant(text: string, { timeZone = 'UTC', slashes = null }: DateRules = {}): Parsed<Date> {
  const trimmed = text.trim();
  if (trimmed === '') return wrong('the time is empty');
  if (EPOCH.test(trimmed)) return value(new Date(Number(trimmed) * (trimmed.length === 10 ? 1000 : 1)));
  if (SERIAL.test(trimmed))
    return value(new Date(instantOf(Math.round(SERIAL_ZERO_MS / 1000 + Number(trimmed) * 86_400) * 1000, timeZone)));
  const parts = dateParts(trimmed, slashes);
  if (parts === 'ambiguous') return wrong(`the date "${trimmed}" can be read in two ways; write it as YYYY-MM-DD`);
  if (parts === null) return wrong(`"${trimmed}" is not a time; write it as 2024-01-31 or 2024-01-31T18:30:00Z`);
  const [year, month, day, clock] = parts;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return wrong(`the date "${trimmed}" does not exist`);
  const time = clock === undefined || clock === '' ? { sinceMidnightMs: 0, hasZone: false } : readClock(clock);
  if (time === null) return wrong(`"${clock}" is not a time of day`);
  const writtenMs = midnight.getTime() + time.sinceMidnightMs;
  return value(new Date(time.hasZone ? writtenMs : instantOf(writtenMs, timeZone)));
}

function dateParts(text: string, slashes: SlashOrder | null): DateParts | 'ambiguous' | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) return [Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]), yearFirst[4]];
  const digits = DIGITS_ONLY.exec(text);
  if (digits !== null) return digitParts(digits);
  const dots = DOTS.exec(text);
  if (dots !== null) return [fullYear(dots[3]), Number(dots[2]), Number(dots[1]), dots[4]];
  const slashed = slashedDate(text);
  if (slashed === null) return namedDate(text.replace(WEEKDAY, ''));
  const { first, second, year, clock } = slashed;
  if (slashes === 'month_first' || (second > 12 && first <= 12) || first === second) return [year, first, second, clock];
  return slashes === 'day_first' || first > 12 ? [year, second, first, clock] : 'ambiguous';
}

function digitParts([, year, month, day, hour, minute, second, zone]: RegExpExecArray): DateParts {
  const clock = hour === undefined ? undefined : `${hour}:${minute}:${second ?? '00'}${zone}`;
  return [Number(year), Number(month), Number(day), clock];
}

/** Reads a date that has the name of its month. */
function namedDate(text: string): DateParts | null {
  const dayFirst = DAY_AND_NAME.exec(text);
  const [, day, name, year, clock] = dayFirst ?? swapped(NAME_AND_DAY.exec(text)) ?? [];
  const month = name === undefined ? null : monthOf(name);
  return month === null ? null : [fullYear(year), month, Number(day), clock?.replace(/^(?:at|um|à|às|alle|om)\s+/i, '')];
}

const swapped = (match: RegExpExecArray | null): readonly (string | undefined)[] | null =>
  match === null ? null : [match[0], match[2], match[1], match[3], match[4]];

function slashedDate(text: string) {
  const match = SLASHES.exec(text);
  if (match === null) return null;
  const [, first, second, year, dashedSecond, dashedYear, clock] = match;
  return { first: Number(first), second: Number(second ?? dashedSecond), year: fullYear(year ?? dashedYear), clock };
}

/** Orders are of this century: the service takes none from before 2000. */
const fullYear = (digits = ''): number => Number(digits) + (digits.length === 2 ? 2000 : 0);

/** Tells in which order the dates of a file have day and month; `unknown` when they can be read in both, null when they never could. */
export type SlashEvidence = SlashOrder | 'unknown' | null;

/** Looks for a day after the 12th. Dates that contradict each other leave the order unknown. */
export function slashEvidenceOf(dates: Iterable<string>): SlashEvidence {
  let isAsked = false;
  const found = new Set<SlashOrder>();
  for (const date of dates) {
    const slashed = slashedDate(date.trim());
    if (slashed === null) continue;
    const { first, second } = slashed;
    if (first > 12) found.add('day_first');
    else if (second > 12) found.add('month_first');
    else if (first !== second) isAsked = true;
  }
  if (found.size === 1) return [...found][0] as SlashOrder;
  return isAsked ? 'unknown' : null;
}

interface ClockTime {
  /** Milliseconds from midnight UTC of the written date; negative or more than a day when the time names a zone. */
  readonly sinceMidnightMs: number;
  readonly hasZone: boolean;
}

function readClock(clock: string): ClockTime | null {
  const match = CLOCK.exec(clock.trim());
  if (match === null) return null;
  const [, hourText, minuteText, secondText = '0', fraction = '', half = '', utc, sign, zoneHours = '0', zoneMinutes = '0'] = match;
  const hour = toHour(Number(hourText), half.toLowerCase());
  const [minute, second] = [Number(minuteText), Number(secondText)];
  if (hour === null || minute > 59 || second > 59 || Number(zoneHours) > 18) return null;
  const zone = (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
  const sinceMidnightMs = (hour * 60 + minute - zone) * MINUTE_MS + second * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return { sinceMidnightMs, hasZone: utc !== undefined || sign !== undefined };
}

function toHour(hour: number, half: string): number | null {
  if (half === '') return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.startsWith('p') ? 12 : 0);
}
