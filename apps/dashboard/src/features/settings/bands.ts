import type { LabelThresholdsDto } from '../../api/schema';

export type Bounds = LabelThresholdsDto;

/** The bounds of a new shop: the defaults of `label_thresholds` in the API. */
export const DEFAULT_BOUNDS: Bounds = { medium: 0.4, high: 0.7, critical: 0.9 };

const HUNDRED = 100;

/**
 * Counts the customers that each label would have.
 *
 * @param counts customers by the hundredth that their score begins with, 101 of them
 * @param bounds exact for whole hundredths only
 * @returns in rising order of risk: low, medium, high, critical
 */
export function customersByBand(counts: readonly number[], { medium, high, critical }: Bounds): readonly number[] {
  const edges = [0, medium, high, critical, Number.POSITIVE_INFINITY].map((bound) => Math.round(bound * HUNDRED));
  return edges.slice(1).map((end, i) => counts.slice(edges[i], end).reduce((sum, count) => sum + count, 0));
}
