import type { TenantDb } from '#libs/database';

/**
 * The customer of an order `o`. One that was taken back before it came stands under nobody, beside the customer whom it has come from since.
 * Needs the primary key of customers.
 */
export const OWNER = 'coalesce((SELECT id FROM customers WHERE tenant_id = $1 AND id = o.customer_id), o.moved_from)';

// Needs the primary keys of orders and customers.
const FIND_OWNERS = `
SELECT substr(o.order_key, 7) AS order_id, c.external_id
FROM orders o JOIN customers c ON c.tenant_id = $1 AND c.id = ${OWNER}
WHERE o.tenant_id = $1 AND o.order_key = ANY (SELECT 'order:' || id FROM unnest($2::text[]) AS id)`;

/** Whose the orders are, by the id that the storefront gives them; an order that nobody has sent is absent. */
export async function findOwners(db: TenantDb, orderIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ order_id: string; external_id: string }>(FIND_OWNERS, [orderIds]);
  return new Map(rows.map((row) => [row.order_id, row.external_id]));
}
