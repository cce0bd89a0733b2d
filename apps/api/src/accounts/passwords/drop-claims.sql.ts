import { lockCampaigns } from '#libs/campaigns';
import type { UserId } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { type AuditActor, cancelDeletion, endApiKeys, recordAudit, removeSecondFactor } from '#libs/tenants';
import { DestinationEntity, WebhookSecretEntity } from '#libs/entities';
import { endConnection, forgetFirstShop } from '#libs/storefront';

// Needs the primary keys of users and campaigns, and storefront_connections_live. A tenant has few of them.
const HAS_OTHER_OWNER = `
SELECT FROM users WHERE tenant_id = $1 AND id <> $2 AND role = 'owner' AND verified_at IS NOT NULL LIMIT 1`;
const PAUSE_CAMPAIGNS = `UPDATE campaigns SET status = 'paused', next_run_at = NULL, updated_at = $2 WHERE tenant_id = $1 AND status = 'active'`;
const FIND_WOOCOMMERCE = `SELECT id FROM storefront_connections WHERE tenant_id = $1 AND platform = 'woocommerce' AND status <> 'disconnected'`;

/**
 * Takes from an account whose address was never verified what somebody else may have set up: the second factor, and, unless
 * another owner has a verified address, what gives access to the tenant, sends its data away or deletes it: API keys, destinations, the
 * webhook secrets, running campaigns, a WooCommerce connection, whose secret signs orders, and a deletion, of which no mail told anybody.
 * Connections that a platform's app signs for stay. The caller ends the sessions.
 * @returns the hashes of the API keys that ended.
 */
export async function dropClaims(db: TenantDb, userId: UserId, now: Date): Promise<Buffer[]> {
  await removeSecondFactor(db, userId);
  if ((await db.query(HAS_OTHER_OWNER, [userId])).length > 0) return [];
  const actor = { kind: 'user', userId } as const;
  await db.lockTenant();
  // A campaign that a session of before is about to store comes first, and is paused too.
  await lockCampaigns(db);
  const ended = await endApiKeys(db, 'all', now, now);
  await db.repository(DestinationEntity).delete({});
  await db.repository(WebhookSecretEntity).delete({});
  await db.query(PAUSE_CAMPAIGNS, [now]);
  await endWooCommerce(db, actor, now);
  await forgetFirstShop(db);
  if (await cancelDeletion(db)) await recordAudit(db, { action: 'tenant.deletion_cancelled', actor }, now);
  return ended.map(({ key_hash: hash }) => hash);
}

async function endWooCommerce(db: TenantDb, actor: AuditActor, now: Date): Promise<void> {
  const [live] = await db.query<{ id: string }>(FIND_WOOCOMMERCE);
  const ended = live === undefined ? null : await endConnection(db, live.id, { now, reportedAt: null });
  if (ended !== null) await recordAudit(db, { action: 'storefront.disconnected', actor, details: { ...ended } }, now);
}
