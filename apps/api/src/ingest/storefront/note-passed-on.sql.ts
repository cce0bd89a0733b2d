import { LIMITS, passedOnIdOf, type StorefrontPlatform } from '#libs/core';
import { hashShop, type TenantDb } from '#libs/database';

// Needs the primary key. $7 keeps a busy shop from updating its row with every call.
const NOTE_PASSED_ON = `
INSERT INTO storefront_connections AS c (tenant_id, id, platform, shop, shop_hash, status, created_at, last_webhook_at)
VALUES ($1, $2, $3, $4, $5, 'disconnected', $6, $6)
ON CONFLICT (tenant_id, id) DO UPDATE SET last_webhook_at = excluded.last_webhook_at WHERE c.last_webhook_at < $7`;

/**
 * Records that the tenant accepts webhooks of a shop that it has not connected, so that privacy requests of the platform about the shop
 * and its customers find the tenant. The record is a connection that never began, one per shop.
 */
export async function notePassedOn(
  db: TenantDb,
  { platform, shop }: { platform: StorefrontPlatform; shop: string },
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - LIMITS.webhookSeenMs);
  await db.query(NOTE_PASSED_ON, [passedOnIdOf(db.tenantId, platform, shop), platform, shop, hashShop(shop), now, since]);
}
