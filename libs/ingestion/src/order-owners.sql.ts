import { type TenantDb } from '#libs/database';
import { orderKeyOf, removedKeyOf } from '#libs/orders';

/**
 * The customer of an order `o`. A refund or cancellation may come before its order, which then has a placeholder customer. `moved_from` names the real one.
 * Needs the primary key of customers.
 */
export const OWNER = 'coalesce((SELECT id FROM customers WHERE tenant_id = $1 AND id = o.customer_id), o.moved_from)';

// Needs the primary keys of orders and customers.
const FIND_OWNERS = `
SELECT o.order_key, c.external_id
FROM orders o JOIN customers c ON c.tenant_id = $1 AND c.id = ${OWNER}
WHERE o.tenant_id = $1 AND o.order_key = ANY ($2::text[])`;

/** Returns the customers of orders by the storefront's order id. Unknown orders are absent. */
export async function findOwners(db: TenantDb, orderIds: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map(orderIds.flatMap((id) => [orderKeyOf(id), removedKeyOf(orderKeyOf(id))].map((key) => [key, id] as const)));
  const rows = await db.query<{ order_key: string; external_id: string }>(FIND_OWNERS, [[...ids.keys()]]);
  return new Map(rows.map((row) => [ids.get(row.order_key)!, row.external_id]));
}
