import type { CustomerId } from '#libs/core';
import type { CustomerRow } from './customer-row.js';

/** Highest number of scores that one transaction explains, and of orders of their customers together: well within the deadline of the API. */
const EXPLAINED_AT_ONCE = { customers: 100, orders: 50_000 };

/** Divides customers into those that one transaction explains together. */
export function explainedTogether(rows: readonly Pick<CustomerRow, 'id' | 'orders_count'>[]): CustomerId[][] {
  const parts: CustomerId[][] = [];
  let orders = Infinity;
  for (const { id, orders_count: own } of rows) {
    orders += own;
    if (orders > EXPLAINED_AT_ONCE.orders || parts.at(-1)!.length === EXPLAINED_AT_ONCE.customers) {
      parts.push([]);
      orders = own;
    }
    parts.at(-1)!.push(id);
  }
  return parts;
}
