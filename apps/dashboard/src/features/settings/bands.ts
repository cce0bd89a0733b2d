import type { LabelThresholdsDto } from '../../api/schema';

export type Bounds = LabelThresholdsDto;

const HUNDRED = 100;

/**
 * How many customers each label would have.
 *
 * @param counts customers by the hundredth that their score begins with, 101 of them
 * @param bounds of which only whole hundredths are counted exactly
 * @returns in rising order of risk: low, medium, high, critical
 */
export function customersByBand(counts: readonly number[], { medium, high, critical }: Bounds): readonly number[] {
  const edges = [0, medium, high, critical, Number.POSITIVE_INFINITY].map((bound) => Math.round(bound * HUNDRED));
  return edges.slice(1).map((end, i) => counts.slice(edges[i], end).reduce((sum, count) => sum + count, 0));
}
