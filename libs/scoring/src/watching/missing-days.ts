import { CELLS, type OrderCounts } from './order-counts.js';

/** Days without any order, at which a shop of this usual number of orders has not been silent by chance. */
const NOT_BY_CHANCE = 10;
const USUAL_DAYS = 56;
const WEEK_DAYS = 7;

/** Days on which no order arrived, though some should have. */
export interface MissingDays {
  /** 1 for each of them, and for the days before and after, because a part of those may be missing. */
  readonly missing: Uint8Array;
  /** The days at the end without an order, however few. */
  readonly atEnd: { readonly days: number; readonly expected: number };
}

/**
 * Finds days without any of their orders. The cause is a broken integration or a file that has not been uploaded, not customers who leave.
 */
export function missingDays(counts: OrderCounts, observed: Float64Array): MissingDays {
  const { days, joined } = counts;
  const orders = observed.map((back, day) => back + joined[day]!);
  const missing = new Uint8Array(days);
  let [silent, expected] = [0, 0];
  for (let day = 0; day <= days; day++) {
    if (day < days && orders[day] === 0) {
      expected += usualOn(orders, missing, day, day - silent);
      silent += 1;
      continue;
    }
    const isAtEnd = day === days && silent > 0;
    if (isAtEnd || expected >= NOT_BY_CHANCE) missing.fill(1, Math.max(0, day - silent - 1), Math.min(days, day + 1));
    if (day === days) return { missing, atEnd: { days: silent, expected } };
    [silent, expected] = [0, 0];
  }
  throw new Error('a loop over no days');
}

export const isByChance = (expected: number): boolean => expected < NOT_BY_CHANCE;

/** The mean of this weekday in the eight weeks before the silence. */
function usualOn(orders: Float64Array, missing: Uint8Array, day: number, silentFrom: number): number {
  let [sum, weeks] = [0, 0];
  const before = day - WEEK_DAYS * Math.ceil((day - silentFrom + 1) / WEEK_DAYS);
  for (let same = before; same >= Math.max(0, silentFrom - USUAL_DAYS); same -= WEEK_DAYS) {
    if (missing[same] === 1) continue;
    sum += orders[same]!;
    weeks += 1;
  }
  return weeks === 0 ? 0 : sum / weeks;
}

/** Customers who came back, by day. */
export function comingBack({ days, back }: OrderCounts): Float64Array {
  const sums = new Float64Array(days);
  for (let cell = 0; cell < CELLS; cell++) for (let day = 0; day < days; day++) sums[day]! += back[cell * days + day]!;
  return sums;
}
