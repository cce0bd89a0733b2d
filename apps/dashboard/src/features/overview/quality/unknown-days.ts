import type { CustomerDto } from '../../../api/schema';

/** Returns whether the last order of each listed customer has no known day: summaries without days brought them all. */
export const areLastDaysUnknown = (customers: readonly Pick<CustomerDto, 'last_order_at'>[]): boolean =>
  customers.length > 0 && customers.every(({ last_order_at: at }) => at === null);
