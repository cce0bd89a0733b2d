import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs storefront_deliveries_by_age.
const FORGET_DELIVERIES = 'DELETE FROM storefront_deliveries WHERE tenant_id = $1 AND received_at < $2';

/** Deletes the ids of received webhooks that the platform no longer resends. */
export async function forgetStorefrontDeliveries(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_DELIVERIES, [new Date(now.getTime() - LIMITS.storefrontDeliveriesMs)]);
}
