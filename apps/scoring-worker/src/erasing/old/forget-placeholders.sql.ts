import { type CustomerId, LIMITS, placeholderOf } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { HAS_ORDER_ID, ORDER_ID } from '#libs/orders';

/** Orders per transaction. */
const CHUNK = 1000;

// Needs orders_never_placed and events_by_customer.
const FIND = `
SELECT order_key, ${ORDER_ID} AS order_id, customer_id FROM orders o
WHERE tenant_id = $1 AND placed_at IS NULL AND order_key > $2 AND ${HAS_ORDER_ID}
  AND NOT EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = $1 AND e.customer_id = o.customer_id AND e.received_at >= $3)
ORDER BY order_key LIMIT ${CHUNK}`;
// Needs the primary key of orders. An order that has arrived in the meantime stays.
const DELETE_ORDERS = `
DELETE FROM orders WHERE tenant_id = $1 AND (order_key, customer_id) IN (SELECT * FROM unnest($2::text[], $3::uuid[])) AND placed_at IS NULL
RETURNING customer_id`;
const DELETE_EVENTS = 'DELETE FROM events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])';

interface Row {
  readonly order_key: string;
  readonly order_id: string;
  readonly customer_id: CustomerId;
}

/**
 * Deletes refunds, cancellations and deletions that have waited so long that their order will not arrive any more. A later, different order with the
 * same number is then counted.
 * @param after '' to begin with
 * @returns the last order that it looked at; null at the end
 */
export async function forgetPlaceholders(db: TenantDb, after: string, now: Date): Promise<string | null> {
  const rows = await db.query<Row>(FIND, [after, new Date(now.getTime() - LIMITS.placeholderMs)]);
  // Orders of known customers have rows here too: a merchant's server may send a refund of an order that it never sent.
  const waiting = rows.filter(({ order_id: orderId, customer_id: owner }) => owner === placeholderOf(db.tenantId, orderId));
  if (waiting.length > 0) {
    const gone = await db.query<Pick<Row, 'customer_id'>>(DELETE_ORDERS, [
      waiting.map(({ order_key: key }) => key),
      waiting.map(({ customer_id: owner }) => owner),
    ]);
    await db.query(DELETE_EVENTS, [gone.map(({ customer_id: owner }) => owner)]);
  }
  return rows.length < CHUNK ? null : (rows.at(-1)?.order_key ?? null);
}
