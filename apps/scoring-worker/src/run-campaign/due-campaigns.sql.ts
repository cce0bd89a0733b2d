import { type TenantId, toTenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';

/** A campaign that is due. */
export interface DueCampaign {
  readonly tenantId: TenantId;
  readonly campaignId: string;
}

const toDue = (row: Record<string, unknown>): DueCampaign => ({
  tenantId: toTenantId(String(row['tenant_id'])),
  campaignId: String(row['campaign_id']),
});

/** Campaigns per sweep. The next sweep finds the rest. */
const AT_ONCE = 200;

// Needs index campaigns_to_run.
const FIND_SCHEDULED = `SELECT tenant_id, id AS campaign_id FROM campaigns WHERE next_run_at <= $1 ORDER BY next_run_at LIMIT ${AT_ONCE}`;

/** Finds the campaigns whose scheduled time has come, longest due first. */
export async function findScheduled(database: Database, now: Date): Promise<DueCampaign[]> {
  return (await database.acrossTenants('find campaigns to send', (send) => send(FIND_SCHEDULED, [now]))).map(toDue);
}

// Jumps from campaign to campaign on the primary key, so that many entries of one campaign cost no more than one entry.
const FIND_TRIGGERED = `
WITH RECURSIVE found AS (
  (SELECT tenant_id, campaign_id FROM campaign_entries ORDER BY tenant_id, campaign_id LIMIT 1)
  UNION ALL
  SELECT next.* FROM found, LATERAL (
    SELECT tenant_id, campaign_id FROM campaign_entries e
    WHERE (e.tenant_id, e.campaign_id) > (found.tenant_id, found.campaign_id) ORDER BY tenant_id, campaign_id LIMIT 1) next
)
SELECT tenant_id, campaign_id FROM found LIMIT ${AT_ONCE}`;

/** Finds the triggered campaigns with customers who wait to be sent to. */
export async function findTriggered(database: Database): Promise<DueCampaign[]> {
  return (await database.acrossTenants('find campaigns to send', (send) => send(FIND_TRIGGERED, []))).map(toDue);
}

/** Customers per triggered send, which are ten deliveries. */
const ENTRIES = 10_000;

// Needs the primary key. Skips entries that are being written; the next sweep takes them.
const TAKE_ENTRIES = `
DELETE FROM campaign_entries WHERE tenant_id = $1 AND campaign_id = $2 AND customer_id IN (
  SELECT customer_id FROM campaign_entries WHERE tenant_id = $1 AND campaign_id = $2 LIMIT ${ENTRIES} FOR UPDATE SKIP LOCKED)
RETURNING customer_id`;

/** Takes waiting customers of the campaign. The caller sends to them in the same transaction; if it rolls back, they stay. */
export async function takeEntries(db: TenantDb, campaignId: string): Promise<string[]> {
  return (await db.query<{ customer_id: string }>(TAKE_ENTRIES, [campaignId])).map((row) => row.customer_id);
}
