import type { ModelDto } from '../../../api/schema';

/** Bins of a tenth. Customers from 80% on are mostly lost: they would drown the others, about whom a shop decides something. */
const LIKELY_LOST_BIN = 8;

/** The rates of a group of checked customers. */
export interface CheckedRates {
  readonly group: 'open' | 'all';
  /** Share that the scores said would not order. */
  readonly said: number;
  /** Share that did not. */
  readonly happened: number;
}

/** Compares what the scores said with what happened: for customers with a risk below 80%; for all where nobody has one. Null without a measurement. */
export function checkedRates(calibration: ModelDto['calibration']): CheckedRates | null {
  const open = ratesOf(calibration.filter(({ bin }) => bin < LIKELY_LOST_BIN));
  if (open !== null) return { group: 'open', ...open };
  const all = ratesOf(calibration);
  return all === null ? null : { group: 'all', ...all };
}

function ratesOf(bins: ModelDto['calibration']): Pick<CheckedRates, 'said' | 'happened'> | null {
  const all = bins.reduce((sum, { n }) => sum + n, 0);
  const mean = (rate: 'predicted' | 'observed'): number => bins.reduce((sum, bin) => sum + (bin[rate] ?? 0) * bin.n, 0) / all;
  return all === 0 ? null : { said: mean('predicted'), happened: mean('observed') };
}
