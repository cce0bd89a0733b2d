import type { ContactState } from '../../api/lifecycle';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import type { ShopFormat } from '../../format/shop-format';
import { text as t } from './text';

interface Sums {
  readonly customers: number;
  readonly toWin: number;
}

type Words = Pick<ShopFormat, 'money'>;

/** Counts the customers to contact of some states. */
export const countToContact = (late: LifecycleAnalyticsDto['late'], states: readonly ContactState[]): number =>
  states.reduce((sum, state) => sum + late[state].customers, 0);

/**
 * Says what contacts with these customers can add.
 * @returns null where the amounts of their orders, or the days of the last ones, are not known
 */
export function worthOf(sums: Sums, horizonDays: number | null, format: Words): string | null {
  const { customers, toWin } = sums;
  if (customers === 0 || horizonDays === null || toWin === 0) return null;
  return t.worth(customers, t.within(horizonDays), format.money(toWin, 'round'));
}

interface Won {
  readonly revenue_at_risk: string | null;
  /** Null where summaries gave the orders without the day of the last one. */
  readonly last_order_at?: string | null;
}

/** Writes what a contact can win; a dash where it is not known: without amounts, and without the day of the last order. */
export const winOf = ({ revenue_at_risk: toWin, last_order_at: last }: Won, format: Words): string =>
  toWin === null || Number(toWin) === 0 || last === null ? '–' : t.upTo(format.money(toWin, 'round'));
