import type { TenantDb } from '#libs/database';
import { forgetTokens } from './connection-tokens.sql.js';

// Need the primary key, and storefront_shops_by_connection.
const END = `
UPDATE storefront_connections SET status = 'disconnected', disconnected_at = $3, token_expires_at = NULL, sync_due_at = NULL,
  sync_lease = NULL, sync_leased_until = NULL, import_cursor = NULL, reconcile_cursor = NULL, reconcile_started_at = NULL
WHERE tenant_id = $1 AND id = $2 AND status <> 'disconnected' RETURNING platform, shop`;
const FREE_SHOP = 'DELETE FROM storefront_shops WHERE tenant_id = $1 AND connection_id = $2';

/**
 * Ends a connection: its tokens are forgotten, its webhooks are refused, and its shop may be connected by anybody who rules it.
 * @returns what it was with; null when it had ended already.
 */
export async function endConnection(db: TenantDb, connectionId: string, now: Date): Promise<{ platform: string; shop: string } | null> {
  const [ended] = await db.query<{ platform: string; shop: string }>(END, [connectionId, now]);
  if (ended === undefined) return null;
  await forgetTokens(db, connectionId);
  await db.query(FREE_SHOP, [connectionId]);
  return ended;
}
