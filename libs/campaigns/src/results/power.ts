import { DEFAULT_HOPED_EFFECT } from '#libs/core';
import { type Returned, SMALLEST_GROUP } from './return-rates.js';

/** Quantiles of the normal distribution: 97.5 % for the interval, 80 % for the power. */
const Z_INTERVAL = 1.959963984540054;
const Z_POWER = 0.8416212335729143;

/** The return rate that is assumed while no window has passed, and its weight in customers. */
const ASSUMED_RATE = 0.25;
const ASSUMED_CUSTOMERS = 8;

/** @param assumed the rate without any customers */
const rateOf = ({ n, returned }: Returned, assumed: number): number => (returned + assumed * ASSUMED_CUSTOMERS) / (n + ASSUMED_CUSTOMERS);

/**
 * Returns the customers of both groups that find an effect with a power of 80 %: the sample size for two proportions with unequal groups,
 * J. L. Fleiss, Statistical Methods for Rates and Proportions, 2nd edition (1981), section 3.4.
 * @param share of the customers who are contacted, above 0 and below 1
 */
function sizeFor(rate: number, effect: number, share: number): number {
  const low = Math.min(rate, 1 - effect);
  const high = low + effect;
  const mean = share * high + (1 - share) * low;
  const none = Z_INTERVAL * Math.sqrt((mean * (1 - mean)) / (share * (1 - share)));
  const some = Z_POWER * Math.sqrt((high * (1 - high)) / share + (low * (1 - low)) / (1 - share));
  return Math.max(((none + some) / effect) ** 2, SMALLEST_GROUP / Math.min(share, 1 - share));
}

/** Says which effects an experiment can find. */
export interface Power {
  /** The effect in question, as a difference of rates. */
  readonly effect: number;
  /** Further customers, in both groups together and divided as now, until it is found in 80 % of cases; 0: enough were chosen. */
  readonly customersNeeded: number;
  /** The smallest effect that the present customers find in 80 % of cases, to three decimals; null: none. */
  readonly detectable: number | null;
}

/**
 * Returns what an experiment can detect with its groups.
 *
 * @param matured groups of the customers with a window that has passed, those contacted first: they give the return rate
 * @param chosen sizes of the groups with all their customers
 * @param effect the difference of rates that it should find
 * @returns null when a group is empty.
 */
export function powerOf(
  matured: readonly [Returned, Returned],
  chosen: { readonly treated: number; readonly holdout: number },
  effect = DEFAULT_HOPED_EFFECT,
): Power | null {
  const all = chosen.treated + chosen.holdout;
  if (chosen.treated === 0 || chosen.holdout === 0) return null;
  const share = chosen.treated / all;
  const [treated, holdout] = matured;
  const everybody = { n: treated.n + holdout.n, returned: treated.returned + holdout.returned };
  // The rate without a contact. While the control group is small, the rate of both groups is the better estimate.
  const rate = rateOf(holdout, rateOf(everybody, ASSUMED_RATE));
  return {
    effect,
    customersNeeded: Math.max(0, Math.ceil(sizeFor(rate, effect, share)) - all),
    detectable: detectableBy(all, rate, share),
  };
}

/** The groups that a send would have, and what their scores say. */
export interface Planned {
  readonly treated: number;
  readonly holdout: number;
  /** Chance of no order within the horizon. */
  readonly meanScore: number;
  readonly horizonDays: number;
  readonly windowDays: number;
  /** The difference of return rates that the shop hopes for. */
  readonly effect: number;
}

/**
 * Returns what a send could detect. No window has passed, so the return rate is the one that the scores expect, taken from the horizon to the
 * window as if orders came evenly.
 * @returns null when a group is empty.
 */
export function powerBefore({ treated, holdout, meanScore, horizonDays, windowDays, effect }: Planned): Power | null {
  const rate = 1 - meanScore ** (windowDays / horizonDays);
  const expected = (n: number): Returned => ({ n, returned: n * rate });
  return powerOf([expected(treated), expected(holdout)], { treated, holdout }, effect);
}

const STEP = 0.001;

function detectableBy(customers: number, rate: number, share: number): number | null {
  for (let step = 1; step * STEP < 1; step += 1) {
    if (sizeFor(rate, step * STEP, share) <= customers) return Number((step * STEP).toFixed(3));
  }
  return null;
}
