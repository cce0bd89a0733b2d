import type { TenantDb } from '#libs/database';

/** The permission to read all orders of a shop; without it Shopify shows those of the last 60 days. */
const READ_ALL_ORDERS = 'read_all_orders';

/** Shopify shows the type of a product in an order with one of these. The permission to change products includes the one to read them. */
const READ_PRODUCTS = ['read_products', 'write_products'];

const hasScope = (scopes: string | null, ...wanted: string[]): boolean =>
  (scopes ?? '').split(',').some((scope) => wanted.includes(scope.trim()));

/** Tells whether the scopes that a platform has granted, separated by commas, allow to read all orders. */
export const mayReadAllOrders = (scopes: string | null): boolean => hasScope(scopes, READ_ALL_ORDERS);

/** Returns whether Shopify shows the items of orders with the categories of products. */
export const readsItems = ({ platform, scopes }: { readonly platform: string; readonly scopes: string | null }): boolean =>
  platform === 'shopify' && hasScope(scopes, ...READ_PRODUCTS);

const has = (wanted: readonly string[], scopes: string): string =>
  `(string_to_array(replace(coalesce(${scopes}, ''), ' ', ''), ',') && '{${wanted.join(',')}}'::text[])`;
const gained = (...wanted: string[]): string => `(${has(wanted, '$3::text')} AND NOT ${has(wanted, 'scopes')})`;
const GAINED = `(${gained(READ_ALL_ORDERS)} OR ${gained(...READ_PRODUCTS)})`;
const resetting = (column: string, value: string): string => `${column} = CASE WHEN ${GAINED} THEN ${value} ELSE ${column} END`;

// Needs the primary key. With the permission to read all orders or the products, the import begins again: orders that are stored do not count twice.
const FOLLOW = `
UPDATE storefront_connections SET scopes = $3,
  import_state = CASE WHEN ${GAINED} AND import_state <> 'none' THEN 'running' ELSE import_state END,
  ${resetting('import_cursor', 'NULL')}, ${resetting('import_total', 'NULL')}, ${resetting('import_done', '0')},
  ${resetting('import_customers', '0')}, ${resetting('import_customers_total', 'NULL')}, ${resetting('import_collected', 'NULL')},
  ${resetting('import_pages', '0')}, ${resetting('import_refusals', '0')}, ${resetting('import_restarts', '0')}
WHERE tenant_id = $1 AND id = $2 AND scopes IS DISTINCT FROM $3`;

/** Notes what a platform has granted. The older orders of a shop are imported once all of them may be read, and again with their items once the products may be read. */
export async function followScopes(db: TenantDb, connectionId: string, scopes: string | null): Promise<void> {
  if (scopes !== null) await db.query(FOLLOW, [connectionId, scopes]);
}
