import type { TenantDb } from '#libs/database';

/** The permission to read all orders of a shop; without it Shopify shows those of the last 60 days. */
const READ_ALL_ORDERS = 'read_all_orders';

/** Tells whether the scopes that a platform has granted, separated by commas, allow to read all orders. */
export const mayReadAllOrders = (scopes: string | null): boolean =>
  (scopes ?? '').split(',').some((scope) => scope.trim() === READ_ALL_ORDERS);

const HAS = (scopes: string): string => `'${READ_ALL_ORDERS}' = ANY (string_to_array(replace(coalesce(${scopes}, ''), ' ', ''), ','))`;
const GAINED = `${HAS('$3::text')} AND NOT ${HAS('scopes')}`;
const resetting = (column: string, value: string): string => `${column} = CASE WHEN ${GAINED} THEN ${value} ELSE ${column} END`;

// Needs the primary key. With the permission to read all orders, the import begins again: orders that are stored do not count twice.
const FOLLOW = `
UPDATE storefront_connections SET scopes = $3,
  import_state = CASE WHEN ${GAINED} AND import_state <> 'none' THEN 'running' ELSE import_state END,
  ${resetting('import_cursor', 'NULL')}, ${resetting('import_total', 'NULL')}, ${resetting('import_done', '0')},
  ${resetting('import_customers', '0')}, ${resetting('import_customers_total', 'NULL')}, ${resetting('import_collected', 'NULL')},
  ${resetting('import_pages', '0')}, ${resetting('import_refusals', '0')}, ${resetting('import_restarts', '0')}
WHERE tenant_id = $1 AND id = $2 AND scopes IS DISTINCT FROM $3`;

/** Notes what a platform has granted. The older orders of a shop are imported once all of them may be read. */
export async function followScopes(db: TenantDb, connectionId: string, scopes: string | null): Promise<void> {
  if (scopes !== null) await db.query(FOLLOW, [connectionId, scopes]);
}
