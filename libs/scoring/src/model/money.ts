import { toMoney } from '../arithmetic/money.js';
import type { Features } from '../orders/features.js';
import type { MbgParameters } from './mbg-nbd.js';
import type { Model } from './model.js';
import { orderValueOf } from './order-value.js';

/** Money that a customer is expected to bring within the horizon, two decimals in the tenant's currency. */
export interface Money {
  readonly expectedRevenue: string;
  /** The score × expected revenue: largest where a nudge changes most. */
  readonly revenueAtRisk: string;
}

/** The part of a customer's features that its money follows from. */
type MoneyInput = Pick<Features, 'days' | 'orderDays' | 'x' | 'T'>;

const NOTHING: Money = { expectedRevenue: '0.00', revenueAtRisk: '0.00' };
/** Upper bound: far above any real customer, and exact to the cent as a double. */
const LARGEST = 9_999_999_999_999;
/** Below this chance of leaving after an order, the order days follow the formula for customers who never leave. */
const NOBODY_LEAVES = 1e-9;

/**
 * Returns the expected revenue of a customer within the horizon, (1 − score) × order days given at least one × value of an order day, and
 * the part of it that is at risk.
 *
 * @param score "0.0001" to "0.9999"; null for a customer without one
 * @returns amounts from "0.00" to "9999999999999.00"; "0.00" without a score or a known amount
 */
export function moneyOf(features: MoneyInput, model: Model, score: string | null): Money {
  const value = orderValueOf(features.days, { from: 0, to: features.orderDays }, model.spend);
  if (score === null || value === null) return NOTHING;
  const noOrder = Number(score);
  const expected = bounded((1 - noOrder) * orderDaysIfAny(features, model.mbg, model.horizonDays) * value);
  return { expectedRevenue: expected.toFixed(2), revenueAtRisk: (noOrder * expected).toFixed(2) };
}

/** Below this expected revenue its own rounding, half a cent, is more than a twentieth of it. */
const LEAST_EXPECTED_CENTS = 10;
const SCORE_UNITS = 10_000;
/** A cent is a hundred of the units that `toMoney` takes, and a score counts ten thousand units. */
const UNITS_PER_CENT_AND_SCORE_UNIT = 1_000_000n;

/**
 * Returns what a customer brings within the horizon if they order at all: expected revenue / (1 − score). It is exact to the cent, as
 * `numeric` of Postgres.
 *
 * @param expectedRevenue two decimals
 * @param score "0.0001" to "0.9999"; null for a customer without one
 * @returns two decimals; null without a score, and where the rounded expected revenue is too small to tell
 */
export function revenueIfOrdered(expectedRevenue: string, score: string | null): string | null {
  const cents = Math.round(Number(expectedRevenue) * 100);
  if (score === null || cents < LEAST_EXPECTED_CENTS) return null;
  return toMoney(BigInt(cents) * UNITS_PER_CENT_AND_SCORE_UNIT, SCORE_UNITS - Math.round(Number(score) * SCORE_UNITS));
}

/** Expected order days within the horizon, given that there is at least one: from 1 to the days of the horizon. */
export function orderDaysIfAny(history: Pick<Features, 'x' | 'T'>, mbg: MbgParameters, horizonDays: number): number {
  const any = -Math.expm1(-(mbg.r + history.x) * Math.log1p(horizonDays / (mbg.alpha + history.T)));
  return Math.min(horizonDays, Math.max(1, orderDaysIfStaying(history, mbg, horizonDays) / any));
}

/** Returns the order days to expect within some days from a customer who has not left. */
export function orderDaysIfStaying({ x, T }: Pick<Features, 'x' | 'T'>, { r, alpha, a, b }: MbgParameters, days: number): number {
  const leaves = a / (a + b + x + 1);
  const periods = days / (alpha + T);
  return leaves < NOBODY_LEAVES ? (r + x) * periods : -Math.expm1(-(r + x) * Math.log1p(leaves * periods)) / leaves;
}

const bounded = (amount: number): number => Math.min(LARGEST, Math.max(0, amount));
