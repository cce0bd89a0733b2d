import type { Label } from '../model/label.js';
import { exactSum, toMoney } from '../arithmetic/money.js';

/** Contribution of a scored customer to the totals of a shop. */
export interface Standing {
  readonly label: Label;
  /** Four decimals. */
  readonly score: string;
  /** Two decimals. */
  readonly revenueAtRisk: string;
}

/** Differences to add to the totals of a shop; negative where they fall. */
export interface TotalsChange {
  readonly customers: Readonly<Record<Label, number>>;
  /** Four decimals. */
  readonly scoreSum: string;
  /** Two decimals. */
  readonly revenueSum: string;
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
  for (const { label } of left) customers[label] -= 1;
  for (const { label } of entered) customers[label] += 1;
  return {
    customers,
    scoreSum: toScoreSum(sumOf(entered, scoreUnits) - sumOf(left, scoreUnits)),
    revenueSum: toMoney((sumOf(entered, cents) - sumOf(left, cents)) * UNITS_PER_CENT),
  };
}

/** Says whether a change leaves all totals as they are, so that nothing needs to be written. */
export const isNoChange = ({ customers, scoreSum, revenueSum }: TotalsChange): boolean =>
  Object.values(customers).every((count) => count === 0) && Number(scoreSum) === 0 && Number(revenueSum) === 0;

const sumOf = (standings: readonly Standing[], unitsOf: (standing: Standing) => number): bigint => exactSum(standings.map(unitsOf));

const scoreUnits = ({ score }: Standing): number => Math.round(Number(score) * TEN_THOUSANDTHS);
const cents = ({ revenueAtRisk }: Standing): number => Math.round(Number(revenueAtRisk) * 100);

/** So few customers are summed at once that a double holds the sum. */
const toScoreSum = (units: bigint): string => (Number(units) / TEN_THOUSANDTHS).toFixed(4);
