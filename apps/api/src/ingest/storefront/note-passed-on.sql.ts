import { LIMITS, passedOnIdOf, type StorefrontPlatform } from '#libs/core';
import { hashShop, type TenantDb } from '#libs/database';

// Needs the primary key. $7 keeps a busy shop from writing its row at every call.
const NOTE_PASSED_ON = `
INSERT INTO storefront_connections AS c (tenant_id, id, platform, shop, shop_hash, status, created_at, last_webhook_at)
VALUES ($1, $2, $3, $4, $5, 'disconnected', $6, $6)
ON CONFLICT (tenant_id, id) DO UPDATE SET last_webhook_at = excluded.last_webhook_at WHERE c.last_webhook_at < $7`;

/**
 * Notes that the tenant takes webhooks of a shop that it has not connected, so that what the platform asks in the name of the shop and its
 * customers finds the tenant. It is a connection that has never begun, one for each shop.
 */
export async function notePassedOn(
  db: TenantDb,
  { platform, shop }: { platform: StorefrontPlatform; shop: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LIMITS.webhookSeenMs);
  await db.query(NOTE_PASSED_ON, [passedOnIdOf(db.tenantId, platform, shop), platform, shop, hashShop(shop), now, since]);
}
