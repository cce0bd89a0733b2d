import type { CampaignArm } from '#libs/core';
import { type GroupRow, maturedOf, returnedOf } from '../results/groups.js';
import { type Difference, type Returned, SMALLEST_GROUP, type Verdict } from '../results/return-rates.js';
import { differenceAtAnyTime, type Mean, rateAsMean } from './always-valid.js';

/** Money of fewer customers with an order depends on single orders, and no interval describes it. */
const FEWEST_ORDERING = 10;

/** The chance that any interval of a campaign ever leaves out the true value. */
const ERROR = 0.05;

/**
 * Returns the part of `ERROR` that one interval may spend: all pairs of arms and each arm with the control group share it, in orders and in money. The
 * number does not depend on what is known so far, because a share that shrinks later would have promised too much.
 */
export const errorOfEach = (arms: number): number => ERROR / (2 * ((arms * (arms - 1)) / 2 + arms));

/** Customers whose window has passed, and their revenue. */
interface Matured extends Returned {
  readonly revenue: number;
  readonly squares: number;
}

/** An arm, or the control group, which costs nothing. */
interface Side extends Matured, Pick<CampaignArm, 'contact_cost' | 'redemption_cost'> {}

/** Differences per customer. Null until each group has enough customers whose window has passed. */
export interface ArmDifference {
  /** The difference of the shares of customers with an order. */
  readonly orders: Difference | null;
  /** The difference of the revenue per customer less the cost of the offer, in the currency of the shop. */
  readonly net: Difference | null;
}

/** An arm so far. */
export interface ArmResult extends ArmDifference {
  readonly all: Returned;
  /** Customers with a window that has passed. */
  readonly matured: number;
  /** Revenue of all. */
  readonly revenue: readonly string[];
  /** The cost of the offer to all: each contact, and each customer with an order. */
  readonly cost: number;
  /** Against the control group. */
  readonly verdict: Verdict;
}

/** Two arms, by their places. */
export interface ArmPair extends ArmDifference {
  readonly first: number;
  readonly second: number;
}

/** The arms of a campaign against the control group, and against each other. */
export interface ArmResults {
  readonly arms: readonly ArmResult[];
  readonly pairs: readonly ArmPair[];
  /** The arm that earns more per customer than every other one, by its place; null: not known, or all earn less than no contact. */
  readonly best: number | null;
  /** True once a customer of the control group has had the time to order. */
  readonly hasControl: boolean;
  /** The arm with the most revenue less cost earns less per customer than no contact. */
  readonly isLoss: boolean;
}

/**
 * Compares the arms of a campaign. The intervals hold at every look and all together with a probability of 95 %. Only customers whose window has passed count. Every customer of an arm who orders counts as having used its offer.
 */
export function compareArms(arms: readonly CampaignArm[], rows: readonly GroupRow[]): ArmResults {
  const control: Side = { ...maturedSums(rows.filter(({ holdout }) => holdout)), contact_cost: 0, redemption_cost: 0 };
  const ofArm = arms.map((_, place) => rows.filter(({ arm }) => arm === place));
  const sides = arms.map((arm, place): Side => ({ ...arm, ...maturedSums(ofArm[place]!) }));
  const places = arms.map((_, place) => place);
  const chosen = places.flatMap((first) => places.filter((second) => second > first).map((second) => ({ first, second })));
  const error = errorOfEach(arms.length);
  const pairs = chosen.map((pair) => ({ ...pair, ...differenceOf(sides[pair.first]!, sides[pair.second]!, error) }));
  const results = arms.map((arm, place): ArmResult => {
    const all = returnedOf(ofArm[place]!);
    const difference = differenceOf(sides[place]!, control, error);
    return {
      all,
      matured: sides[place]!.n,
      revenue: ofArm[place]!.map(({ revenue }) => revenue),
      cost: all.n * arm.contact_cost + all.returned * arm.redemption_cost,
      verdict: verdictBy(difference.orders),
      ...difference,
    };
  });
  const most = places.find((place) => places.every((other) => other === place || isBetter(pairs, place, other))) ?? null;
  const isLoss = most !== null && (results[most]!.verdict === 'harms' || (results[most]!.net?.ci95[1] ?? 0) < 0);
  return { arms: results, pairs, best: isLoss ? null : most, isLoss, hasControl: control.n > 0 };
}

function maturedSums(rows: readonly GroupRow[]): Matured {
  const passed = rows.filter(({ matured }) => matured);
  return {
    ...maturedOf(rows),
    revenue: passed.reduce((sum, row) => sum + Number(row.revenue), 0),
    squares: passed.reduce((sum, row) => sum + row.revenue_squares, 0),
  };
}

function differenceOf(first: Side, second: Side, error: number): ArmDifference {
  const both = [first, second];
  if (both.some(({ n }) => n < SMALLEST_GROUP)) return { orders: null, net: null };
  return {
    orders: differenceAtAnyTime(rateAsMean(first.n, first.returned), rateAsMean(second.n, second.returned), error),
    net: both.some(({ returned }) => returned < FEWEST_ORDERING) ? null : differenceAtAnyTime(netOf(first), netOf(second), error),
  };
}

/** The revenue of a customer without an order is 0, so sums of the revenue give those of the revenue after redemptions. */
function netOf({ n, returned, revenue, squares, contact_cost: contact, redemption_cost: redemption }: Side): Mean {
  const sum = revenue - redemption * returned;
  const sumOfSquares = squares - 2 * redemption * revenue + redemption ** 2 * returned;
  return { n, value: sum / n - contact, variance: Math.max(0, sumOfSquares - sum ** 2 / n) / (n - 1) };
}

function verdictBy(orders: Difference | null): Verdict {
  if (orders === null) return 'too_early';
  const [low, high] = orders.ci95;
  return low > 0 ? 'helps' : high < 0 ? 'harms' : 'no_difference_seen';
}

function isBetter(pairs: readonly ArmPair[], place: number, other: number): boolean {
  const pair = pairs.find(({ first, second }) => first === Math.min(place, other) && second === Math.max(place, other));
  if (pair?.net == null) return false;
  const [low, high] = pair.net.ci95;
  return place < other ? low > 0 : high < 0;
}
