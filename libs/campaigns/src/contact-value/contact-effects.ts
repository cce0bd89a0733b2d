import { LIMITS } from '#libs/core';
import { type Power, powerOf } from '../results/power.js';

/** One group of one campaign within one cell: customers with a window that has passed. */
export interface Stratum {
  readonly campaign_id: string;
  readonly cell: number;
  /** True: the control group. */
  readonly holdout: boolean;
  readonly n: number;
  readonly returned: number;
  /** The sum of score × (1 − score) when they were chosen. */
  readonly slope: number;
}

/** The effect of a contact on the customers of a cell, as a shift of the log-odds of an order. */
export interface CellEffect {
  readonly cell: number;
  /** Shrunk towards the mean of the shop and towards zero; 0 as long as chance explains what was seen. */
  readonly effect: number;
  /** The 95 % interval without the pull towards zero. */
  readonly low: number;
  readonly high: number;
}

/** Everything that the campaigns of a shop tell about the effect of a contact. */
export interface ContactEffects {
  /** Customers still to be chosen by campaigns until there is evidence; 0: there is. */
  readonly needed: number;
  /** One for each cell; empty before there is evidence. */
  readonly cells: readonly CellEffect[];
}

const Z = 1.959963984540054;

/** Standard deviation of the mean effect over shops, before any is measured: five points of 25 % are a shift of .27. */
const SHOP_DEVIATION = 0.3;

/**
 * Size of the pull towards zero: an estimate becomes max(0, 1 − 1.28² / z²) of itself (positive-part Stein), with z in standard errors. So
 * one in ten estimates of an effect that does not exist is above zero.
 */
const PULL = 1.64;

interface Estimate {
  readonly cell: number;
  readonly value: number;
  readonly variance: number;
}

/**
 * Learns the effect of a contact in each cell from the control groups of a shop's campaigns. Customers are compared within a campaign only,
 * so that campaigns with different audiences do not mix. Cells with few customers take over the mean of the shop.
 * @param cells number of cells
 */
export function learnContactEffects(strata: readonly Stratum[], cells: number): ContactEffects {
  const needed = evidenceOf(strata).customersNeeded;
  if (needed > 0) return { needed, cells: [] };
  const estimates = Array.from({ length: cells }, (_, cell) => estimateOf(strata, cell)).filter((estimate) => estimate !== null);
  const shop = shopOf(estimates);
  const known = new Map(estimates.map((estimate) => [estimate.cell, estimate]));
  return { needed, cells: Array.from({ length: cells }, (_, cell) => shrunk(cell, known.get(cell), shop)) };
}

/** A campaign that keeps the default share of its audience out, before it is sent. */
const FIRST_CAMPAIGN = { treated: 100 - LIMITS.campaign.holdoutPercent.default, holdout: LIMITS.campaign.holdoutPercent.default };
const NOBODY = { n: 0, returned: 0 };

/** Returns what all campaigns together can detect. Without two groups nothing is known yet, so the whole sample is still needed. */
function evidenceOf(strata: readonly Stratum[]): Power {
  const groupOf = (holdout: boolean) => {
    const group = strata.filter((stratum) => stratum.holdout === holdout);
    return { n: sum(group.map(({ n }) => n)), returned: sum(group.map(({ returned }) => returned)) };
  };
  const [treated, holdout] = [groupOf(false), groupOf(true)];
  const power = powerOf([treated, holdout], { treated: treated.n, holdout: holdout.n }) ?? powerOf([NOBODY, NOBODY], FIRST_CAMPAIGN);
  if (power === null) throw new Error('a campaign has two groups');
  return power;
}

/** The difference of the two groups over campaigns, weighted as by Mantel and Haenszel, per slope of the log-odds. */
function estimateOf(strata: readonly Stratum[], cell: number): Estimate | null {
  const here = strata.filter((stratum) => stratum.cell === cell);
  let [weights, differences, variances, slopes] = [0, 0, 0, 0];
  for (const id of new Set(here.map(({ campaign_id }) => campaign_id))) {
    const treated = here.find((stratum) => stratum.campaign_id === id && !stratum.holdout);
    const holdout = here.find((stratum) => stratum.campaign_id === id && stratum.holdout);
    if (treated === undefined || holdout === undefined) continue;
    const all = treated.n + holdout.n;
    const weight = (treated.n * holdout.n) / all;
    // The variance of the pooled rate, with half a customer added to each outcome: a group without any return is not certain.
    const rate = (treated.returned + holdout.returned + 0.5) / (all + 1);
    weights += weight;
    differences += weight * (treated.returned / treated.n - holdout.returned / holdout.n);
    variances += weight * rate * (1 - rate);
    slopes += (weight * (treated.slope + holdout.slope)) / all;
  }
  if (weights === 0 || slopes === 0) return null;
  return { cell, value: differences / slopes, variance: variances / slopes ** 2 };
}

interface Shop {
  readonly mean: number;
  readonly variance: number;
  /** Variance of the effects between cells: DerSimonian and Laird, Controlled Clinical Trials 7 (1986). */
  readonly between: number;
}

function shopOf(estimates: readonly Estimate[]): Shop {
  const weights = estimates.map(({ variance }) => 1 / variance);
  const total = sum(weights);
  const mean = sum(estimates.map(({ value, variance }) => value / variance)) / total;
  const spread = sum(estimates.map(({ value, variance }) => (value - mean) ** 2 / variance));
  const between = Math.max(0, (spread - (estimates.length - 1)) / (total - sum(weights.map((weight) => weight ** 2)) / total));
  const precision = sum(estimates.map(({ variance }) => 1 / (variance + (Number.isFinite(between) ? between : 0))));
  const center = sum(estimates.map(({ value, variance }) => value / (variance + (Number.isFinite(between) ? between : 0)))) / precision;
  // The prior pulls the mean of a shop that knows little.
  const variance = 1 / (precision + 1 / SHOP_DEVIATION ** 2);
  return { mean: center * precision * variance, variance, between: Number.isFinite(between) ? between : 0 };
}

function shrunk(cell: number, estimate: Estimate | undefined, { mean, variance, between }: Shop): CellEffect {
  const own = estimate === undefined ? 0 : between / (between + estimate.variance);
  const value = own * (estimate?.value ?? 0) + (1 - own) * mean;
  const deviation = Math.sqrt((estimate === undefined ? between : own * estimate.variance) + (1 - own) ** 2 * variance);
  const pulled = value * Math.max(0, 1 - (PULL * deviation ** 2) / value ** 2);
  return { cell, effect: Number.isFinite(pulled) ? pulled : 0, low: value - Z * deviation, high: value + Z * deviation };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
