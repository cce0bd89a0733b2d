/** Size of a group and how many of it returned. */
export interface Returned {
  readonly n: number;
  readonly returned: number;
}

/** Revenue of a group, as sums over its customers. */
export interface Revenue {
  readonly n: number;
  readonly sum: number;
  readonly sumOfSquares: number;
}

export interface Difference {
  readonly value: number;
  /** The confidence interval, of 95 % unless asked otherwise, lower bound first. */
  readonly ci95: readonly [number, number];
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959963984540054;

/** Smallest group that a verdict accepts. Smaller groups prove nothing, even with a narrow interval. */
export const SMALLEST_GROUP = 30;

/**
 * Returns the score interval of a proportion: E. B. Wilson, Journal of the American Statistical Association 22 (1927).
 * @param z quantile of the normal distribution; the default gives 95 %
 */
export function intervalOfRate({ n, returned }: Returned, z = Z): [number, number] {
  const p = returned / n;
  const square = z * z;
  const centre = 2 * n * p + square;
  const spread = z * Math.sqrt(square + 4 * n * p * (1 - p));
  return [(centre - spread) / (2 * (n + square)), (centre + spread) / (2 * (n + square))];
}

/**
 * Returns the difference of two return rates with its interval: the hybrid score method, number 10 of R. G. Newcombe, "Interval estimation
 * for the difference between independent proportions", Statistics in Medicine 17 (1998), 873–890. Unlike the textbook interval it keeps its
 * level when groups are small or without any return.
 *
 * @param z quantile of the normal distribution; the default gives 95 %
 * @returns null when a group is empty.
 */
export function differenceOfRates(treated: Returned, holdout: Returned, z = Z): Difference | null {
  if (treated.n === 0 || holdout.n === 0) return null;
  const [p1, p2] = [treated.returned / treated.n, holdout.returned / holdout.n];
  const [low1, high1] = intervalOfRate(treated, z);
  const [low2, high2] = intervalOfRate(holdout, z);
  const value = p1 - p2;
  return { value, ci95: [value - Math.hypot(p1 - low1, high2 - p2), value + Math.hypot(high1 - p1, p2 - low2)] };
}

/**
 * Returns the difference of the mean revenue per customer with its interval: unequal variances (B. L. Welch, Biometrika 34, 1947), with the
 * normal quantile, because the groups are large wherever the interval is useful.
 * @returns null when a group has fewer than two customers.
 */
export function differenceOfRevenue(treated: Revenue, holdout: Revenue): Difference | null {
  if (treated.n < 2 || holdout.n < 2) return null;
  const value = treated.sum / treated.n - holdout.sum / holdout.n;
  const half = Z * Math.sqrt(varianceOfMean(treated) + varianceOfMean(holdout));
  return { value, ci95: [value - half, value + half] };
}

/** Never below 0, which rounding of equal numbers could cause. */
const varianceOfMean = ({ n, sum, sumOfSquares }: Revenue): number => Math.max(0, sumOfSquares - (sum * sum) / n) / (n - 1) / n;

/** The answer to "did contacting them help?". */
export const VERDICTS = ['too_early', 'no_difference_seen', 'helps', 'harms'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** @param treated only customers with a window that has passed. Watching an interval while it changes makes it seem to prove too much. */
export function verdictOf(treated: Returned, holdout: Returned): Verdict {
  const difference = differenceOfRates(treated, holdout);
  if (difference === null || treated.n < SMALLEST_GROUP || holdout.n < SMALLEST_GROUP) return 'too_early';
  const [low, high] = difference.ci95;
  return low > 0 ? 'helps' : high < 0 ? 'harms' : 'no_difference_seen';
}
