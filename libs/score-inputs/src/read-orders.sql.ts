import { type CustomerId, ORDER_STATES } from '#libs/core';
import {
  EACH_IDENTIFIER,
  type Packed,
  packed,
  readInstants,
  readIntegers,
  readTexts,
  readUnits,
  type TenantDb,
  uuidColumn,
} from '#libs/database';
import type { OrderFacts } from '#libs/scoring';
import { EACH_KEPT } from './kept-orders.js';

type OrderColumn = 'customer' | 'order_key' | 'placed_at' | 'amount' | 'refunded' | 'refunded_at' | 'flags';

/**
 * Orders in one read. An order takes some 200 bytes as an object and up to 600 while it is read, so a read stays below 15 MB.
 */
export const MOST_ORDERS = 25_000;

const FLAGS = { fullyRefunded: 1, cancelled: 2, test: 4, foreign: 8 } as const;

// Needs index orders_by_customer (tenant_id, customer_id) and the primary key of kept_orders. This is where scoring reads most. One row beyond
// the limit says that there are more. Without OFFSET 0, a plan from the first seconds of the table compares every customer with every order of
// the tenant. Tenants without a removal do not look for kept orders.
const READ_ORDERS = `
SELECT ${packed('customer')} AS customer, ${packed('order_key')} AS order_key, ${packed('placed_at')} AS placed_at, ${packed('amount')} AS amount,
       ${packed('refunded')} AS refunded, ${packed('refunded_at')} AS refunded_at, ${packed('flags')} AS flags
FROM (
  (SELECT c.place::int AS customer, o.order_key, o.placed_at, o.amount, greatest(o.refunded, o.refunded_total) AS refunded, o.refunded_at,
         CASE WHEN o.fully_refunded THEN ${FLAGS.fullyRefunded} ELSE 0 END + CASE WHEN o.state = ${ORDER_STATES.cancelled} THEN ${FLAGS.cancelled} ELSE 0 END
           + CASE WHEN o.test THEN ${FLAGS.test} ELSE 0 END
           + CASE WHEN o.currency <> (SELECT currency FROM tenants WHERE id = $1) THEN ${FLAGS.foreign} ELSE 0 END AS flags
  FROM ${EACH_IDENTIFIER} c,
       LATERAL (SELECT * FROM orders WHERE tenant_id = $1 AND customer_id = c.id OFFSET 0) o
  LIMIT ${MOST_ORDERS + 1})
  UNION ALL
  (SELECT c.place::int, '', e.placed_at, e.amount * 0.0001, e.refunded * 0.0001, NULL,
         CASE WHEN e.currency <> (SELECT currency FROM tenants WHERE id = $1) THEN ${FLAGS.foreign} ELSE 0 END
  FROM ${EACH_IDENTIFIER} c,
       LATERAL (SELECT * FROM kept_orders WHERE tenant_id = $1 AND customer_id = c.id OFFSET 0) k, ${EACH_KEPT}
  WHERE EXISTS (SELECT 1 FROM removals WHERE tenant_id = $1)
  LIMIT ${MOST_ORDERS + 1})) o`;

/**
 * Reads the orders of each customer, in no particular order. A customer without orders is absent.
 * @returns null when the customers have more orders together than memory should hold
 */
export async function readOrders(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, OrderFacts[]> | null> {
  const orders = new Map<CustomerId, OrderFacts[]>();
  const [row] = await db.prepared<Record<OrderColumn, Packed>>(READ_ORDERS, [uuidColumn(ids)]);
  if (row === undefined) return orders;
  const places = readIntegers(row.customer);
  if (places.length > MOST_ORDERS) return null;
  const facts = toOrderFacts(row);
  for (const [at, place] of places.entries()) {
    // Counted from 1.
    const customer = ids[place! - 1]!;
    const known = orders.get(customer);
    if (known === undefined) orders.set(customer, [facts[at]!]);
    else known.push(facts[at]!);
  }
  return orders;
}

function toOrderFacts(row: Record<OrderColumn, Packed>): OrderFacts[] {
  const [keys, placedAt, amounts] = [readTexts(row.order_key), readInstants(row.placed_at), readUnits(row.amount)];
  const [refunded, refundedAt] = [readUnits(row.refunded), readInstants(row.refunded_at)];
  return readIntegers(row.flags).map((all, at) => {
    const flags = all!;
    return {
      key: keys[at]!,
      placedAtMs: placedAt[at]!,
      amount: amounts[at]!,
      refunded: refunded[at]!,
      refundedAtMs: refundedAt[at]!,
      fullyRefunded: (flags & FLAGS.fullyRefunded) !== 0,
      cancelled: (flags & FLAGS.cancelled) !== 0,
      test: (flags & FLAGS.test) !== 0,
      foreign: (flags & FLAGS.foreign) !== 0,
    };
  });
}
