import type { Difference } from '../results/return-rates.js';

/** A mean with the variance of a single customer. */
export interface Mean {
  readonly n: number;
  readonly value: number;
  readonly variance: number;
}

/**
 * Makes the interval narrowest, in proportion, for two groups of about 800 customers each (an effective size of 400). Fixed, because a value
 * chosen after a look at the data would break the promise of the interval.
 */
const MIXTURE = 0.02;

/**
 * Returns how many standard errors wide an interval is to each side that holds at all sizes at once: the normal mixture of H. Robbins,
 * "Statistical methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41 (1970), for means as in
 * I. Waudby-Smith et al., "Time-uniform central limit theory and asymptotic confidence sequences", Annals of Statistics 52 (2024).
 * @param effective 1 / (1/n₁ + 1/n₂)
 * @param error the chance that the interval ever leaves out the true value
 */
export const widthAtAnyTime = (effective: number, error: number): number =>
  Math.sqrt((1 + 1 / (MIXTURE * effective)) * (2 * Math.log(1 / error) + Math.log(1 + MIXTURE * effective)));

/**
 * Returns the difference of two means with an interval that stays right however often somebody looks: with a probability of 1 - `error` it
 * contains the true difference at every look. An interval for a single look would leave it out sooner or later.
 * @returns null when a group is empty
 */
export function differenceAtAnyTime(first: Mean, second: Mean, error: number): Difference | null {
  if (first.n === 0 || second.n === 0) return null;
  const effective = 1 / (1 / first.n + 1 / second.n);
  const half = widthAtAnyTime(effective, error) * Math.sqrt(first.variance / first.n + second.variance / second.n);
  const value = first.value - second.value;
  return { value, ci95: [value - half, value + half] };
}

/**
 * Returns a rate as a mean. The variance counts one customer more of each kind (A. Agresti and B. Caffo, The American Statistician 54, 2000): without
 * any return it would be 0, and prove anything.
 */
export function rateAsMean(n: number, returned: number): Mean {
  const rate = (returned + 1) / (n + 2);
  return { n, value: n === 0 ? 0 : returned / n, variance: rate * (1 - rate) };
}
