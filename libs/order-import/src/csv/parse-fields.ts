import { instantOf } from './wall-time.js';

/** The result of parsing a field: its value, or the reason why it is wrong. */
export type Parsed<T> = { kind: 'value'; value: T } | { kind: 'wrong'; reason: string };

/** The meaning of what a date leaves out. */
export interface DateRules {
  /** The zone of times that name none, an IANA name. Default: UTC. */
  readonly timeZone?: string;
  /** The order of day and month in a date with slashes when both are possible. Default: such a date is refused. */
  readonly slashes?: SlashOrder | null;
}

export type SlashOrder = 'month_first' | 'day_first';

const value = <T>(parsed: T): Parsed<T> => ({ kind: 'value', value: parsed });
const wrong = (reason: string): Parsed<never> => ({ kind: 'wrong', reason });

const YEAR_FIRST = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ]+(.*))?$/;
const SLASHES = /^(\d{1,2})(?:\/(\d{1,2})\/(\d{4}|\d{2})|-(\d{1,2})-(\d{4}))(?:[T, ]+(.*))?$/;
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})(?:[T, ]+(.*))?$/;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([AaPp]\.?[Mm]\.?)?\s*(?:(Z|UTC|GMT)|([+-])(\d{2}):?(\d{2}))?$/;
const EPOCH = /^\d{10}(?:\d{3})?$/;
const MINUTE_MS = 60_000;

type DateParts = readonly [year: number, month: number, day: number, clock: string | undefined];

/**
 * Reads an instant: ISO 8601 with or without a time, also with blanks ("2024-01-15 10:22:33 -0500"), dates with dots (day
 * first), slashes or dashes, or seconds or milliseconds since 1970. Without a time it is midnight.
 */
export function parseInstant(text: string, { timeZone = 'UTC', slashes = null }: DateRules = {}): Parsed<Date> {
  const trimmed = text.trim();
  if (trimmed === '') return wrong('the time is empty');
  if (EPOCH.test(trimmed)) return value(new Date(Number(trimmed) * (trimmed.length === 10 ? 1000 : 1)));
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
  const dots = DOTS.exec(text);
  if (dots !== null) return [fullYear(dots[3]), Number(dots[2]), Number(dots[1]), dots[4]];
  const slashed = slashedDate(text);
  if (slashed === null) return null;
  const { first, second, year, clock } = slashed;
  if (slashes === 'month_first' || (second > 12 && first <= 12) || first === second) return [year, first, second, clock];
  return slashes === 'day_first' || first > 12 ? [year, second, first, clock] : 'ambiguous';
}

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

const LONGEST_AMOUNT = 40;
const EXPONENT = /^[+-]?\d+(?:\.\d+)?e[+-]?\d+$/i;
const NAME_OF_CURRENCY = String.raw`(?:\p{L}{0,4}\.?\p{Sc}|\p{L}{1,4}\.?)?`;
const AMOUNT = new RegExp(String.raw`^'?([+-]?)\s*${NAME_OF_CURRENCY}\s*([+-]?)\s*([\d.,\s'’]*\d[.,]?)\s*${NAME_OF_CURRENCY}\s*(-?)$`, 'u');

/**
 * Reads an amount of money, `null` when the field is empty. It ignores currencies and grouping. Of a point and a comma the last one is the
 * decimal sign. Commas alone are decimal signs unless exactly three digits follow each ("1,234" is 1234). A negative amount has a minus
 * before or behind it, or stands in brackets.
 */
export function parseAmount(text: string): Parsed<number | null> {
  const trimmed = text.trim();
  if (trimmed === '') return value(null);
  if (trimmed.length > LONGEST_AMOUNT) return wrong(`"${trimmed.slice(0, LONGEST_AMOUNT)}…" is not an amount`);
  if (EXPONENT.test(trimmed)) return value(Number(trimmed));
  // "12,-" are 12 without cents.
  const written = trimmed.replaceAll(/[\u2010-\u2015\u2212]/g, '-').replace(/(?<=\d)[.,]-+(?=[^\d-]*$)/, '');
  const bracketed = /^([^\d()]*)\(([^()]*)\)([^\d()]*)$/.exec(written);
  const match = AMOUNT.exec(bracketed === null ? written : `${bracketed[1]}${bracketed[2]}${bracketed[3]}`);
  const signs = [match?.[1], match?.[2], match?.[4], bracketed === null ? '' : '-'].filter((sign) => sign !== undefined && sign !== '');
  const plain = withDecimalPoint((match?.[3] ?? '').replaceAll(/(?<=\d)[\s'’](?=\d)/g, ''));
  if (signs.length > 1 || !/^(?:\d+\.?\d*|\.\d+)$/.test(plain)) return wrong(`"${trimmed}" is not an amount`);
  return value(Number(plain) * (signs[0] === '-' ? -1 : 1));
}

/** Groups of thousands, or of hundreds before the last three digits as in India. */
const GROUPS = /^(?:\d{1,3}(?:[.,]\d{3})+|\d{1,2}(?:,\d{2})+,\d{3})$/;

function withDecimalPoint(text: string): string {
  const [comma, point] = [text.lastIndexOf(','), text.lastIndexOf('.')];
  if (comma === -1) return text.indexOf('.') !== point && GROUPS.test(text) ? text.replaceAll('.', '') : text;
  if (point > comma) return text.replaceAll(',', '');
  if (point !== -1) return text.replaceAll('.', '').replace(',', '.');
  return GROUPS.test(text) ? text.replaceAll(',', '') : text.replace(',', '.');
}

/** Reads a currency code (ISO 4217: three letters), `null` when the field is empty. */
export function parseCurrency(text: string): Parsed<string | null> {
  const code = text.trim().toUpperCase();
  if (code === '') return value(null);
  return /^[A-Z]{3}$/.test(code) ? value(code) : wrong(`"${text.trim()}" is not a currency code such as EUR`);
}
