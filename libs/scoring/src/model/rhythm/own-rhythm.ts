import type { CustomerRows, OrderDays } from '../../orders/order-days.js';

/** A rhythm read from the gaps of one customer alone. */
export interface OwnRhythm {
  /** Probability that the customer orders by a rhythm of the own, and not as others of the shop do. 0 to 1. */
  readonly weight: number;
  /** Mean of ln gap, and the spread of the next one about it. */
  readonly mean: number;
  readonly spread: number;
}

/** Gaps that are usual in the shop. */
export interface ShopGaps {
  readonly typicalGapDays: number;
  /** Variance of ln gap within a customer. */
  readonly lnGapVariance: number;
}

/** One gap shows no regularity. */
const FEWEST_GAPS = 2;
/** Share of the customers with a rhythm of their own, before anything is seen. Of 0.01 to 0.05 this kept the promised coverage best, on five logs. */
const REGULAR_SHARE = 0.01;
/** Spread of ln gap of a customer with a rhythm of the own, worth two gaps: a yearly order comes within some weeks. */
const REGULAR_SPREAD = 0.15;
const GAPS_OF_REGULAR_SPREAD = 2;
/** Orders are known by the day: half a day is the error of a gap, which makes short gaps look alike. */
const DAY_ERROR = 0.5;
/** Distance of an own rhythm from the shop's, as a standard deviation of ln gap. */
const FAR_FROM_SHOP = 1.5;
/** The mean ln gap of other customers varies by this share of the variance within one. It is what the two gaps of the shop's length stand for. */
const VARIANCE_BETWEEN = 0.5;
const LARGEST_LN_ODDS = 50;

/** The answer for a customer without a rhythm of the own. */
const NONE: OwnRhythm = { weight: 0, mean: 0, spread: 0 };

/**
 * Compares two explanations of a customer's gaps: gaps as others of the shop have them, with a mean near the shop's; or an own rhythm with
 * a narrow spread at any distance from the shop's. Regular gaps soon favour the second, especially far from what is usual: a customer who
 * orders each year does not become late among customers who buy monthly.
 */
export function ownRhythmOf({ day }: OrderDays, { from, to }: CustomerRows, { typicalGapDays, lnGapVariance }: ShopGaps): OwnRhythm {
  const gaps = to - from - 1;
  if (gaps < FEWEST_GAPS) return NONE;
  let [sum, squares] = [0, 0];
  for (let row = from + 1; row < to; row++) {
    const ln = Math.log(day[row]! - day[row - 1]!);
    sum += ln;
    squares += ln * ln;
  }
  const mean = sum / gaps;
  const deviations = Math.max(0, squares - gaps * mean * mean);
  const least = REGULAR_SPREAD ** 2 + (DAY_ERROR / Math.exp(mean)) ** 2;
  const own = Math.min(lnGapVariance, (deviations + GAPS_OF_REGULAR_SPREAD * least) / (gaps - 1 + GAPS_OF_REGULAR_SPREAD));
  const bySpread = (gaps - 1) * 0.5 * Math.log(lnGapVariance / own) - 0.5 * deviations * (1 / own - 1 / lnGapVariance);
  const distance = mean - Math.log(typicalGapDays);
  const [near, far] = [lnGapVariance * (VARIANCE_BETWEEN + 1 / gaps), FAR_FROM_SHOP ** 2 + own / gaps];
  const byMean = 0.5 * Math.log(near / far) - 0.5 * distance ** 2 * (1 / far - 1 / near);
  const odds = Math.exp(Math.min(LARGEST_LN_ODDS, Math.log(REGULAR_SHARE) + bySpread + byMean));
  return { weight: odds / (1 + odds), mean, spread: Math.sqrt(own * (1 + 1 / gaps)) };
}

const YEAR_DAYS = 365;
const YEARS_BACK = 2;
/** Days by which the beginning of a pause may differ from that of a year before. */
const SAME_SEASON_DAYS = 21;
/** A pause may be longer than that of a year before by a tenth. */
const LONGER = 1.1;

/**
 * Returns the longest pause that the customer made at the same time one or two years before, in days: the summer of customers who order in
 * school years, or the time from one term, season or birthday to the next. 0 without such a pause.
 */
export function samePauseDays({ day }: OrderDays, { from, to }: CustomerRows): number {
  if (to - from - 1 < FEWEST_GAPS) return 0;
  const last = day[to - 1]!;
  let longest = 0;
  for (let row = to - 2; row >= from && last - day[row]! <= YEARS_BACK * YEAR_DAYS + SAME_SEASON_DAYS; row--) {
    const ago = last - day[row]!;
    const years = Math.round(ago / YEAR_DAYS);
    if (years >= 1 && Math.abs(ago - years * YEAR_DAYS) <= SAME_SEASON_DAYS) longest = Math.max(longest, day[row + 1]! - day[row]!);
  }
  return LONGER * longest;
}
