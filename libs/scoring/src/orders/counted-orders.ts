import type { OrderFacts } from './order-facts.js';
import { RefundMatcher, type UnlinkedRefund } from './refund-matcher.js';

/** An order that counts, with what is left of its amount after its own refunds (ten-thousandths; null when never sent). */
export interface CountedOrder {
  readonly placedAtMs: number;
  readonly net: number | null;
  readonly foreign: boolean;
}

export interface Ledger {
  /** Sorted by time of placement. */
  readonly orders: readonly CountedOrder[];
  /** Refunds in the tenant's currency that cancel no order as a whole; they only lower the customer's money. */
  readonly looseRefunds: readonly number[];
}

/**
 * Decides which orders count. No other place may decide this.
 *
 * Left out: cancelled, test, fully refunded and zero-value orders, and rows without a known purchase. A refund without a purchase (refund
 * exports often carry no order id) removes the most recent order placed at or before it with a net equal to it.
 *
 * @param rows all rows of one customer, in any order
 */
export function countedOrders(rows: readonly OrderFacts[]): Ledger {
  const orders: CountedOrder[] = [];
  const refunds: UnlinkedRefund[] = [];
  for (const row of rows) {
    if (row.test || row.cancelled) continue;
    const { placedAtMs, foreign } = row;
    if (placedAtMs === null) {
      // A refund without a time is before every order, so it cannot remove one.
      if (row.refunded > 0) refunds.push({ atMs: row.refundedAtMs ?? -Infinity, amount: row.refunded, foreign });
      continue;
    }
    const net = row.amount === null ? null : row.amount - row.refunded;
    if (!row.fullyRefunded && (net === null || net > 0)) orders.push({ placedAtMs, net, foreign });
  }
  // Orders of one instant in any order: of equal amounts it makes no difference which one a refund cancels, and sums do not depend on it.
  orders.sort((one, other) => one.placedAtMs - other.placedAtMs);
  return refunds.length === 0 ? { orders, looseRefunds: [] } : applyRefunds(orders, refunds);
}

function applyRefunds(orders: readonly CountedOrder[], refunds: readonly UnlinkedRefund[]): Ledger {
  const matcher = new RefundMatcher<CountedOrder>(refunds);
  for (const order of orders) matcher.place(order, order);
  const { removed, looseRefunds } = matcher.finish();
  const isRemoved = new Set(removed);
  return { orders: orders.filter((order) => !isRemoved.has(order)), looseRefunds };
}
