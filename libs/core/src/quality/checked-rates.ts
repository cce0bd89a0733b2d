import type { MeasuredQuality } from './model-quality.js';

/** Most customers with a higher risk are lost. They are the majority, and would hide whether the scores of the others are right. */
const LIKELY_LOST_BIN = 8;

export const CHECKED_GROUPS = ['below_080', 'all'] as const;

/** The mean score of a group of customers, and what these customers did. */
export interface CheckedRates {
  readonly group: (typeof CHECKED_GROUPS)[number];
  /** The mean score: the share that was expected not to order. */
  readonly predicted: number;
  /** The share that did not order. */
  readonly observed: number;
}

/** Compares scores below 0.80 with what happened, or all scores where none is below it. @returns null without a measurement */
export function checkedRates(calibration: MeasuredQuality['calibration']): CheckedRates | null {
  const below = ratesOf(calibration.filter(({ bin }) => bin < LIKELY_LOST_BIN));
  if (below !== null) return { group: 'below_080', ...below };
  const all = ratesOf(calibration);
  return all === null ? null : { group: 'all', ...all };
}

function ratesOf(bins: MeasuredQuality['calibration']): Pick<CheckedRates, 'predicted' | 'observed'> | null {
  const customers = bins.reduce((sum, { n }) => sum + n, 0);
  const mean = (rate: 'predicted' | 'observed'): number => bins.reduce((sum, bin) => sum + (bin[rate] ?? 0) * bin.n, 0) / customers;
  return customers === 0 ? null : { predicted: mean('predicted'), observed: mean('observed') };
}
