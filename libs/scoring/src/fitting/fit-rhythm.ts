import { byQuantile, shrunken, type GapQuantiles, type ShopRhythm } from '../model/rhythm.js';
import { gapsOf, medianOf, quantileOf, toSorted } from '../orders/gaps.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';

/** Fewer completed gaps say less than MBG/NBD does. */
const FEWEST_GAPS = 20;

/** Reads the rhythm of a shop from the completed gaps of its customers; null with fewer than 20 of them. */
export function fitRhythm(history: OrderDays): ShopRhythm | null {
  const medians: number[] = [];
  const second: number[] = [];
  let completed = 0;
  for (let customer = 0; customer < customerCount(history); customer++) {
    const gaps = gapsOf(history, rowsOf(history, customer));
    if (gaps.length === 0) continue;
    completed += gaps.length;
    medians.push(medianOf(gaps));
    second.push(gaps[0]!);
  }
  if (completed < FEWEST_GAPS) return null;
  const typicalGapDays = medianOf(medians);
  return { typicalGapDays, next: quantilesOf(nextOverOwn(history, typicalGapDays)), second: quantilesOf(second) };
}

/** Each gap of customers who had come back before, over their shrunken own gap of then. */
function nextOverOwn(history: OrderDays, typicalDays: number): number[] {
  const ratios: number[] = [];
  for (let customer = 0; customer < customerCount(history); customer++) {
    const gaps = gapsOf(history, rowsOf(history, customer));
    let lnSum = 0;
    for (const [before, gap] of gaps.entries()) {
      if (before > 0) ratios.push(gap / shrunken(lnSum, before, typicalDays));
      lnSum += Math.log(gap);
    }
  }
  return ratios;
}

function quantilesOf(values: readonly number[]): GapQuantiles | null {
  if (values.length < FEWEST_GAPS) return null;
  const sorted = toSorted(values);
  return byQuantile((share) => quantileOf(sorted, share));
}

const rowsOf = (history: OrderDays, customer: number): { from: number; to: number } => ({
  from: history.offsets[customer]!,
  to: history.offsets[customer + 1]!,
});
