import type { TenantDb } from '#libs/database';
import { StorefrontShopEntity } from '#libs/entities';
import { forgetSecrets, forgetTokens } from './connection-tokens.sql.js';
import { endCustomerAccess } from './shopify-access.sql.js';

// Needs the primary key. A connection that began after `reportedAt` is another one.
const END = `
UPDATE storefront_connections SET status = 'disconnected', disconnected_at = $3, token_expires_at = NULL, sync_due_at = NULL,
  import_cursor = NULL, reconcile_cursor = NULL, reconcile_started_at = NULL, uninstall_reported_at = NULL
WHERE tenant_id = $1 AND id = $2 AND status <> 'disconnected' AND ($4::timestamptz IS NULL OR connected_at IS NULL OR connected_at <= $4)
RETURNING platform, shop, own_app`;

/**
 * Ends a connection: deletes its tokens, refuses its webhooks, and lets the owner of the shop connect it again, to any tenant. The secrets of a
 * merchant's own app stay until the shop is connected again, because the platform asks for the erasure of the shop later.
 * A worker that works on it writes nothing more.
 * @param reportedAt when the platform reported the end; null ends the connection whenever it began.
 * @returns the platform and shop; null when the connection had ended already, or began later.
 */
export async function endConnection(
  db: TenantDb,
  connectionId: string,
  { now, reportedAt }: { now: Date; reportedAt: Date | null },
): Promise<{ platform: string; shop: string } | null> {
  const [ended] = await db.query<{ platform: string; shop: string; own_app: boolean }>(END, [connectionId, now, reportedAt]);
  if (ended === undefined) return null;
  const { platform, shop } = ended;
  if (platform === 'shopify') await endCustomerAccess(db);
  await (ended.own_app ? forgetTokens(db, connectionId) : forgetSecrets(db, connectionId));
  await db.repository(StorefrontShopEntity).delete({ connectionId });
  return { platform, shop };
}
