import type { TenantDb } from '#libs/database';

/** The orders that a shop has created since a time, and those here. */
export interface OrderCounts {
  /** ISO 8601. */
  readonly since: string;
  /** The shop counted these itself. */
  readonly shop_orders: number;
  readonly orders: number;
  /** The customers of these orders. */
  readonly customers: number;
}

// Needs the primary key of score_requests. The orders of an import wait there until a worker has folded them.
const WAIT = 'SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside LIMIT 1';
// Reads the orders of a tenant, once a day. The index orders_by_customer has all columns.
const COUNT = `
SELECT count(*)::int AS orders, count(DISTINCT coalesce(a.customer_id, o.customer_id))::int AS customers
FROM orders o LEFT JOIN customer_aliases a ON a.tenant_id = o.tenant_id AND a.alias_id = o.customer_id
WHERE o.tenant_id = $1 AND o.placed_at >= $2`;

/**
 * Counts the orders here, cancelled ones too, because the shop counts them as well.
 * @returns null while imported orders wait to be counted
 */
export async function countOrdersSince(db: TenantDb, since: Date): Promise<Pick<OrderCounts, 'orders' | 'customers'> | null> {
  if ((await db.query(WAIT)).length > 0) return null;
  const [here] = await db.query<Pick<OrderCounts, 'orders' | 'customers'>>(COUNT, [since]);
  return here ?? null;
}
