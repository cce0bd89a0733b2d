import type { ContactState } from '../../api/lifecycle';
import type { LifecycleAnalyticsDto } from '../../api/schema';
import type { ShopFormat } from '../../format/shop-format';
import { text as t } from './text';

interface Sums {
  readonly customers: number;
  readonly toWin: number;
}

type Words = Pick<ShopFormat, 'money'>;

/** Adds up the customers to contact of some states. */
export const sumsOf = (late: LifecycleAnalyticsDto['late'], states: readonly ContactState[]): Sums => ({
  customers: states.reduce((sum, state) => sum + late[state].customers, 0),
  toWin: states.reduce((sum, state) => sum + Number(late[state].revenue_at_risk), 0),
});

/**
 * Says what contacts with these customers can add.
 * @param share of them who are contacted, chosen at random; above 0
 * @returns null where nothing is known of their orders' amounts
 */
export function worthOf(sums: Sums, horizonDays: number | null, format: Words, share = 1): string | null {
  const { customers, toWin } = sums;
  if (customers === 0 || horizonDays === null || toWin === 0) return null;
  return t.worth(Math.round(customers * share), t.within(horizonDays), format.money(share * toWin, 'round'));
}

/** Writes what a contact can win; a dash where it is not known. */
export const winOf = ({ revenue_at_risk: toWin }: { readonly revenue_at_risk: string | null }, format: Words): string =>
  toWin === null || Number(toWin) === 0 ? '–' : t.upTo(format.money(toWin, 'round'));
