import type { CustomerDto, LifecycleAnalyticsDto } from '../api/schema';
import type { ShopFormat } from '../format/shop-format';
import { text as t } from './text';

type Sums = Pick<LifecycleAnalyticsDto['late']['slipping'], 'customers' | 'expected_revenue' | 'revenue_if_ordered'>;
type Words = Pick<ShopFormat, 'money'>;

/**
 * Says what the customers who are slipping away would bring, and what of it is expected.
 * @returns null where nothing is known of their orders' amounts
 */
export function worthOf(slipping: Sums, horizonDays: number | null, format: Words): string | null {
  const { customers, revenue_if_ordered: ifOrdered, expected_revenue: expected } = slipping;
  if (customers === 0 || horizonDays === null || Number(ifOrdered) === 0) return null;
  return t.worth(customers, format.money(ifOrdered, 'round'), t.within(horizonDays), format.money(expected, 'round'));
}

/** Writes what the customer would bring; a dash where it is not known. */
export const ifOrderedOf = ({ revenue_if_ordered: ifOrdered }: Pick<CustomerDto, 'revenue_if_ordered'>, format: Words): string =>
  ifOrdered === null ? '–' : format.money(ifOrdered, 'round');
