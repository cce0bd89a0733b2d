import type { OrderFacts } from './order-facts.js';

/** An order that counts, with what is left of its amount after its own refunds (ten-thousandths; null when never sent). */
export interface CountedOrder {
  readonly key: string;
  readonly placedAtMs: number;
  readonly net: number | null;
  readonly foreign: boolean;
}

export interface Ledger {
  /** Sorts by time of placement, ties by key. */
  readonly orders: readonly CountedOrder[];
  /** Refunds in the tenant's currency that cancel no order as a whole; they only lower the customer's money. */
  readonly looseRefunds: readonly number[];
}

interface UnlinkedRefund {
  readonly key: string;
  readonly atMs: number;
  readonly amount: number;
  readonly foreign: boolean;
}

/**
 * The only place that decides which orders count.
 *
 * Left out: cancelled, test, fully refunded and zero-value orders, and rows whose purchase was never seen. A refund without a
 * purchase (refund exports often carry no order id) removes the most recent order placed at or before it whose net equals it.
 *
 * @param rows all rows of one customer, in any order
 */
export function countedOrders(rows: readonly OrderFacts[]): Ledger {
  const orders: CountedOrder[] = [];
  const refunds: UnlinkedRefund[] = [];
  for (const row of rows) {
    if (row.test || row.cancelled) continue;
    const { key, placedAtMs, foreign } = row;
    if (placedAtMs === null) {
      // A refund without a time is before every order, so it cannot remove one.
      if (row.refunded > 0) refunds.push({ key, atMs: row.refundedAtMs ?? -Infinity, amount: row.refunded, foreign });
      continue;
    }
    const net = row.amount === null ? null : row.amount - row.refunded;
    if (!row.fullyRefunded && (net === null || net > 0)) orders.push({ key, placedAtMs, net, foreign });
  }
  orders.sort((one, other) => one.placedAtMs - other.placedAtMs || compare(one.key, other.key));
  return refunds.length === 0 ? { orders, looseRefunds: [] } : settle(orders, refunds);
}

/** One sweep through time: orders open as they are placed, each refund closes the latest open order of exactly its amount. */
function settle(orders: readonly CountedOrder[], refunds: UnlinkedRefund[]): Ledger {
  refunds.sort((one, other) => compare(one.atMs, other.atMs) || compare(one.key, other.key));
  const open = new Map<string, CountedOrder[]>();
  const removed = new Set<CountedOrder>();
  const looseRefunds: number[] = [];
  let placed = 0;
  for (const refund of refunds) {
    for (let order = orders[placed]; order !== undefined && order.placedAtMs <= refund.atMs; order = orders[++placed]) {
      pushOpen(open, order);
    }
    const match = open.get(amountKey(refund.amount, refund.foreign))?.pop();
    if (match !== undefined) removed.add(match);
    else if (!refund.foreign) looseRefunds.push(refund.amount);
  }
  return { orders: orders.filter((order) => !removed.has(order)), looseRefunds };
}

function pushOpen(open: Map<string, CountedOrder[]>, order: CountedOrder): void {
  if (order.net === null) return;
  const key = amountKey(order.net, order.foreign);
  const sameAmount = open.get(key);
  if (sameAmount === undefined) open.set(key, [order]);
  else sameAmount.push(order);
}

/** Equal numbers in different currencies are different amounts. */
const amountKey = (amount: number, foreign: boolean): string => (foreign ? `foreign ${amount}` : `${amount}`);

/** Compares by code unit and without subtraction: a locale would make results depend on the machine, and two missing times would give NaN. */
function compare<Value extends string | number>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
