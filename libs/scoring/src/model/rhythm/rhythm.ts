import type { CustomerRows, OrderDays } from '../../orders/order-days.js';
import { lnGapSum } from '../../orders/gaps.js';
import { type OwnRhythm, ownRhythmOf, samePauseDays, type ShopGaps } from './own-rhythm.js';
import { PRIOR_MBG } from '../prior.js';

/** A late customer with at least this score is slipping away. */
export const SLIPPING_SCORE = 0.4;

/** Days or factors that 20 %, half and 80 % of the gaps do not exceed. */
export interface GapQuantiles {
  readonly p20: number;
  readonly p50: number;
  readonly p80: number;
}

/** The rhythm of a shop, taken from the gaps between the order days of its customers. The model stores it. */
export interface ShopRhythm {
  /** Median over the customers who came back of each one's median gap, in days. Drawn to that of other shops while there are few gaps. */
  readonly typicalGapDays: number;
  /** Variance of ln gap within a customer. */
  readonly lnGapVariance: number;
  /** Gap over the customer's shrunken own gap before it. Null with too few gaps of customers who had come back before. */
  readonly next: GapQuantiles | null;
  /** Days from the first order day to the second. Those of other shops fill up for the customers who are missing. */
  readonly second: GapQuantiles;
  /** Completed gaps, and customers who came back. */
  readonly gaps: number;
  readonly returned: number;
}

/** The part of a model that says when the next order is due. */
export interface RhythmModel {
  /** Null before the first fit: other shops then say what is usual. */
  readonly rhythm: ShopRhythm | null;
}

/** Fewer completed gaps say less of a shop than others do. */
export const FEWEST_GAPS = 20;
/** Gaps of the shop's length that a customer is taken to have had before the first own one. */
const SHOP_GAPS = 2;
const QUANTILES = { p20: 0.2, p50: 0.5, p80: 0.8 } as const;
/** Normal quantiles of 20, 50 and 80 %. */
const NORMAL: GapQuantiles = { p20: -0.8416, p50: 0, p80: 0.8416 };

/** Says whether the shop itself shows what is usual, between any two orders or from the first to the second. */
export const hasOwnRhythm = ({ rhythm }: RhythmModel): boolean => rhythm !== null && rhythm.gaps >= FEWEST_GAPS;
export const knowsSecondOrders = ({ rhythm }: RhythmModel): boolean => rhythm !== null && rhythm.returned >= FEWEST_GAPS;

/** α/(r + ½): customers who come back are faster than the mean rate r/α. On four real shops this is within a fifth of the median gap. */
const PRIOR_GAP_RATE = PRIOR_MBG.r + 0.5;

/** The rhythm of a shop that nothing is known of. The variance is about that of five shops (0.5 to 1.5). */
export const PRIOR_GAPS: ShopGaps = { typicalGapDays: PRIOR_MBG.alpha / PRIOR_GAP_RATE, lnGapVariance: 0.8 };

/** The share of the customers of other shops who have come back after some days, of those who do. */
export const priorShareWithin = (days: number): number => -Math.expm1(-PRIOR_MBG.r * Math.log1p(days / PRIOR_MBG.alpha));

/** Returns the days that usually pass between two order days of one customer in this shop. */
export const typicalGapDays = ({ rhythm }: RhythmModel): number => (rhythm ?? PRIOR_GAPS).typicalGapDays;

/** Returns the customer's own gap in days, pulled towards the shop's. */
export const shrunkenGapDays = (history: OrderDays, rows: CustomerRows, typicalDays: number): number =>
  shrunken(lnGapSum(history, rows), rows.to - rows.from - 1, typicalDays);

/** exp((Σ ln gaps + 2 ln G) / (x + 2)) */
export const shrunken = (lnGaps: number, gaps: number, typicalDays: number): number =>
  Math.exp((lnGaps + SHOP_GAPS * Math.log(typicalDays)) / (gaps + SHOP_GAPS));

/** Returns the days from the last order day until 20 %, half and 80 % of the customers with this rhythm have ordered again, if they do. */
export function nextGapDays(history: OrderDays, rows: CustomerRows, model: RhythmModel): GapQuantiles {
  const usual = usualGapDays(history, rows, model);
  const own = ownRhythmOf(history, rows, model.rhythm ?? PRIOR_GAPS);
  const { p20, p50, p80 } = own.weight === 0 ? usual : blended(usual, own);
  return { p20, p50, p80: Math.max(p80, samePauseDays(history, rows)) };
}

function blended(usual: GapQuantiles, { weight, mean, spread }: OwnRhythm): GapQuantiles {
  const at = (name: keyof GapQuantiles): number => Math.exp((1 - weight) * Math.log(usual[name]) + weight * (mean + NORMAL[name] * spread));
  return { p20: at('p20'), p50: at('p50'), p80: at('p80') };
}

/** Like `nextGapDays`, from the shop's rhythm alone. */
function usualGapDays(history: OrderDays, rows: CustomerRows, model: RhythmModel): GapQuantiles {
  const { rhythm } = model;
  const gaps = rows.to - rows.from - 1;
  if (gaps === 0) return rhythm?.second ?? byQuantile((share) => lomaxQuantile(PRIOR_MBG.alpha, PRIOR_MBG.r, share));
  if (rhythm?.next == null) {
    const span = history.day[rows.to - 1]! - history.day[rows.from]!;
    // The prior, at the pace of the shop. A fit to a shop in which hardly any customer came back would expect no order for decades.
    return byQuantile((share) => lomaxQuantile(typicalGapDays(model) * PRIOR_GAP_RATE + span, PRIOR_MBG.r + gaps, share));
  }
  const own = shrunkenGapDays(history, rows, rhythm.typicalGapDays);
  const { p20, p50, p80 } = rhythm.next;
  return { p20: own * p20, p50: own * p50, p80: own * p80 };
}

/** Returns the days after which a silent customer counts as late: four in five of those who order again have done so. */
export const lateAfterDays = (history: OrderDays, rows: CustomerRows, model: RhythmModel): number => nextGapDays(history, rows, model).p80;

/**
 * Returns the UTC day on which the next order of the customer is due: the last order day and the mean of the own gaps and one of the shop's,
 * which counts less the more a customer has a rhythm of the own.
 */
export function nextOrderDay(history: OrderDays, rows: CustomerRows, model: RhythmModel): number {
  const { day } = history;
  const [last, gaps] = [day[rows.to - 1]!, rows.to - rows.from - 1];
  const ofShop = 1 - ownRhythmOf(history, rows, model.rhythm ?? PRIOR_GAPS).weight;
  return last + Math.max(1, Math.round((last - day[rows.from]! + ofShop * typicalGapDays(model)) / (gaps + ofShop)));
}

export const byQuantile = (valueAt: (share: number) => number): GapQuantiles => ({
  p20: valueAt(QUANTILES.p20),
  p50: valueAt(QUANTILES.p50),
  p80: valueAt(QUANTILES.p80),
});

/** Returns the gap that a share of the customers do not exceed, where their rates follow Gamma(shape, scale). */
const lomaxQuantile = (scale: number, shape: number, share: number): number => scale * Math.expm1(-Math.log1p(-share) / shape);
