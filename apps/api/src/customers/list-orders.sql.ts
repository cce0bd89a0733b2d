import { type CustomerId, LIMITS, ORDER_STATES } from '#libs/core';
import { identifiersOf, type TenantDb, withAliases } from '#libs/database';
import { IS_REMOVED, orderKeyOfEvent, REFUNDED } from '#libs/orders';

export interface ListedOrder {
  readonly order_key: string;
  /** Null: no event names it. */
  readonly order_number: string | null;
  readonly placed_at: Date;
  readonly amount: string | null;
  readonly refunded: string;
  readonly fully_refunded: boolean;
  readonly currency: string;
  readonly cancelled: boolean;
  readonly test: boolean;
}

// An event of the order has the time at which it was placed, or at which it got its state: the index events_by_customer finds it.
const NUMBER = `
(SELECT left(e.data ->> 'order_number', ${LIMITS.idLength}) FROM events e
 WHERE e.tenant_id = $1 AND e.customer_id = o.customer_id AND e.occurred_at IN (o.placed_at, o.state_at) AND ${orderKeyOfEvent('e')} = o.order_key
   AND jsonb_typeof(e.data -> 'order_number') IN ('string', 'number') LIMIT 1)`;

// Needs index orders_by_customer (tenant_id, customer_id). A customer has few orders, so sorting them is cheap.
const listOf = (ofCustomer: string): string => `
SELECT o.order_key, ${NUMBER} AS order_number, o.placed_at, round(o.amount, 2)::text AS amount,
       round(${REFUNDED}, 2)::text AS refunded, o.fully_refunded,
       coalesce(o.currency, t.currency) AS currency, o.state = ${ORDER_STATES.cancelled} AS cancelled, o.test
FROM orders o JOIN tenants t ON t.id = o.tenant_id
WHERE o.tenant_id = $1 AND ${ofCustomer} AND o.placed_at IS NOT NULL AND NOT (${IS_REMOVED})
  AND ($3::timestamptz IS NULL OR (o.placed_at, o.order_key) < ($3, $4::text COLLATE "C"))
ORDER BY o.placed_at DESC, o.order_key DESC LIMIT $5`;

// Nearly all customers have no alias: then the index has the order of the list.
const LIST_OF_ONE = listOf('o.customer_id = ($2::uuid[])[1]');
const LIST_OF_ALL = listOf('o.customer_id = ANY ($2::uuid[])');

/** The position at which a page ended. */
export interface OrderPosition {
  readonly placedAt: Date;
  readonly orderKey: string;
}

/** Lists the orders of a customer and its aliases, latest first. */
export async function listOrders(db: TenantDb, id: CustomerId, after: OrderPosition | null, rows: number): Promise<ListedOrder[]> {
  const ids = await withAliases(db, [id]);
  return db.query<ListedOrder>(ids.length === 1 ? LIST_OF_ONE : LIST_OF_ALL, [ids, after?.placedAt ?? null, after?.orderKey ?? null, rows]);
}

// Needs the primary key of tenants and orders_by_customer.
const REMOVED_BEFORE = `
SELECT retained_from FROM tenants
WHERE id = $1 AND EXISTS (SELECT 1 FROM orders WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND ${IS_REMOVED})`;

/** Returns the instant before which orders of the customer were removed; null when none were. */
export async function ordersRemovedBefore(db: TenantDb, id: CustomerId): Promise<Date | null> {
  const [row] = await db.query<{ retained_from: Date }>(REMOVED_BEFORE, [id]);
  return row?.retained_from ?? null;
}
