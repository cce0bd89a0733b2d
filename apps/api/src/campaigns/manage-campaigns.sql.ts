import { CAMPAIGN_COLUMNS, type CampaignRow } from '#libs/campaigns';
import type { CampaignStatus } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A campaign with what has become of it. */
export interface CampaignWithStats extends CampaignRow {
  readonly sends: number;
  readonly recipients: number;
  readonly holdout: number;
  readonly deliveries_open: number;
  readonly deliveries_success: number;
  readonly deliveries_dead_letter: number;
}

// Needs campaign_sends_by_key and deliveries_by_campaign.
const WITH_STATS = `
SELECT ${CAMPAIGN_COLUMNS}, s.*, d.* FROM campaigns c,
LATERAL (SELECT count(*)::int AS sends, coalesce(sum(recipients_count), 0)::int AS recipients, coalesce(sum(holdout_count), 0)::int AS holdout
         FROM campaign_sends WHERE tenant_id = $1 AND campaign_id = c.id) s,
LATERAL (SELECT count(*) FILTER (WHERE status IN ('pending', 'failed'))::int AS deliveries_open,
                count(*) FILTER (WHERE status = 'success')::int AS deliveries_success,
                count(*) FILTER (WHERE status = 'dead_letter')::int AS deliveries_dead_letter
         FROM deliveries WHERE tenant_id = $1 AND campaign_id = c.id) d`;

const FIND = `${WITH_STATS} WHERE c.tenant_id = $1 AND c.id = $2`;

export async function findWithStats(db: TenantDb, id: string): Promise<CampaignWithStats | null> {
  return (await db.query<CampaignWithStats>(FIND, [id]))[0] ?? null;
}

// Ids rise with time: needs the primary key, read backwards.
const LIST = `
${WITH_STATS}
WHERE c.tenant_id = $1 AND ($2::text[] IS NULL OR c.status = ANY ($2)) AND ($3::uuid IS NULL OR c.id < $3) ORDER BY c.id DESC LIMIT $4`;

/** Newest first. @param beforeId older than this one; null: from the newest on. */
export const listCampaigns = (
  db: TenantDb,
  statuses: readonly CampaignStatus[] | null,
  beforeId: string | null,
  rows: number,
): Promise<CampaignWithStats[]> => db.query<CampaignWithStats>(LIST, [statuses, beforeId, rows]);

/** What may be set of a campaign, as it is stored. */
export type CampaignSettings = Omit<CampaignRow, 'id' | 'next_run_at' | 'created_at' | 'updated_at' | 'last_sent_at'>;

const STORE = `
INSERT INTO campaigns (tenant_id, id, name, webhook_url, status, audience, holdout_percent, cooldown_days, max_recipients, schedule, trigger,
                       next_run_at, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
ON CONFLICT (tenant_id, id) DO UPDATE SET
  name = excluded.name, webhook_url = excluded.webhook_url, status = excluded.status, audience = excluded.audience,
  holdout_percent = excluded.holdout_percent, cooldown_days = excluded.cooldown_days, max_recipients = excluded.max_recipients,
  schedule = excluded.schedule, trigger = excluded.trigger, next_run_at = excluded.next_run_at, updated_at = excluded.updated_at`;

/** A new campaign, or one that is there with other settings. */
export async function storeCampaign(
  db: TenantDb,
  id: string,
  settings: CampaignSettings,
  nextRunAt: Date | null,
  now: Date,
): Promise<void> {
  await db.query(STORE, [
    id, settings.name, settings.webhook_url, settings.status, JSON.stringify(settings.audience), settings.holdout_percent,
    settings.cooldown_days, settings.max_recipients, settings.schedule, settings.trigger, nextRunAt, now,
  ]); // prettier-ignore
}

// Whoever has entered meanwhile was to be sent what the campaign no longer is.
const FORGET_ENTRIES = 'DELETE FROM campaign_entries WHERE tenant_id = $1 AND campaign_id = $2';

export async function forgetEntries(db: TenantDb, id: string): Promise<void> {
  await db.query(FORGET_ENTRIES, [id]);
}

const DELETE = 'DELETE FROM campaigns WHERE tenant_id = $1 AND id = $2';

/** Only one that was never sent: its sends would go with it. */
export async function deleteCampaign(db: TenantDb, id: string): Promise<void> {
  await db.query(DELETE, [id]);
}
