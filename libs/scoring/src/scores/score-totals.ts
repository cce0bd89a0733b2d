import type { Label } from '../model/label.js';
import type { Lifecycle } from './lifecycle.js';
import { exactSum, toMoney } from '../arithmetic/money.js';
import { revenueIfOrdered } from '../model/money.js';

/** Contribution of a scored customer to the totals of a shop. */
export interface Standing {
  readonly label: Label;
  /** Four decimals. */
  readonly score: string;
  readonly lifecycle: Lifecycle | null;
  /** Null for a customer who is not late. */
  readonly lateSinceDay: number | null;
  /** Two decimals. */
  readonly expectedRevenue: string;
  /** Two decimals. */
  readonly revenueAtRisk: string;
}

/** Differences to add to the totals of a shop; negative where they fall. */
export interface TotalsChange {
  readonly customers: Readonly<Record<Label, number>>;
  readonly lifecycles: Readonly<Record<Lifecycle, number>>;
  /** Four decimals. */
  readonly scoreSum: string;
  /** Two decimals. */
  readonly revenueSum: string;
  /** Two decimals. */
  readonly expectedSum: string;
  /** The revenue at risk of the customers who slip away, two decimals. */
  readonly slippingSum: string;
  /** Their expected revenue, two decimals. */
  readonly slippingExpectedSum: string;
  /** Their revenue if all of them ordered, two decimals. */
  readonly slippingIfOrderedSum: string;
  /** Customers who are late and neither slip away nor are lost. */
  readonly lateActive: number;
  /** Their revenue at risk, two decimals. */
  readonly lateActiveSum: string;
}

const TEN_THOUSANDTHS = 10_000;
/** Money is counted in ten-thousandths. */
const UNITS_PER_CENT = 100n;

/**
 * Computes how a shop's totals change when some of its customers change.
 * @param before contribution of each customer before; null for one without a score
 * @param after contribution of each customer now, in any order
 */
export function totalsChange(before: readonly (Standing | null)[], after: readonly (Standing | null)[]): TotalsChange {
  const [left, entered] = [before, after].map((standings) => standings.filter((standing) => standing !== null)) as [Standing[], Standing[]];
  const customers: Record<Label, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  const lifecycles: Record<Lifecycle, number> = { new: 0, active: 0, slipping: 0, lost: 0 };
  for (const { label, lifecycle } of left) {
    customers[label] -= 1;
    if (lifecycle !== null) lifecycles[lifecycle] -= 1;
  }
  for (const { label, lifecycle } of entered) {
    customers[label] += 1;
    if (lifecycle !== null) lifecycles[lifecycle] += 1;
  }
  const money = (cents: (standing: Standing) => number): string => toMoney((sumOf(entered, cents) - sumOf(left, cents)) * UNITS_PER_CENT);
  const moneyOf = (belongs: (standing: Standing) => boolean, cents: (standing: Standing) => number): string =>
    money((standing) => (belongs(standing) ? cents(standing) : 0));
  return {
    customers,
    lifecycles,
    scoreSum: toScoreSum(sumOf(entered, scoreUnits) - sumOf(left, scoreUnits)),
    revenueSum: money(atRisk),
    expectedSum: money(expected),
    slippingSum: moneyOf(isSlipping, atRisk),
    slippingExpectedSum: moneyOf(isSlipping, expected),
    slippingIfOrderedSum: moneyOf(isSlipping, ifOrdered),
    lateActive: entered.filter(isLateActive).length - left.filter(isLateActive).length,
    lateActiveSum: moneyOf(isLateActive, atRisk),
  };
}

/** Says whether a change leaves all totals as they are, so that nothing needs to be written. */
export const isNoChange = ({ customers, lifecycles, ...sums }: TotalsChange): boolean =>
  [customers, lifecycles, sums].every((values) => Object.values(values).every((value) => Number(value) === 0));

const isLateActive = ({ lifecycle, lateSinceDay }: Standing): boolean => lifecycle === 'active' && lateSinceDay !== null;

const isSlipping = ({ lifecycle }: Standing): boolean => lifecycle === 'slipping';

const sumOf = (standings: readonly Standing[], unitsOf: (standing: Standing) => number): bigint => exactSum(standings.map(unitsOf));

const scoreUnits = ({ score }: Standing): number => Math.round(Number(score) * TEN_THOUSANDTHS);
const centsIn = (amount: string): number => Math.round(Number(amount) * 100);
const atRisk = ({ revenueAtRisk }: Standing): number => centsIn(revenueAtRisk);
const expected = ({ expectedRevenue }: Standing): number => centsIn(expectedRevenue);
/** Zero where it is not known. */
const ifOrdered = ({ expectedRevenue, score }: Standing): number =>
  Number((revenueIfOrdered(expectedRevenue, score) ?? '0').replace('.', ''));

/** So few customers are summed at once that a double holds the sum. */
const toScoreSum = (units: bigint): string => (Number(units) / TEN_THOUSANDTHS).toFixed(4);
