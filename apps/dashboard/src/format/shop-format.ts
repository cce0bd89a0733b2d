import { withMinus } from './money-in';

const LANGUAGE = 'en';
const DAY_MS = 86_400_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Formats values of the API in the currency and time zone of a shop. Decimals are strings; instants are ISO 8601. */
export interface ShopFormat {
  /** `€1,234.50`; `whole` leaves out the cents, `round` does so from 100 on, and `short` writes thousands as `€1.2K`. */
  readonly money: (amount: string | number, style?: 'exact' | 'whole' | 'round' | 'short') => string;
  readonly number: (value: number) => string;
  /** A fraction, such as 0.4312: `43%`. What is not nothing is never `0%`: `<1%`. */
  readonly percent: (share: string | number, digits?: number) => string;
  /**
   * A score, which agrees with its label: 0.6996 is below 70%. It never shows 0% or 100%, because no score is certain:
   * `83%`, `<1%`, `>99%`.
   */
  readonly score: (score: string | number) => string;
  /** Returns the chance of an order, rounded so that amounts calculated from it agree. With a score just below a label, both add up to 99%. */
  readonly scoreRest: (score: string | number) => string;
  /** The day of an instant in the time zone of the shop: `21 Nov 2026`. */
  readonly date: (instant: string) => string;
  /** Both days of a period, without the year: `12–24 Nov`. */
  readonly dateRange: (from: string, to: string) => string;
  /** A day of the analytics, such as `2026-11-21`: `21 Nov`. */
  readonly day: (day: string) => string;
  /** A UTC day with its year, such as `2026-11-21` or its first instant: `21 Nov 2026`. */
  readonly utcDate: (day: string) => string;
  /** The day `count` days before today, in the time zone of the shop: `26 Oct 2026`. */
  readonly daysAgo: (count: number, now: Date) => string;
  /** The midnights since an instant in the time zone of the shop, as a reader with a calendar counts days; never negative. */
  readonly daysSince: (instant: string, now: Date) => number;
  readonly dateTime: (instant: string) => string;
  /** Like `dateTime`, but without a time at the first instant of a day: orders of files with dates only have that time, hardly any others do. */
  readonly orderTime: (instant: string) => string;
  /** The distance from now: `3 days ago`. */
  readonly relative: (instant: string, now: Date) => string;
  /** Like `relative` for what has happened: an instant that another clock has put ahead of `now` is now. */
  readonly ago: (instant: string, now: Date) => string;
}

export function shopFormat(currency: string, timeZone: string): ShopFormat {
  const money = {
    exact: new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency }),
    whole: new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency, maximumFractionDigits: 0 }),
    short: new Intl.NumberFormat(LANGUAGE, { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 }),
  };
  const number = new Intl.NumberFormat(LANGUAGE);
  const date = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium' });
  const days = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short' });
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' });
  const utcDate = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'medium' });
  const dateTime = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  // A day begins at 01:00 when the clocks go forward at midnight. A date of a file then has that time.
  const beginsDay = (instant: Date): boolean => date.format(instant) !== date.format(instant.getTime() - 1);
  return {
    money: (amount, style = 'exact') => withMinus(money[styleFor(Number(amount), style)].format(Number(amount))),
    number: (value) => withMinus(number.format(value)),
    percent: (share, digits = 0) => percentOf(Number(share), digits),
    score: (score) => sure(shownPercent(score)),
    scoreRest: (score) => sure(shownPercent(score) === PERCENT ? 0 : Math.round(PERCENT * (1 - Number(score)))),
    date: (instant) => date.format(new Date(instant)),
    dateRange: (from, to) => days.formatRange(new Date(from), new Date(to)),
    day: (text) => day.format(new Date(text)),
    utcDate: (text) => utcDate.format(new Date(text)),
    daysAgo: (count, now) => utcDate.format(civilMidnight(now, timeZone) - count * DAY_MS),
    daysSince: (instant, now) => Math.max(0, daysBetween(new Date(instant), now, timeZone)),
    dateTime: (instant) => dateTime.format(new Date(instant)),
    orderTime: (instant) => (beginsDay(new Date(instant)) ? date : dateTime).format(new Date(instant)),
    relative: (instant, now) => relative(new Date(instant), now, timeZone),
    ago: (instant, now) => relative(new Date(Math.min(Date.parse(instant), now.getTime())), now, timeZone),
  };
}

/** The first UTC instant of the day that it is in a time zone: whole days can be subtracted from it, also where clocks change. */
function civilMidnight(now: Date, timeZone: string): number {
  // The Swedish format of a day is that of ISO 8601.
  return Date.parse(new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now));
}

/** The midnights from one instant to a later one, negative to an earlier one. */
const daysBetween = (from: Date, to: Date, timeZone: string): number =>
  Math.round((civilMidnight(to, timeZone) - civilMidnight(from, timeZone)) / DAY_MS);

const YEAR_MONTHS = 12;

/** The whole months of the calendar from one instant to a later one, negative to an earlier one. A month ends on the same date, or on the last of a shorter month. */
function monthsBetween(from: Date, to: Date, timeZone: string): number {
  if (from > to) return -monthsBetween(to, from, timeZone);
  const [start, end] = [new Date(civilMidnight(from, timeZone)), new Date(civilMidnight(to, timeZone))];
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * YEAR_MONTHS + end.getUTCMonth() - start.getUTCMonth();
  const isLast = new Date(end.getTime() + DAY_MS).getUTCDate() === 1;
  return months > 0 && end.getUTCDate() < start.getUTCDate() && !isLast ? months - 1 : months;
}

/** From this amount on, cents say nothing. */
const LARGE = 100;
const roundStyle = (amount: number): 'exact' | 'whole' => (Math.abs(amount) >= LARGE ? 'whole' : 'exact');

/** Below it, a compact format would write €0.0 and CHF 12.5, with one decimal in any currency. */
const SHORTENED = 1000;

function styleFor(amount: number, style: 'exact' | 'whole' | 'round' | 'short'): 'exact' | 'whole' | 'short' {
  if (style === 'short' && Math.abs(amount) < SHORTENED) return Number.isInteger(amount) ? 'whole' : roundStyle(amount);
  return style === 'round' ? roundStyle(amount) : style;
}

/** Writes a share. Only nothing is 0%, and only the whole is 100%. */
function percentOf(share: number, digits: number): string {
  const format = new Intl.NumberFormat(LANGUAGE, { style: 'percent', maximumFractionDigits: digits });
  const unit = 10 ** -(digits + 2);
  const units = Math.round(share / unit);
  if (share > 0 && units === 0) return `<${format.format(unit)}`;
  if (share < 1 && units === Math.round(1 / unit)) return `>${format.format(1 - unit)}`;
  return withMinus(format.format(share));
}

/** Scores have four decimals. */
const SCORE_UNITS = 10_000;
const UNITS_PER_PERCENT = 100;
/** From this score on, in units, so little is left that 99% would say too little. */
const NEARLY_CERTAIN = 9950;

const PERCENT = 100;
/** Labels usually begin at a multiple of this. */
const BOUND_PERCENT = 10;

/** Returns whole percent, rounded, but not up to where a label may begin. */
function shownPercent(score: string | number): number {
  const units = Math.round(Number(score) * SCORE_UNITS);
  if (units >= NEARLY_CERTAIN) return PERCENT;
  const [rounded, below] = [Math.round(units / UNITS_PER_PERCENT), Math.floor(units / UNITS_PER_PERCENT)];
  return rounded % BOUND_PERCENT === 0 ? below : rounded;
}

/** @param percent whole */
function sure(percent: number): string {
  if (percent >= 100) return '>99%';
  return percent <= 0 ? '<1%' : `${percent}%`;
}

const RELATIVE = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });

function relative(instant: Date, now: Date, timeZone: string): string {
  const months = monthsBetween(instant, now, timeZone);
  if (Math.abs(months) >= YEAR_MONTHS) return RELATIVE.format(-Math.trunc(months / YEAR_MONTHS), 'year');
  if (months !== 0) return RELATIVE.format(-months, 'month');
  const distanceMs = instant.getTime() - now.getTime();
  const [unit, length] = UNITS.find(([, ms]) => Math.abs(distanceMs) >= ms) ?? (['second', 1000] as const);
  return RELATIVE.format(unit === 'day' ? -daysBetween(instant, now, timeZone) : Math.round(distanceMs / length), unit);
}
