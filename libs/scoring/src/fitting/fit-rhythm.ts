import {
  byQuantile,
  FEWEST_GAPS,
  PRIOR_GAPS,
  priorShareWithin,
  shrunken,
  type GapQuantiles,
  type ShopRhythm,
} from '../model/rhythm/rhythm.js';
import { gapsOf, medianOf, quantileOf, toSorted } from '../orders/gaps.js';
import { customerCount, type CustomerRows, type OrderDays } from '../orders/order-days.js';

/**
 * A gap counts where the history goes on after its beginning for this many times the 80 % quantile. Of the gaps that began later only the
 * short ones are complete: with them, three in four customers order by the day that four in five should. Chosen on five shops.
 */
const FOLLOWED_FOR = 2;
/** Order days that are read. More of them move no quantile. */
const MOST_DAYS = 200_000;
/** Gaps that the usual variance within a customer is worth. */
const GAPS_OF_USUAL_VARIANCE = 10;
const LONGEST_GAP_DAYS = 1e6;
const BISECTIONS = 60;

/** Completed gaps, and for how long the history goes on after the beginning of each: both in the same unit. */
interface Gaps {
  readonly lengths: number[];
  readonly followed: number[];
}

/** Reads the rhythm of a shop from the completed gaps of its customers. While there are few, other shops fill up for those that are missing. */
export function fitRhythm(sample: OrderDays): ShopRhythm {
  const history = firstDays(sample);
  const end = history.day.reduce((latest, day) => Math.max(latest, day), -Infinity);
  const medians: number[] = [];
  const second: Gaps = { lengths: [], followed: [] };
  let gaps = 0;
  let [deviations, freedom] = [GAPS_OF_USUAL_VARIANCE * PRIOR_GAPS.lnGapVariance, GAPS_OF_USUAL_VARIANCE];
  for (let customer = 0; customer < customerCount(history); customer++) {
    const rows = rowsOf(history, customer);
    const own = gapsOf(history, rows);
    if (own.length === 0) continue;
    gaps += own.length;
    medians.push(medianOf(own));
    second.lengths.push(own[0]!);
    second.followed.push(end - history.day[rows.from]!);
    if (hasPlaced(history, rows)) continue;
    deviations += squaredDeviations(own);
    freedom += own.length - 1;
  }
  const typicalGapDays = typicalOf(medians, gaps);
  return {
    typicalGapDays,
    lnGapVariance: deviations / freedom,
    next: quantilesOf(nextOverOwn(history, typicalGapDays, end)),
    second: quantilesOf(second) ?? filledUp(second.lengths),
    gaps,
    returned: medians.length,
  };
}

/**
 * Takes the first customers of a sample, with at most `MOST_DAYS` order days together; at least one customer. More would take noticeable
 * time.
 */
function firstDays({ offsets, day, value, placed }: OrderDays): OrderDays {
  if (day.length <= MOST_DAYS) return { offsets, day, value, placed };
  const customers = Math.max(1, offsets.findIndex((offset) => offset > MOST_DAYS) - 1);
  const rows = offsets[customers]!;
  return {
    offsets: offsets.subarray(0, customers + 1),
    day: day.subarray(0, rows),
    value: value.subarray(0, rows),
    placed: placed?.subarray(0, rows),
  };
}

/** Days that stand for orders of unknown days are evenly apart, so the gaps between them show a mean and no spread. */
const hasPlaced = ({ placed }: OrderDays, { from, to }: CustomerRows): boolean =>
  placed !== undefined && placed.subarray(from, to).includes(1);

function typicalOf(medians: readonly number[], gaps: number): number {
  const usual = PRIOR_GAPS.typicalGapDays;
  if (gaps === 0) return usual;
  const known = Math.min(1, gaps / FEWEST_GAPS);
  return known === 1 ? medianOf(medians) : medianOf(medians) ** known * usual ** (1 - known);
}

/** Σ (ln gap − its mean)² */
function squaredDeviations(gaps: Int32Array): number {
  let [sum, squares] = [0, 0];
  for (const gap of gaps) {
    const ln = Math.log(gap);
    sum += ln;
    squares += ln * ln;
  }
  return Math.max(0, squares - (sum * sum) / gaps.length);
}

/** Quantiles of some days to the second order, and of those of other shops in the place of all that are missing. */
function filledUp(lengths: readonly number[]): GapQuantiles {
  const shareWithin = (days: number): number => {
    const own = lengths.reduce((count, length) => count + (length <= days ? 1 : 0), 0);
    return (own + (FEWEST_GAPS - lengths.length) * priorShareWithin(days)) / FEWEST_GAPS;
  };
  return byQuantile((share) => {
    let [low, high] = [0, LONGEST_GAP_DAYS];
    for (let step = 0; step < BISECTIONS; step++) {
      const middle = (low + high) / 2;
      if (shareWithin(middle) < share) low = middle;
      else high = middle;
    }
    return high;
  });
}

/** Each gap of customers who had come back before, over their shrunken own gap of then. */
function nextOverOwn(history: OrderDays, typicalDays: number, end: number): Gaps {
  const next: Gaps = { lengths: [], followed: [] };
  for (let customer = 0; customer < customerCount(history); customer++) {
    const rows = rowsOf(history, customer);
    if (hasPlaced(history, rows)) continue;
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

/** Returns the quantiles of the gaps that were followed long enough; of all, while these are too few. Null with too few gaps. */
function quantilesOf({ lengths, followed }: Gaps): GapQuantiles | null {
  if (lengths.length < FEWEST_GAPS) return null;
  const all = quantilesOfLengths(lengths);
  const followedLong = lengths.filter((_, gap) => followed[gap]! >= FOLLOWED_FOR * all.p80);
  return followedLong.length < FEWEST_GAPS ? all : quantilesOfLengths(followedLong);
}

function quantilesOfLengths(lengths: readonly number[]): GapQuantiles {
  const sorted = toSorted(lengths);
  return byQuantile((share) => quantileOf(sorted, share));
}

const rowsOf = (history: OrderDays, customer: number): { from: number; to: number } => ({
  from: history.offsets[customer]!,
  to: history.offsets[customer + 1]!,
});
