import type { CustomerRows, OrderDays } from '../orders/order-days.js';
import { lnGapSum } from '../orders/gaps.js';
import type { MbgParameters } from './mbg-nbd.js';

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
  /** Median over the customers who came back of each one's median gap, in days. */
  readonly typicalGapDays: number;
  /** Gap over the customer's shrunken own gap before it. Null with too few gaps of customers who had come back before. */
  readonly next: GapQuantiles | null;
  /** Days from the first order day to the second. Null with too few customers who came back. */
  readonly second: GapQuantiles | null;
}

/** The part of a model that says when the next order is due. */
export interface RhythmModel {
  readonly mbg: MbgParameters;
  /** Null while the shop has too few gaps: MBG/NBD then says what is usual. */
  readonly rhythm: ShopRhythm | null;
}

/** Gaps of the shop's length that a customer is taken to have had before the first own one. */
const SHOP_GAPS = 2;
const QUANTILES = { p20: 0.2, p50: 0.5, p80: 0.8 } as const;

/**
 * Returns the days that usually pass between two order days of one customer in this shop.
 *
 * Without enough gaps it is α/(r + ½): customers who come back are faster than the mean rate r/α. On four real shops this is within
 * a fifth of the median gap.
 */
export const typicalGapDays = ({ rhythm, mbg }: RhythmModel): number => rhythm?.typicalGapDays ?? mbg.alpha / (mbg.r + 0.5);

/** Returns the customer's own gap in days, pulled towards the shop's. */
export const shrunkenGapDays = (history: OrderDays, rows: CustomerRows, typicalDays: number): number =>
  shrunken(lnGapSum(history, rows), rows.to - rows.from - 1, typicalDays);

/** exp((Σ ln gaps + 2 ln G) / (x + 2)) */
export const shrunken = (lnGaps: number, gaps: number, typicalDays: number): number =>
  Math.exp((lnGaps + SHOP_GAPS * Math.log(typicalDays)) / (gaps + SHOP_GAPS));

/** Returns the days from the last order day until 20 %, half and 80 % of such customers have ordered again, if they do. */
export function nextGapDays(history: OrderDays, rows: CustomerRows, model: RhythmModel): GapQuantiles {
  const { rhythm, mbg } = model;
  const gaps = rows.to - rows.from - 1;
  const known = gaps === 0 ? rhythm?.second : rhythm?.next;
  if (known == null) {
    const span = history.day[rows.to - 1]! - history.day[rows.from]!;
    return byQuantile((share) => mbgGapDays(mbg.alpha + span, mbg.r + gaps, share));
  }
  if (gaps === 0) return known;
  const own = shrunkenGapDays(history, rows, typicalGapDays(model));
  return { p20: own * known.p20, p50: own * known.p50, p80: own * known.p80 };
}

/** Returns the days after which a silent customer counts as late: four in five of those who order again have done so. */
export const lateAfterDays = (history: OrderDays, rows: CustomerRows, model: RhythmModel): number => nextGapDays(history, rows, model).p80;

/** Returns the UTC day on which the next order of the customer is due: the last order day and the mean of the own gaps and one of the shop's. */
export function nextOrderDay({ day }: OrderDays, { from, to }: CustomerRows, model: RhythmModel): number {
  const [last, gaps] = [day[to - 1]!, to - from - 1];
  return last + Math.max(1, Math.round((last - day[from]! + typicalGapDays(model)) / (gaps + 1)));
}

export const byQuantile = (valueAt: (share: number) => number): GapQuantiles => ({
  p20: valueAt(QUANTILES.p20),
  p50: valueAt(QUANTILES.p50),
  p80: valueAt(QUANTILES.p80),
});

/** The gap that a share of the customers do not exceed whose rates follow Gamma(shape, scale): a Lomax quantile. */
const mbgGapDays = (scale: number, shape: number, share: number): number => scale * Math.expm1(-Math.log1p(-share) / shape);
