import type { Planned } from '../results/power.js';
import { SMALLEST_GROUP } from '../results/return-rates.js';
import { errorOfEach } from './arm-results.js';
import { rateAsMean, widthAtAnyTime } from './always-valid.js';

/** The 80 % quantile of the normal distribution. */
const Z_POWER = 0.8416212335729143;
const MOST = 100_000_000;

/** The customers that each arm has, and needs to tell the arms from each other. */
export interface ArmPower {
  /** The size of the smallest arm. */
  readonly customersPerArm: number;
  /** Until a difference of the hoped effect between two arms is found in 80 % of cases. */
  readonly neededPerArm: number;
}

/**
 * Returns how many customers each arm needs for the effect that the shop hopes for, with the intervals of `compareArms`.
 * @param sizes customers of each arm, two or more
 * @param effect the hoped difference of return rates
 * @returns null when all arms are empty
 */
export function powerOfArms(
  sizes: readonly number[],
  { meanScore, horizonDays, windowDays, effect }: Omit<Planned, 'treated' | 'holdout'>,
): ArmPower | null {
  const customersPerArm = Math.min(...sizes);
  if (sizes.every((size) => size === 0)) return null;
  const rate = Math.min(1 - meanScore ** (windowDays / horizonDays), 1 - effect);
  return { customersPerArm, neededPerArm: neededFor(rate, effect, errorOfEach(sizes.length)) };
}

function neededFor(rate: number, effect: number, error: number): number {
  const finds = (n: number): boolean => {
    const variance = rateAsMean(n, n * rate).variance + rateAsMean(n, n * (rate + effect)).variance;
    return (widthAtAnyTime(n / 2, error) + Z_POWER) * Math.sqrt(variance / n) <= effect;
  };
  let [low, high] = [SMALLEST_GROUP, MOST];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (finds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
