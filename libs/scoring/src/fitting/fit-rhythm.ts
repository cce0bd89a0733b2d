import { byQuantile, shrunken, type GapQuantiles, type ShopRhythm } from '../model/rhythm.js';
import { gapsOf, medianOf, quantileOf, toSorted } from '../orders/gaps.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';

/** Fewer completed gaps say less than MBG/NBD does. */
const FEWEST_GAPS = 20;

/**
 * A gap counts where the history goes on after its beginning for this many times the 80 % quantile. Of the gaps that began later only the
 * short ones are complete: with them, three in four customers order by the day that four in five should. Chosen on five shops.
 */
const FOLLOWED_FOR = 2;

/** Completed gaps, and for how long the history goes on after the beginning of each: both in the same unit. */
interface Gaps {
  readonly lengths: number[];
  readonly followed: number[];
}

/** Reads the rhythm of a shop from the completed gaps of its customers; null with fewer than 20 of them. */
export function fitRhythm(history: OrderDays): ShopRhythm | null {
  const end = history.day.reduce((latest, day) => Math.max(latest, day), -Infinity);
  const medians: number[] = [];
  const second: Gaps = { lengths: [], followed: [] };
  let completed = 0;
  for (let customer = 0; customer < customerCount(history); customer++) {
    const rows = rowsOf(history, customer);
    const gaps = gapsOf(history, rows);
    if (gaps.length === 0) continue;
    completed += gaps.length;
    medians.push(medianOf(gaps));
    second.lengths.push(gaps[0]!);
    second.followed.push(end - history.day[rows.from]!);
  }
  if (completed < FEWEST_GAPS) return null;
  const typicalGapDays = medianOf(medians);
  return { typicalGapDays, next: quantilesOf(nextOverOwn(history, typicalGapDays, end)), second: quantilesOf(second) };
}

/** Each gap of customers who had come back before, over their shrunken own gap of then. */
function nextOverOwn(history: OrderDays, typicalDays: number, end: number): Gaps {
  const next: Gaps = { lengths: [], followed: [] };
  for (let customer = 0; customer < customerCount(history); customer++) {
    const rows = rowsOf(history, customer);
    let lnSum = 0;
    for (const [before, gap] of gapsOf(history, rows).entries()) {
      if (before > 0) {
        const own = shrunken(lnSum, before, typicalDays);
        next.lengths.push(gap / own);
        next.followed.push((end - history.day[rows.from + before]!) / own);
      }
      lnSum += Math.log(gap);
    }
  }
  return next;
}

/** Returns the quantiles of the gaps that were followed long enough; of all, while these are too few. */
function quantilesOf({ lengths, followed }: Gaps): GapQuantiles | null {
  if (lengths.length < FEWEST_GAPS) return null;
  const all = quantilesOfLengths(lengths);
  const settled = lengths.filter((_, gap) => followed[gap]! >= FOLLOWED_FOR * all.p80);
  return settled.length < FEWEST_GAPS ? all : quantilesOfLengths(settled);
}

function quantilesOfLengths(lengths: readonly number[]): GapQuantiles {
  const sorted = toSorted(lengths);
  return byQuantile((share) => quantileOf(sorted, share));
}

const rowsOf = (history: OrderDays, customer: number): { from: number; to: number } => ({
  from: history.offsets[customer]!,
  to: history.offsets[customer + 1]!,
});
