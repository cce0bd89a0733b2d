import { CAMPAIGN_COLUMNS, type CampaignRow } from '#libs/campaigns';
import type { CampaignStatus } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CampaignEntity, CampaignEntryEntity } from '#libs/entities';

/** A campaign with the counts of its sends and deliveries. */
export interface CampaignWithStats extends CampaignRow {
  readonly sends: number;
  readonly recipients: number;
  readonly holdout: number;
  readonly recipients_delivered: number;
  readonly recipients_undelivered: number;
  readonly last_window_ends_at: Date | null;
  readonly deliveries_open: number;
  readonly deliveries_success: number;
  readonly deliveries_dead_letter: number;
}

// Needs campaign_sends_by_key, the primary key of campaign_parts, and deliveries_by_campaign.
const WITH_STATS = `
SELECT ${CAMPAIGN_COLUMNS}, s.*, p.*, d.* FROM campaigns c,
LATERAL (SELECT count(*)::int AS sends, coalesce(sum(recipients_count), 0)::int AS recipients, coalesce(sum(holdout_count), 0)::int AS holdout
         FROM campaign_sends WHERE tenant_id = $1 AND campaign_id = c.id) s,
LATERAL (SELECT coalesce(sum(p.recipients_count) FILTER (WHERE p.state = 'delivered'), 0)::int AS recipients_delivered,
                coalesce(sum(p.recipients_count) FILTER (WHERE p.state = 'undelivered'), 0)::int AS recipients_undelivered,
                max(p.delivered_at + s.window_days * interval '1 day') FILTER (WHERE p.state = 'delivered') AS last_window_ends_at
         FROM campaign_sends s JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id WHERE s.tenant_id = $1 AND s.campaign_id = c.id) p,
LATERAL (SELECT count(*) FILTER (WHERE status IN ('pending', 'failed'))::int AS deliveries_open,
                count(*) FILTER (WHERE status = 'success')::int AS deliveries_success,
                count(*) FILTER (WHERE status = 'dead_letter')::int AS deliveries_dead_letter
         FROM deliveries WHERE tenant_id = $1 AND campaign_id = c.id) d`;

const FIND = `${WITH_STATS} WHERE c.tenant_id = $1 AND c.id = $2`;

export async function findWithStats(db: TenantDb, id: string): Promise<CampaignWithStats | null> {
  return (await db.query<CampaignWithStats>(FIND, [id]))[0] ?? null;
}

// Ids grow with time. Needs the primary key, read backwards.
const LIST = `
${WITH_STATS}
WHERE c.tenant_id = $1 AND ($2::text[] IS NULL OR c.status = ANY ($2)) AND ($3::uuid IS NULL OR c.id < $3) ORDER BY c.id DESC LIMIT $4`;

/** Lists campaigns, newest first. @param beforeId list campaigns older than this one; null begins with the newest. */
export const listCampaigns = (
  db: TenantDb,
  statuses: readonly CampaignStatus[] | null,
  beforeId: string | null,
  rows: number,
): Promise<CampaignWithStats[]> => db.query<CampaignWithStats>(LIST, [statuses, beforeId, rows]);

/** The settings of a campaign in the form that we store. */
export type CampaignSettings = Omit<CampaignRow, 'id' | 'next_run_at' | 'created_at' | 'updated_at' | 'last_sent_at'>;

// Needs the primary key.
const COUNT_OTHERS = `
SELECT count(*)::int AS campaigns, count(*) FILTER (WHERE status = 'active' AND (schedule IS NOT NULL OR trigger IS NOT NULL))::int AS automatic
FROM campaigns WHERE tenant_id = $1 AND id <> $2 AND status <> 'archived'`;

/** Counts the tenant's other campaigns that are not archived, and those of them that a schedule or a trigger sends. */
export async function countOthers(db: TenantDb, id: string): Promise<{ readonly campaigns: number; readonly automatic: number }> {
  return (await db.query<{ campaigns: number; automatic: number }>(COUNT_OTHERS, [id]))[0]!;
}

/** Stores a new campaign, or new settings of an existing one. */
export async function storeCampaign(
  db: TenantDb,
  id: string,
  settings: CampaignSettings,
  nextRunAt: Date | null,
  now: Date,
): Promise<void> {
  const campaigns = db.repository(CampaignEntity);
  const row = {
    name: settings.name,
    channel: settings.channel,
    webhookUrl: settings.webhook_url,
    status: settings.status,
    audience: settings.audience,
    holdoutPercent: settings.holdout_percent,
    cooldownDays: settings.cooldown_days,
    windowDays: settings.window_days,
    contactWithinWindow: settings.contact_within_window,
    maxRecipients: settings.max_recipients,
    includeUnsubscribed: settings.include_unsubscribed,
    schedule: settings.schedule,
    trigger: settings.trigger,
    arms: settings.arms,
    hopedEffect: settings.hoped_effect,
    nextRunAt,
    updatedAt: now,
  };
  if ((await campaigns.update({ id }, row)) === 0) await campaigns.insert({ ...row, id, createdAt: now });
}

// Needs deliveries_by_campaign.
const MOVE = `
UPDATE deliveries SET endpoint_id = $3, next_attempt_at = now()
WHERE tenant_id = $1 AND campaign_id = $2 AND status IN ('pending', 'failed') AND endpoint_id <> $3`;

/** Moves the open deliveries of the campaign to another endpoint, which tries them at once. */
export async function moveDeliveries(db: TenantDb, id: string, endpointId: string): Promise<void> {
  await db.query(MOVE, [id, endpointId]);
}

/** Deletes the entries of a changed campaign, because they met its old conditions. */
export async function forgetEntries(db: TenantDb, id: string): Promise<void> {
  await db.repository(CampaignEntryEntity).delete({ campaignId: id });
}

/** Deletes a campaign that was never sent. Otherwise its sends would be deleted with it. */
export async function deleteCampaign(db: TenantDb, id: string): Promise<void> {
  await db.repository(CampaignEntity).delete({ id });
}
