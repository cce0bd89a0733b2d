import type { ContactState } from '../../api/lifecycle';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import type { ShopFormat } from '../../format/shop-format';
import { text as t } from './text';

type Sums = Pick<LifecycleAnalyticsDto['late']['slipping'], 'customers' | 'expected_revenue' | 'revenue_if_ordered'>;
type Words = Pick<ShopFormat, 'money'>;

/** Adds up the customers to contact of some states. */
export function sumsOf(late: LifecycleAnalyticsDto['late'], states: readonly ContactState[]): Sums {
  const total = (name: 'expected_revenue' | 'revenue_if_ordered'): string =>
    states.reduce((sum, state) => sum + Number(late[state][name]), 0).toFixed(2);
  return {
    customers: states.reduce((sum, state) => sum + late[state].customers, 0),
    expected_revenue: total('expected_revenue'),
    revenue_if_ordered: total('revenue_if_ordered'),
  };
}

/** Returns what winning customers back can add at most: what they bring if they order, less what is expected anyway. */
export const toWinOf = (ifOrdered: string | number, expected: string): number => Math.max(0, Number(ifOrdered) - Number(expected));

/**
 * Says what winning the customers to contact can add.
 * @param share of them who are contacted, chosen at random; above 0
 * @returns null where nothing is known of their orders' amounts
 */
export function worthOf(sums: Sums, horizonDays: number | null, format: Words, share = 1): string | null {
  const { customers, revenue_if_ordered: ifOrdered, expected_revenue: expected } = sums;
  if (customers === 0 || horizonDays === null || Number(ifOrdered) === 0) return null;
  return t.worth(Math.round(customers * share), t.within(horizonDays), format.money(share * toWinOf(ifOrdered, expected), 'round'));
}

interface Money {
  readonly revenue_if_ordered: string | null;
  readonly expected_revenue: string | null;
}

/** Writes what winning the customer back can add; a dash where it is not known. */
export const winOf = ({ revenue_if_ordered: ifOrdered, expected_revenue: expected }: Money, format: Words): string =>
  ifOrdered === null || expected === null ? '–' : t.upTo(format.money(toWinOf(ifOrdered, expected), 'round'));
