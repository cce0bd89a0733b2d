import type { UserId } from '#libs/core';
import { cancelDeletion, recordAudit, removeSecondFactor, type TenantDb } from '#libs/database';
import { DestinationEntity, WebhookSecretEntity } from '#libs/entities';
import { endApiKeys } from '../../settings/end-api-keys.sql.js';

// Needs the primary keys of users and campaigns. A tenant has few of both.
const HAS_OTHER_OWNER = `
SELECT FROM users WHERE tenant_id = $1 AND id <> $2 AND role = 'owner' AND verified_at IS NOT NULL LIMIT 1`;
const PAUSE_CAMPAIGNS = `UPDATE campaigns SET status = 'paused', next_run_at = NULL, updated_at = $2 WHERE tenant_id = $1 AND status = 'active'`;

/**
 * Takes from an account whose address was never verified what somebody else may have set up: the second factor, and, unless
 * another owner has a verified address, what gives access to the tenant, sends its data away or deletes it: API keys, destinations, the
 * webhook secrets, running campaigns and a deletion, of which no mail told anybody. The caller ends the sessions.
 * @returns the hashes of the API keys that ended.
 */
export async function dropClaims(db: TenantDb, userId: UserId, now: Date): Promise<Buffer[]> {
  await removeSecondFactor(db, userId);
  if ((await db.query(HAS_OTHER_OWNER, [userId])).length > 0) return [];
  const ended = await endApiKeys(db, now, now);
  await db.repository(DestinationEntity).delete({});
  await db.repository(WebhookSecretEntity).delete({});
  await db.query(PAUSE_CAMPAIGNS, [now]);
  if (await cancelDeletion(db)) await recordAudit(db, { action: 'tenant.deletion_cancelled', actor: { kind: 'user', userId } }, now);
  return ended.map(({ key_hash: hash }) => hash);
}
