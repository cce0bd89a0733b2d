import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs campaign_parts_sending and the primary key of campaign_sends. Parts with a delivery follow it.
const GIVE_UP = `
UPDATE campaign_parts p SET state = 'undelivered' FROM campaign_sends s
WHERE p.tenant_id = $1 AND p.state = 'sending' AND p.delivery_id IS NULL AND s.tenant_id = $1 AND s.id = p.send_id AND s.sent_at < $2`;

/** Releases the customers of lists that were not used for long, so that other campaigns can choose them. */
export async function giveUpLists(db: TenantDb, now: Date): Promise<void> {
  await db.query(GIVE_UP, [new Date(now.getTime() - LIMITS.campaign.listMs)]);
}
