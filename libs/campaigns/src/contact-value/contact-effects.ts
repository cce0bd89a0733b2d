import { LIMITS } from '#libs/core';
import { type Power, powerOf } from '../results/power.js';
import { combine, fitEffects, type Observation, type Posterior } from './effect-model.js';

/** Customers of one campaign within one cell, contacted or not, with a window that has passed. */
export interface Stratum {
  readonly campaign_id: string;
  readonly cell: number;
  /** True: the control group. */
  readonly holdout: boolean;
  readonly n: number;
  readonly returned: number;
  /** The sum of score × (1 − score) when they were chosen. */
  readonly slope: number;
  /** The groups that these customers are in, as a sum of powers of 2: 1 is the first group, 2 the second, 3 both. */
  readonly groups: number;
}

/** The effect of a contact on the customers of a cell with the same groups, as a shift of the log-odds of an order. */
export interface CellEffect {
  /** `contact_cell` + number of cells × `groups` of the stratum. */
  readonly cell: number;
  /** Shrunk towards the mean of the shop and towards zero; 0 as long as chance explains what was seen. */
  readonly effect: number;
  /** The 95 % interval without the pull towards zero. */
  readonly low: number;
  readonly high: number;
}

/** The effect of a contact on all customers of a group, as a difference of their return rate. */
export interface GroupEffect {
  /** The number of the group; `groups.length` is the number of those in no group. */
  readonly group: number;
  /** Customers behind it, contacted or not. */
  readonly n: number;
  readonly points: number;
  /** Intervals that hold for all groups together with a probability of 95 %. */
  readonly low: number;
  readonly high: number;
}

/** Everything that the campaigns of a shop tell about the effect of a contact. */
export interface ContactEffects {
  /** Customers still to be chosen by campaigns until there is evidence; 0: there is. */
  readonly needed: number;
  /** One for each cell and combination of groups; empty before there is evidence. */
  readonly cells: readonly CellEffect[];
  /** Groups with customers; empty without groups and before there is evidence. */
  readonly groups: readonly GroupEffect[];
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
  readonly groups: number;
  readonly value: number;
  readonly variance: number;
}

/**
 * Learns the effect of a contact from the control groups of a shop's campaigns. Customers are compared within a campaign only, so that
 * campaigns with different audiences do not mix. The effect on a customer is the mean of the shop, plus what the cell and each group differ
 * from it. A difference is shrunk by how much the cells, or the groups of its kind, differ beyond chance.
 * @param cells number of cells
 * @param kinds the kind of each group, at most six. Groups of one kind differ about as much from each other.
 */
export function learnContactEffects(strata: readonly Stratum[], cells: number, kinds: readonly string[] = []): ContactEffects {
  const needed = evidenceOf(strata).customersNeeded;
  if (needed > 0) return { needed, cells: [], groups: [] };
  const ofCells = estimatesOf(strata, () => 0);
  const shop: Shop = { cells, kinds, shares: sharesOf(strata, kinds.length) };
  const observations = estimatesOf(strata, ({ groups }) => groups).map((each) => ({
    ...each,
    row: rowOf(each.cell, each.groups, shop),
  }));
  const posterior = fitEffects(observations, priorsOf(observations, shop, spreadOf(ofCells)));
  const all = Array.from({ length: cells << kinds.length }, (_, place) => {
    const { value, variance } = combine(posterior, rowOf(place % cells, Math.floor(place / cells), shop));
    return pulled(place, value, Math.sqrt(variance));
  });
  return { needed, cells: all, groups: kinds.length === 0 ? [] : groupEffects(strata, posterior, shop) };
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

interface Arm {
  readonly n: number;
  readonly returned: number;
  readonly slope: number;
}

/** Adds up strata of the same key, contacted customers first, then the control group. */
function armsBy<Key>(strata: readonly Stratum[], keyOf: (stratum: Stratum) => Key): Map<Key, [Arm, Arm]> {
  const sums = new Map<Key, [Arm, Arm]>();
  for (const stratum of strata) {
    const arms = sums.get(keyOf(stratum)) ?? [EMPTY, EMPTY];
    const arm = arms[Number(stratum.holdout)] ?? EMPTY;
    const { n, returned, slope } = stratum;
    arms[Number(stratum.holdout)] = { n: arm.n + n, returned: arm.returned + returned, slope: arm.slope + slope };
    sums.set(keyOf(stratum), arms);
  }
  return sums;
}
const EMPTY: Arm = { n: 0, returned: 0, slope: 0 };

/**
 * Returns the difference between contacted customers and the control group for each cell and each value of `groupsOf`: over campaigns,
 * weighted as by Mantel and Haenszel, per slope of the log-odds.
 */
function estimatesOf(strata: readonly Stratum[], groupsOf: (stratum: Stratum) => number): Estimate[] {
  const rates = armsBy(strata, ({ campaign_id, cell }) => `${campaign_id} ${cell}`);
  const sums = new Map<string, { cell: number; groups: number; weights: number; differences: number; variances: number; slopes: number }>();
  const within = armsBy(strata, (stratum) => `${stratum.campaign_id} ${stratum.cell} ${groupsOf(stratum)}`);
  for (const [key, [treated, holdout]] of within) {
    if (treated.n === 0 || holdout.n === 0) continue;
    const [id, cell, groups] = key.split(' ');
    const weight = (treated.n * holdout.n) / (treated.n + holdout.n);
    // The variance of the rate of the cell, with half a customer added to each outcome: a group without any return is not certain. The
    // rate of the few customers with the same groups would make those without any return count as the most certain ones.
    const [one, other] = rates.get(`${id} ${cell}`) ?? [EMPTY, EMPTY];
    const rate = (one.returned + other.returned + 0.5) / (one.n + other.n + 1);
    const place = `${cell} ${groups}`;
    const added = sums.get(place) ?? { cell: Number(cell), groups: Number(groups), weights: 0, differences: 0, variances: 0, slopes: 0 };
    added.weights += weight;
    added.differences += weight * (treated.returned / treated.n - holdout.returned / holdout.n);
    added.variances += weight * rate * (1 - rate);
    added.slopes += (weight * (treated.slope + holdout.slope)) / (treated.n + holdout.n);
    sums.set(place, added);
  }
  return [...sums.values()]
    .filter(({ slopes }) => slopes > 0)
    .map(({ cell, groups, differences, variances, slopes }) => ({
      cell,
      groups,
      value: differences / slopes,
      variance: variances / slopes ** 2,
    }));
}

/** Returns the variance of the effects between cells: DerSimonian and Laird, Controlled Clinical Trials 7 (1986). */
function spreadOf(estimates: readonly Estimate[]): number {
  const weights = estimates.map(({ variance }) => 1 / variance);
  const total = sum(weights);
  const mean = sum(estimates.map(({ value, variance }) => value / variance)) / total;
  const spread = sum(estimates.map(({ value, variance }) => (value - mean) ** 2 / variance));
  const between = (spread - (estimates.length - 1)) / (total - sum(weights.map((weight) => weight ** 2)) / total);
  return Number.isFinite(between) ? Math.max(0, between) : 0;
}

interface Shop {
  readonly cells: number;
  /** The kind of each group. */
  readonly kinds: readonly string[];
  /** The share of the customers that each group has. */
  readonly shares: readonly number[];
}

const isIn = (groups: number, group: number): boolean => ((groups >> group) & 1) === 1;

function sharesOf(strata: readonly Stratum[], groups: number): number[] {
  const all = sum(strata.map(({ n }) => n));
  return Array.from({ length: groups }, (_, group) => sum(strata.filter((each) => isIn(each.groups, group)).map(({ n }) => n)) / all);
}

/** The mean of the shop is column 0; then follow the cells, and then the groups as what they differ from the mean. */
const rowOf = (cell: number, groups: number, { cells, shares }: Shop): Map<number, number> =>
  new Map([[0, 1], [1 + cell, 1], ...shares.map((share, group) => [1 + cells + group, Number(isIn(groups, group)) - share] as const)]);

/** A variance that decides nothing: then the data alone say how groups differ. */
const FLAT = 1e4;

/** Returns the variance of each coefficient. The prior of the mean pulls the mean of a shop that knows little. */
function priorsOf(observations: readonly Observation[], { cells, kinds }: Shop, between: number): number[] {
  const known = [SHOP_DEVIATION ** 2, ...Array.from({ length: cells }, () => between)];
  if (kinds.length === 0) return known;
  const { mean, covariance } = fitEffects(observations, [...known, ...kinds.map(() => FLAT)]);
  const estimates = kinds.map((kind, group) => {
    const column = known.length + group;
    return { kind, value: mean[column] ?? 0, variance: covariance[column]?.[column] ?? FLAT };
  });
  return [...known, ...kinds.map((kind) => spreadAroundZero(estimates.filter((each) => each.kind === kind)))];
}

/** Returns the same as `spreadOf` for a mean that is known to be 0. */
function spreadAroundZero(estimates: readonly { readonly value: number; readonly variance: number }[]): number {
  const spread = sum(estimates.map(({ value, variance }) => value ** 2 / variance));
  return Math.max(0, (spread - estimates.length) / sum(estimates.map(({ variance }) => 1 / variance)));
}

function pulled(cell: number, value: number, deviation: number): CellEffect {
  const effect = value * Math.max(0, 1 - (PULL * deviation ** 2) / value ** 2);
  return { cell, effect: Number.isFinite(effect) ? effect : 0, low: value - Z * deviation, high: value + Z * deviation };
}

/** Normal quantiles of intervals that hold together with 95 %: for one, two, three … groups (Bonferroni). */
const Z_TOGETHER = [Z, 2.2414, 2.394, 2.4977, 2.5758, 2.6383, 2.6901];

/** Returns the mean effect on the customers of each group, and on those in none. */
function groupEffects(strata: readonly Stratum[], posterior: Posterior, shop: Shop): GroupEffect[] {
  const none = shop.kinds.length;
  const found = [...shop.kinds, null].flatMap((_, group) => {
    const members = strata.filter(({ groups }) => (group === none ? groups === 0 : isIn(groups, group)));
    const n = sum(members.map((each) => each.n));
    return n === 0 ? [] : [{ group, n, ...combine(posterior, meanRow(members, n, shop)) }];
  });
  const z = Z_TOGETHER[found.length - 1] ?? Infinity;
  return found.map(({ group, n, value, variance }) => {
    const half = z * Math.sqrt(variance);
    return { group, n, points: value, low: value - half, high: value + half };
  });
}

/** Returns the coefficients' weights in the change of the return rate of these customers. */
function meanRow(strata: readonly Stratum[], n: number, shop: Shop): Map<number, number> {
  const row = new Map<number, number>();
  for (const { cell, groups, slope } of strata)
    for (const [column, x] of rowOf(cell, groups, shop)) row.set(column, (row.get(column) ?? 0) + (x * slope) / n);
  return row;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
