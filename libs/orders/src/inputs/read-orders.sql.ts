import { type CustomerId, ORDER_STATES } from '#libs/core';
import { EACH_IDENTIFIER, packedColumns, readInstants, readIntegers, readUnits, type TenantDb, uuidColumn } from '#libs/database';
import type { OrderFacts } from '#libs/scoring';
import { byCustomer } from './by-customer.js';
import { REFUNDED } from '../counted-orders.sql.js';

/**
 * Orders in one read. An order takes some 200 bytes as an object and up to 600 while it is read, so a read stays below 15 MB.
 */
export const MOST_ORDERS = 25_000;

const FLAGS = { fullyRefunded: 1, cancelled: 2, test: 4, foreign: 8, refunded: 16 } as const;
const IS_REFUNDED = `flags >= ${FLAGS.refunded}`;
/** Fetching four columns costs as much as finding the orders, so those of refunds hold values of the few refunded orders only. */
const ORDERS = packedColumns(
  {
    customer: readIntegers,
    placed_at: readInstants,
    amount: readUnits,
    flags: readIntegers,
    refunded: readUnits,
    refunded_at: readInstants,
  },
  { refunded: IS_REFUNDED, refunded_at: IS_REFUNDED },
);

// Needs index orders_by_customer (tenant_id, customer_id). This is where scoring reads most. One row beyond the limit says that there are more.
// Without OFFSET 0, a plan from the first seconds of the table compares every customer with every order of the tenant.
const READ_ORDERS = `
SELECT ${ORDERS.select} FROM (
  SELECT c.place::int AS customer, o.placed_at, o.amount, ${REFUNDED} AS refunded, o.refunded_at,
         CASE WHEN o.fully_refunded THEN ${FLAGS.fullyRefunded} ELSE 0 END + CASE WHEN o.state = ${ORDER_STATES.cancelled} THEN ${FLAGS.cancelled} ELSE 0 END
           + CASE WHEN o.test THEN ${FLAGS.test} ELSE 0 END
           + CASE WHEN o.currency <> (SELECT currency FROM tenants WHERE id = $1) THEN ${FLAGS.foreign} ELSE 0 END
           + CASE WHEN o.refunded <> 0 OR o.refunded_total <> 0 THEN ${FLAGS.refunded} ELSE 0 END AS flags
  FROM ${EACH_IDENTIFIER} c,
       LATERAL (SELECT * FROM orders WHERE tenant_id = $1 AND customer_id = c.id OFFSET 0) o
  LIMIT ${MOST_ORDERS + 1}) o`;

/**
 * Reads the orders of each customer, in no particular order. A customer without orders is absent.
 * @returns null when the customers have more orders together than memory should hold
 */
export async function readOrders(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, OrderFacts[]> | null> {
  const columns = ORDERS.read(await db.prepared(READ_ORDERS, [uuidColumn(ids)]));
  const { customer, placed_at: placedAt, amount, flags: allFlags, refunded, refunded_at: refundedAt } = columns;
  if (customer.length > MOST_ORDERS) return null;
  let refunds = 0;
  return byCustomer(ids, customer, (at): OrderFacts => {
    const flags = allFlags[at]!;
    const refund = flags >= FLAGS.refunded ? refunds++ : null;
    return {
      placedAtMs: placedAt[at]!,
      amount: amount[at]!,
      refunded: refund === null ? 0 : refunded[refund]!,
      refundedAtMs: refund === null ? null : refundedAt[refund]!,
      fullyRefunded: (flags & FLAGS.fullyRefunded) !== 0,
      cancelled: (flags & FLAGS.cancelled) !== 0,
      test: (flags & FLAGS.test) !== 0,
      foreign: (flags & FLAGS.foreign) !== 0,
    };
  });
}
