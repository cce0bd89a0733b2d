import { DAY_MS } from '#libs/core';

/** A bump of demand in the year: its peak as day of the year (0 = 1 January), its width in days and its height over 1. */
interface Bump {
  readonly peak: number;
  readonly width: number;
  readonly height: number;
}

const BUMPS: readonly Bump[] = [
  { peak: 331, width: 4, height: 1.1 }, // sales at the end of November
  { peak: 344, width: 10, height: 0.8 }, // Christmas presents, ordered some days before
  { peak: 130, width: 9, height: 0.15 },
  { peak: 33, width: 25, height: -0.22 },
  { peak: 215, width: 18, height: -0.15 },
];
const YEAR_DAYS = 365.25;

/** Demand by weekday, Sunday first. */
const WEEKDAYS = [1.18, 1.08, 1.0, 0.98, 0.97, 0.84, 0.95] as const;

/** Orders by hour of the day, from midnight on: few at night, peaks at noon and in the evening. */
const HOURS = [3, 1, 1, 1, 1, 2, 6, 14, 24, 32, 38, 40, 42, 38, 36, 36, 38, 42, 50, 60, 66, 56, 32, 12] as const;
const HOURS_TOTAL = HOURS.reduce<number>((sum, weight) => sum + weight, 0);

/** The maximum of `demandOn`, as the envelope for thinning. */
export const DEMAND_MAX = 2.9;

/** Returns the demand on the UTC day of an instant, relative to an ordinary day (1). */
export function demandOn(timeMs: number): number {
  const day = new Date(timeMs);
  const dayOfYear = (timeMs - Date.UTC(day.getUTCFullYear(), 0, 1)) / DAY_MS;
  const season = BUMPS.reduce((sum, bump) => sum + bump.height * bell(circularDistance(dayOfYear, bump.peak) / bump.width), 1);
  return season * (WEEKDAYS[day.getUTCDay()] ?? 1);
}

/** Returns the time of an order, in milliseconds after midnight. @param share uniform in [0, 1). */
export function timeOfDayMs(share: number): number {
  let rest = share * HOURS_TOTAL;
  for (const [hour, weight] of HOURS.entries()) {
    if (rest < weight) return Math.floor(((hour + rest / weight) * DAY_MS) / 24 / 1000) * 1000;
    rest -= weight;
  }
  return DAY_MS - 1000;
}

const bell = (x: number): number => Math.exp(-0.5 * x * x);

function circularDistance(a: number, b: number): number {
  const distance = Math.abs(a - b);
  return Math.min(distance, YEAR_DAYS - distance);
}
