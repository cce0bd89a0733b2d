import { DAY_MS } from '#libs/core';
import type { CustomerRow } from './customer-row.js';

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * Counts the whole days since the end of the time within which four in five such customers would have ordered. They are the days since the
 * last order less the days of that time, counted as `recency_days` and the reasons do, so that a reader who subtracts gets the same number.
 *
 * @returns null for a customer who is not late; 0 on the first day
 */
export function overdueDays(
  { last_order_at: ordered, late_since: since }: Pick<CustomerRow, 'last_order_at' | 'late_since'>,
  now: Date,
): number | null {
  if (ordered === null || since === null) return null;
  const within = dayOf(Date.parse(since)) - dayOf(ordered.getTime()) - 1;
  return Math.max(0, dayOf(now.getTime() - ordered.getTime()) - within);
}
