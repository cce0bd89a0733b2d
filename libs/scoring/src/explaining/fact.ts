import type { Features } from '../orders/features.js';
import { gapsOf, medianOf } from '../orders/gaps.js';

/** A reason without its effect. */
export interface Fact {
  readonly value: number;
  readonly typical: number | null;
  readonly text: string;
  /** The numbers point where the effect does. Others are shown only where nothing better explains the label. */
  readonly agrees: boolean;
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

/** The own gap as a reader would compute it: the median of the gaps, in whole days. */
export const ownGapDays = ({ days, orderDays }: Features): number => wholeDays(medianOf(gapsOf(days, { from: 0, to: orderDays })));

/** "usually orders every 13 days", or what the single gap so far was. */
export function usualPace({ x }: Features, own: number): string {
  return x === 1 ? `the one gap so far was ${inDays(own)}` : `usually orders every ${everyDays(own)}`;
}

/** "9 days ago", "today". Less than 24 hours are no day yet, but may reach into yesterday. */
export function agoText({ recencyDays, tx, T }: Features): string {
  if (recencyDays > 0) return `${inDays(recencyDays)} ago`;
  return T === tx ? 'today' : 'yesterday';
}

export const inDays = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

/** "every day", "every 12 days" */
export const everyDays = (count: number): string => (count === 1 ? 'day' : inDays(count));

export const wholeDays = (days: number): number => Math.max(1, Math.round(days));

/** Money as a shop owner writes it: no cents above a hundred. */
export const moneyText = (amount: number): string => (amount < 100 ? amount.toFixed(2) : amount.toFixed(0));

export const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
