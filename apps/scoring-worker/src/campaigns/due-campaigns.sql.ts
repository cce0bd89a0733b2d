import { type TenantId, toTenantId } from '#libs/core';
import { isFree } from '#libs/work';
import { type Database, isWorking, overFirstRows, type TenantDb } from '#libs/database';

/** A campaign that is due. */
export interface DueCampaign {
  readonly tenantId: TenantId;
  readonly campaignId: string;
}

const toDue = (row: Record<string, unknown>): DueCampaign => ({
  tenantId: toTenantId(String(row['tenant_id'])),
  campaignId: String(row['campaign_id']),
});

/** Number of campaigns per sweep, and per tenant in it. The next sweep finds the rest. */
const AT_ONCE = { all: 200, perTenant: 4 };

// Needs index campaigns_to_run. Tenants alternate, so one with many campaigns does not delay the others.
const FIND_SCHEDULED = `
SELECT tenant_id, id AS campaign_id FROM (
  SELECT tenant_id, id, next_run_at, row_number() OVER (PARTITION BY tenant_id ORDER BY next_run_at) AS turn
  FROM campaigns c WHERE next_run_at <= $2 AND ${isWorking()} AND ${isFree('campaign', 'c.tenant_id', 'c.id')}) due
WHERE turn <= ${AT_ONCE.perTenant} ORDER BY turn, next_run_at LIMIT ${AT_ONCE.all}`;

/** Finds the campaigns that are past their scheduled time, longest due first. */
export async function findScheduled(database: Database, now: Date): Promise<DueCampaign[]> {
  return (await database.findWork('find campaigns to send', FIND_SCHEDULED, [now])).map(toDue);
}

// Needs the primary key. Tenants alternate. The order is random, so that campaigns beyond the limit are found by a later sweep.
const FIND_TRIGGERED = overFirstRows(
  { table: 'campaign_entries', keys: 'tenant_id, campaign_id', where: isWorking() },
  `
SELECT tenant_id, campaign_id FROM (
  SELECT *, row_number() OVER (PARTITION BY tenant_id ORDER BY random()) AS turn FROM found) due
WHERE turn <= ${AT_ONCE.perTenant} ORDER BY turn, random() LIMIT ${AT_ONCE.all}`,
);

/** Finds the triggered campaigns with waiting customers, including those that rest after a failure: their lease refuses them. */
export async function findTriggered(database: Database): Promise<DueCampaign[]> {
  return (await database.findWork('find campaigns to send', FIND_TRIGGERED)).map(toDue);
}

/** Number of customers per triggered send. They make ten deliveries. */
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
