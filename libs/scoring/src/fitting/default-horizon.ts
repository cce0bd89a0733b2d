import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { withEarlierDays } from '../model/earlier/earlier-days.js';
import { DEFAULT_HORIZON_DAYS } from '../model/model.js';
import { PRIOR_MBG } from '../model/prior.js';

/**
 * Periods that merchants plan in. Rounding up to one of them keeps the horizon stable from fit to fit. A whole year is too long to act on
 * unless the tenant chooses it.
 */
const HORIZONS_DAYS = [7, 14, 30, 45, 60, 90, 120, 180] as const;
const COVERED_SHARE = 0.8;
const FEWEST_GAPS = 20;

/**
 * Days within which four of five of a shop's repeat orders follow the order before: the smallest usual horizon that covers the
 * 80 % quantile of the gaps between order days; 90 while there are fewer than 20 gaps, at most 180.
 */
export function defaultHorizon(given: OrderDays): number {
  const history = withEarlierDays(given, PRIOR_MBG);
  const longest = HORIZONS_DAYS.at(-1) ?? DEFAULT_HORIZON_DAYS;
  const gapsOfLength = new Uint32Array(longest + 2);
  let gaps = 0;
  for (let customer = 0; customer < customerCount(history); customer++) {
    for (let row = history.offsets[customer]! + 1; row < history.offsets[customer + 1]!; row++) {
      const length = Math.min(longest + 1, history.day[row]! - history.day[row - 1]!);
      gapsOfLength[length] = gapsOfLength[length]! + 1;
      gaps += 1;
    }
  }
  if (gaps < FEWEST_GAPS) return DEFAULT_HORIZON_DAYS;
  return HORIZONS_DAYS.find((horizon) => countUpTo(gapsOfLength, horizon) >= COVERED_SHARE * gaps) ?? longest;
}

/** Returns the neighbour of the horizon among the usual ones on the way to another; the horizon itself when nothing lies between. */
export function nextHorizon(from: number, to: number): number {
  if (to > from) return Math.min(to, HORIZONS_DAYS.find((days) => days > from) ?? to);
  return Math.max(to, HORIZONS_DAYS.findLast((days) => days < from) ?? to);
}

function countUpTo(gapsOfLength: Uint32Array, longest: number): number {
  let count = 0;
  for (let length = 0; length <= longest; length++) count += gapsOfLength[length]!;
  return count;
}
