import type { CustomerRows, OrderDays } from './order-days.js';

/** Returns the gaps between the order days of one customer, in days, in the order in which they came. */
export function gapsOf({ day }: OrderDays, { from, to }: CustomerRows): Int32Array {
  const gaps = new Int32Array(Math.max(0, to - from - 1));
  for (let i = 0; i < gaps.length; i++) gaps[i] = day[from + i + 1]! - day[from + i]!;
  return gaps;
}

/** Σ ln gap over the gaps of one customer; 0 with one order day. */
export function lnGapSum({ day }: OrderDays, { from, to }: CustomerRows): number {
  let sum = 0;
  for (let row = from + 1; row < to; row++) sum += Math.log(day[row]! - day[row - 1]!);
  return sum;
}

/** Returns the middle of the values, or the mean of the two in the middle; NaN without values. */
export const medianOf = (values: Int32Array | Float64Array | readonly number[]): number => quantileOf(toSorted(values), 0.5);

/** Returns a quantile by linear interpolation; NaN without values. @param sorted ascending */
export function quantileOf(sorted: Float64Array, share: number): number {
  if (sorted.length === 0) return Number.NaN;
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const above = sorted[Math.min(low + 1, sorted.length - 1)]!;
  return sorted[low]! + (at - low) * (above - sorted[low]!);
}

export const toSorted = (values: ArrayLike<number>): Float64Array => Float64Array.from(values).toSorted();
