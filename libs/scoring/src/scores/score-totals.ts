import type { Label } from '../model/label.js';
import { type ContactLifecycle, isContactLifecycle, type Lifecycle } from './lifecycle.js';
import { ExactSum, toMoney } from '../arithmetic/money.js';
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

/** Two decimals each. */
export interface ContactSums {
  readonly atRisk: string;
  readonly expected: string;
  /** If all of them ordered. */
  readonly ifOrdered: string;
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
  /** The money of the customers to contact first, by their state. */
  readonly contact: Readonly<Record<ContactLifecycle, ContactSums>>;
  /** Customers who are late and neither slip away nor are lost. */
  readonly lateActive: number;
  /** Their revenue at risk, two decimals. */
  readonly lateActiveSum: string;
}

const TEN_THOUSANDTHS = 10_000;
/** Money is counted in ten-thousandths. */
const UNITS_PER_CENT = 100n;

const newContactSums = () => ({ atRisk: new ExactSum(), expected: new ExactSum(), ifOrdered: new ExactSum() });

/** Sums of cents, but `score` is one of ten-thousandths. */
const newSums = () => ({
  score: new ExactSum(),
  revenue: new ExactSum(),
  expected: new ExactSum(),
  contact: { second_order_due: newContactSums(), slipping: newContactSums() },
  lateActive: new ExactSum(),
});

/**
 * Computes how a shop's totals change when some of its customers change.
 * @param before contribution of each customer before; null for one without a score
 * @param after contribution of each customer now, in any order
 */
export function totalsChange(before: readonly (Standing | null)[], after: readonly (Standing | null)[]): TotalsChange {
  const customers: Record<Label, number> = { low: 0, medium: 0, high: 0, critical: 0 };
  const lifecycles: Record<Lifecycle, number> = { new: 0, second_order_due: 0, active: 0, slipping: 0, lost: 0 };
  const sums = newSums();
  let lateActive = 0;
  const add = (standing: Standing | null, sign: 1 | -1): void => {
    if (standing === null) return;
    const { label, lifecycle } = standing;
    const [atRisk, expected] = [sign * centsIn(standing.revenueAtRisk), sign * centsIn(standing.expectedRevenue)];
    customers[label] += sign;
    if (lifecycle !== null) lifecycles[lifecycle] += sign;
    sums.score.add(sign * Math.round(Number(standing.score) * TEN_THOUSANDTHS));
    sums.revenue.add(atRisk);
    sums.expected.add(expected);
    if (isContactLifecycle(lifecycle)) {
      const contact = sums.contact[lifecycle];
      contact.atRisk.add(atRisk);
      contact.expected.add(expected);
      contact.ifOrdered.add(sign * ifOrdered(standing));
    } else if (lifecycle === 'active' && standing.lateSinceDay !== null) {
      lateActive += sign;
      sums.lateActive.add(atRisk);
    }
  };
  for (const standing of before) add(standing, -1);
  for (const standing of after) add(standing, 1);
  return {
    customers,
    lifecycles,
    scoreSum: toScoreSum(sums.score.total),
    revenueSum: money(sums.revenue),
    expectedSum: money(sums.expected),
    contact: { second_order_due: contactMoney(sums.contact.second_order_due), slipping: contactMoney(sums.contact.slipping) },
    lateActive,
    lateActiveSum: money(sums.lateActive),
  };
}

/** Says whether a change leaves all totals as they are, so that nothing needs to be written. */
export const isNoChange = ({ customers, lifecycles, contact, ...sums }: TotalsChange): boolean =>
  [customers, lifecycles, contact.second_order_due, contact.slipping, sums].every((values) =>
    Object.values(values).every((value) => Number(value) === 0),
  );

const centsIn = (amount: string): number => Math.round(Number(amount) * 100);
const money = (cents: ExactSum): string => toMoney(cents.total * UNITS_PER_CENT);
const contactMoney = ({ atRisk, expected, ifOrdered }: ReturnType<typeof newContactSums>): ContactSums => ({
  atRisk: money(atRisk),
  expected: money(expected),
  ifOrdered: money(ifOrdered),
});
/** Zero where it is not known. */
const ifOrdered = ({ expectedRevenue, score }: Standing): number =>
  Number((revenueIfOrdered(expectedRevenue, score) ?? '0').replace('.', ''));

/** So few customers are summed at once that a double holds the sum. */
const toScoreSum = (units: bigint): string => (Number(units) / TEN_THOUSANDTHS).toFixed(4);
