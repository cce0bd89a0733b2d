import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type CustomerId, FairSlots } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { earlierOfOne, type OrderDays, type OrderTotals, totalsOf } from '#libs/scoring';
import { inHalves } from './by-customer.js';
import { readEarlier } from './read-earlier.sql.js';
import { readTotals } from './order-totals.sql.js';
import { MOST_ORDERS, readOrders } from './read-orders.sql.js';

/** A customer, and the orders it had when it was scored last: a guess, since more may be stored. */
export interface SizedCustomer {
  readonly id: CustomerId;
  readonly ordersCount: number;
}

/** Number of customers to visit before yielding to other work of the process: a few milliseconds. */
const BEFORE_OTHERS = 50;
/** Number of reads of orders that a process makes at once, for all purposes. With `MOST_ORDERS` it bounds the memory that orders take. */
const READS = new FairSlots({ slots: 4, perKey: 4 });

/**
 * Reads the orders of the customers in parts that fit in memory, and passes the totals of each customer on.
 * @param nowMs about now; `totals` takes the exact instant
 * @param visit gets each customer once, also those without orders; returns before the next orders are read
 */
export async function eachHistory<Customer extends SizedCustomer>(
  db: TenantDb,
  customers: readonly Customer[],
  nowMs: number,
  visit: (customer: Customer, totals: (nowMs: number) => OrderTotals) => void,
): Promise<void> {
  const visitPart = (part: readonly Customer[]): Promise<boolean> =>
    READS.use(db.tenantId, async () => {
      const [first] = part;
      const orders = first!.ordersCount > MOST_ORDERS ? null : await readOrders(db, part.map(({ id }) => id)); // prettier-ignore
      if (orders === null && part.length > 1) return false;
      const summed = orders === null ? await readTotals(db, first!.id, nowMs) : null;
      const earlier = await readEarlier(db, part.map(({ id }) => id)); // prettier-ignore
      await eachWithPauses(part, (customer) => {
        const own = earlier.get(customer.id) ?? null;
        visit(customer, (at) => ({ ...(summed ?? totalsOf(orders?.get(customer.id) ?? [], at)), earlier: own }));
      });
      return true;
    });
  for (const part of withinBudget(customers)) await inHalves(part, visitPart);
}

/** Reads the order days of the customers, and the sum of those that are not known one by one. Customers without either are absent. */
export async function readOrderDays(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, OrderDays>> {
  const found = new Map<CustomerId, OrderDays>();
  const sized = ids.map((id) => ({ id, ordersCount: 0 }));
  // Order days are the same at every instant.
  await eachHistory(db, sized, 0, ({ id }, totals) => {
    const { days, earlier = null } = totals(0);
    if (days.day.length > 0 || earlier !== null) found.set(id, earlier === null ? days : { ...days, earlier: earlierOfOne(earlier) });
  });
  return found;
}

async function eachWithPauses<Item>(items: readonly Item[], visit: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % BEFORE_OTHERS === BEFORE_OTHERS - 1) await yieldToOthers();
    visit(item);
  }
}

/**
 * Divides the customers into parts with orders that probably fit into one read. A customer with more orders than that is a part of its own.
 */
function withinBudget<Customer extends SizedCustomer>(customers: readonly Customer[]): Customer[][] {
  const parts: Customer[][] = [];
  let room = 0;
  for (const customer of customers) {
    if (customer.ordersCount > room || parts.length === 0) {
      parts.push([]);
      room = MOST_ORDERS;
    }
    parts.at(-1)!.push(customer);
    room -= customer.ordersCount;
  }
  return parts;
}
