import type { Model } from '../model/model.js';
import { lateAfterDays, nextGapDays } from '../model/rhythm/rhythm.js';
import type { Features } from '../orders/features.js';
import { gapsOf, medianOf } from '../orders/gaps.js';

/** A reason without its effect. */
export interface Fact {
  readonly value: number;
  readonly typical: number | null;
  readonly text: string;
  /** The numbers point where the effect does. Others are shown only where nothing better explains the label. */
  readonly agrees: boolean;
  /** The sentence says when the last order was and what follows from it. A second sentence about silence would repeat that. */
  readonly tellsSilence?: true;
}

/** Share by which a number must differ from the usual one to explain anything to a reader. */
const LEAST_DIFFERENCE = 0.1;

/**
 * Says whether a number is so far from the usual one, in the direction of the effect, that it explains the effect.
 *
 * @param more what a larger number does: raise the score or lower it
 */
export function explains(effect: number, { value, typical }: Pick<Fact, 'value' | 'typical'>, more: 'raises' | 'lowers'): boolean {
  if (typical === null) return true;
  const difference = value - typical;
  return Math.abs(difference) > LEAST_DIFFERENCE * typical && difference > 0 === (more === 'raises' ? effect > 0 : effect < 0);
}

/** The gaps of a customer who came back, as a reader would sum them up, in whole days. */
export interface OwnGaps {
  /** The median. */
  readonly usual: number;
  readonly last: number;
  readonly longest: number;
  /** The two gaps differ by more than `UNEVEN_GAPS`, so nothing between them is a habit. */
  readonly isUneven: boolean;
}

/** Two gaps are uneven where one is longer than the other by more than this factor. */
const UNEVEN_GAPS = 2;

export function ownGapsOf({ x, days, orderDays, earlier }: Features): OwnGaps {
  const gaps = gapsOf(days, { from: 0, to: orderDays });
  const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
  return {
    usual: wholeDays(medianOf(gaps)),
    last: gaps.at(-1) ?? Number.NaN,
    longest,
    isUneven: earlier === null && x === 2 && longest > UNEVEN_GAPS * Math.min(...gaps),
  };
}

/** Returns the median gap in whole days, as the reasons say it; null with fewer than two order days, and where those days are not known. */
export const usualGapDays = (features: Features): number | null =>
  features.x === 0 || features.isLastUnknown ? null : ownGapsOf(features).usual;

/** "usually orders every 13 days", or what the one or two gaps so far were. Of a sum of orders only the mean gap is known. */
export function usualPace({ x, tx, earlier }: Features, { usual, last, isUneven }: OwnGaps): string {
  if (x === 1) return `the one gap so far was ${inDays(usual)}`;
  if (earlier !== null) return `has ordered every ${everyDays(usual)} on average`;
  return isUneven ? `the two gaps so far were ${tx - last} and ${inDays(last)}` : `usually orders every ${everyDays(usual)}`;
}

/** Says whether the customer is late: of the customers with this rhythm who order again, four in five have done so by today. */
export const isLate = ({ T, tx, days, orderDays }: Features, model: Model): boolean =>
  T - tx > lateAfterDays(days, { from: 0, to: orderDays }, model);

/** Says whether the next order is missing: the customer is late, or half of those who order a second time have done so. */
export const isMissing = (features: Features, model: Model): boolean => {
  const { T, x, days, orderDays } = features;
  return x === 0 ? T > nextGapDays(days, { from: 0, to: orderDays }, model).p50 : isLate(features, model);
};

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "9 days ago", "today" */
export const agoText = ({ silentDays }: Features): string => (silentDays > 0 ? `${inDays(silentDays)} ago` : 'today');

export const inDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** "every day", "every 12 days" */
export const everyDays = (count: number): string => (count === 1 ? 'day' : inDays(count));

export const wholeDays = (days: number): number => Math.max(1, Math.round(days));

/** Money as a shop owner writes it: "€1,583", no cents above a hundred. Without a currency the amount stands alone. */
export function moneyText(amount: number, currency: string | null): string {
  const digits = amount < 100 ? 2 : 0;
  const style = currency === null ? {} : ({ style: 'currency', currency } as const);
  return new Intl.NumberFormat('en', { ...style, minimumFractionDigits: digits, maximumFractionDigits: digits }).format(amount);
}

/** A model, and the currency of its amounts where it is known: sentences name both. */
export type ModelInCurrency = Model & { readonly currency?: string };

export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
