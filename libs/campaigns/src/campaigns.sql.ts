import type { CampaignArm, CampaignAudience, CampaignChannel, CampaignStatus, CampaignTrigger } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CampaignEntity, TenantEntity } from '#libs/entities';

/** A campaign as it is stored. */
export interface CampaignRow {
  readonly id: string;
  readonly name: string;
  readonly channel: CampaignChannel;
  /** Null for the channel `download`. */
  readonly webhook_url: string | null;
  readonly status: CampaignStatus;
  readonly audience: CampaignAudience;
  readonly holdout_percent: number;
  readonly cooldown_days: number;
  /** Null: the rhythm of the shop decides. */
  readonly window_days: number | null;
  readonly contact_within_window: boolean;
  readonly max_recipients: number | null;
  readonly include_unsubscribed: boolean;
  readonly schedule: string | null;
  readonly trigger: CampaignTrigger | null;
  /** Two to four, or none. */
  readonly arms: readonly CampaignArm[];
  readonly hoped_effect: number;
  readonly next_run_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_sent_at: Date | null;
}

/** The columns of a `CampaignRow`. */
export const CAMPAIGN_COLUMNS = `
c.id, c.name, c.channel, c.webhook_url, c.status, c.audience, c.holdout_percent, c.cooldown_days, c.window_days, c.contact_within_window, c.max_recipients, c.include_unsubscribed, c.schedule, c.trigger, c.arms, c.hoped_effect, c.next_run_at,
c.created_at, c.updated_at, c.last_sent_at`;

// One choice of an audience at a time, so that each sees the recipients of earlier ones. Changes of a campaign wait here too.
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('campaigns ' || $1::uuid::text, 0))`;

/** Locks the tenant's campaigns until the end of the transaction: no other transaction chooses an audience or changes a campaign. */
export async function lockCampaigns(db: TenantDb): Promise<void> {
  await db.query(LOCK);
}

// Needs the primary key.
const FIND = `SELECT ${CAMPAIGN_COLUMNS} FROM campaigns c WHERE c.tenant_id = $1 AND c.id = $2`;

export async function findCampaign(db: TenantDb, id: string): Promise<CampaignRow | null> {
  return (await db.query<CampaignRow>(FIND, [id]))[0] ?? null;
}

/** IANA name of the time zone of the tenant's schedules. */
export async function readTenantTimezone(db: TenantDb): Promise<string> {
  const tenant = await db.repository(TenantEntity).findOne({});
  if (tenant === null) throw new Error(`tenant ${db.tenantId} does not exist`);
  return tenant.timezone;
}

export async function setNextRun(db: TenantDb, id: string, at: Date | null): Promise<void> {
  await db.repository(CampaignEntity).update({ id }, { nextRunAt: at });
}
