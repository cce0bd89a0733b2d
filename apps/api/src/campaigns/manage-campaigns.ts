import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type CampaignRow, findCampaign, lockCampaigns, readTenantTimezone } from '#libs/campaigns';
import {
  type AuditAction,
  Clock,
  conflict,
  endpointIdOf,
  forbidden,
  invalid,
  isUuid,
  LIMITS,
  newId,
  notFound,
  type TenantId,
} from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { AllowedUrls, enableEndpoint, markEndpointDue } from '#libs/delivery';
import { type AccountCaller, type Caller, requireFreshProof } from '#libs/guards';
import type {
  CampaignDto,
  CampaignPageDto,
  ChangeCampaignDto,
  CreateCampaignDto,
  ListCampaignsQuery,
  RemovedCampaignDto,
} from './campaign.dto.js';
import { CAMPAIGN_CURSOR } from './campaign-cursor.js';
import { changedSettings, newSettings, nextRunOf } from './campaign-settings.js';
import { requireSegment } from './require-segment.js';
import {
  type CampaignSettings,
  type CampaignWithStats,
  countOthers,
  deleteCampaign,
  findWithStats,
  forgetEntries,
  listCampaigns,
  moveDeliveries,
  storeCampaign,
} from './manage-campaigns.sql.js';

/** Lists, creates, changes and deletes campaigns. */
@Injectable()
export class ManageCampaigns {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly urls: AllowedUrls,
  ) {}

  /** @throws AppError `invalid_query` for a cursor that does not belong to this tenant's campaigns. */
  async page(tenantId: TenantId, query: ListCampaignsQuery): Promise<CampaignPageDto> {
    const beforeId = query.cursor === undefined ? null : CAMPAIGN_CURSOR.decode(tenantId, query.cursor);
    const rows = await this.database.transaction(tenantId, (db) => listCampaigns(db, query.status ?? null, beforeId, query.limit + 1));
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    const hasMore = rows.length > query.limit;
    return {
      data: page.map(toCampaign),
      pagination: { next_cursor: hasMore && last !== undefined ? CAMPAIGN_CURSOR.encode(tenantId, last.id) : null, has_more: hasMore },
    };
  }

  /** @throws AppError `not_found` when the tenant has no campaign with this id, also for a malformed id. */
  get(tenantId: TenantId, id: string): Promise<CampaignDto> {
    return this.database.transaction(tenantId, (db) => readCampaign(db, id));
  }

  /**
   * An API key creates drafts only, because it must not be able to send.
   * @throws AppError `validation_error` for a URL or a schedule that is not allowed; `conflict` when the tenant has too many campaigns;
   *   `forbidden` for a URL without a fresh proof, and for a key and anything but a draft
   */
  async create(caller: Caller | AccountCaller, patch: CreateCampaignDto, origin: AuditOrigin): Promise<CampaignDto> {
    if (!('userId' in caller)) requireDraft(patch);
    const settings = newSettings(patch, await this.checkedUrl(patch));
    const [id, now] = [newId(), this.clock.now()];
    if (settings.webhook_url !== null && 'userId' in caller) requireFreshProof(caller, now);
    // The next run uses the current time zone. A change of the time zone comes before this, or computes the run again.
    return this.underLock(caller.tenantId, origin, async (db) => {
      await requireRoom(db, id, null, settings);
      await requireSegment(db, settings.audience);
      await storeCampaign(db, id, settings, nextRunOf(settings, await readTenantTimezone(db), now), now);
      if (settings.webhook_url !== null) await enableEndpoint(db, endpointIdOf(db.tenantId, settings.webhook_url));
      await record(db, 'campaign.created', origin, { campaign_id: id }, now);
      return readCampaign(db, id);
    });
  }

  /** @throws AppError `not_found`, `validation_error`, or `conflict` for a change that its status or the number of campaigns does not allow. */
  async change(caller: AccountCaller, id: string, patch: ChangeCampaignDto, origin: AuditOrigin): Promise<CampaignDto> {
    const url = await this.checkedUrl(patch);
    const now = this.clock.now();
    return this.underLock(caller.tenantId, origin, async (db) => {
      const before = await requireCampaign(db, id);
      const after = changedSettings(before, patch, url);
      if (after.webhook_url !== null && after.webhook_url !== before.webhook_url) requireFreshProof(caller, now);
      await requireRoom(db, id, before, after);
      await requireSegment(db, patch.audience);
      const fields = SETTINGS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
      if (url !== null) await enableEndpoint(db, endpointIdOf(db.tenantId, url));
      if (fields.length > 0) {
        await storeCampaign(db, before.id, after, await nextRunAfterChange(db, before, after, now), now);
        // After the campaign is stored: a worker that makes a delivery holds its row, so the move sees that delivery.
        if (url !== null && fields.includes('webhook_url')) {
          const endpoint = { id: endpointIdOf(db.tenantId, url), url };
          await markEndpointDue(db, endpoint);
          await moveDeliveries(db, before.id, endpoint.id);
        }
        if (fields.includes('status') || fields.includes('trigger')) await forgetEntries(db, before.id);
        const action = fields.includes('status') && after.status === 'archived' ? 'campaign.archived' : 'campaign.changed';
        await record(db, action, origin, { campaign_id: before.id, fields }, now);
      }
      return readCampaign(db, id);
    });
  }

  /**
   * Runs changes one after the other. Checks the caller again, who may have lost the role or the session while the host name of a URL was resolved.
   */
  private underLock<T>(tenantId: TenantId, origin: AuditOrigin, work: (db: TenantDb) => Promise<T>): Promise<T> {
    return this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      await origin.requireActor?.(db, this.clock.now());
      return work(db);
    });
  }

  /** @returns null for an input without a URL */
  private async checkedUrl({ webhook_url: url }: { readonly webhook_url?: string }): Promise<string | null> {
    return url === undefined ? null : this.urls.check('webhook_url', url);
  }

  /** Deletes a campaign that was never sent. A sent one is archived, because its results and deliveries refer to it. */
  remove({ tenantId }: AccountCaller, id: string, origin: AuditOrigin): Promise<RemovedCampaignDto> {
    const now = this.clock.now();
    return this.underLock(tenantId, origin, async (db) => {
      const campaign = await requireCampaign(db, id);
      const outcome = campaign.last_sent_at === null ? 'deleted' : 'archived';
      if (outcome === 'deleted') await deleteCampaign(db, campaign.id);
      else if (campaign.status !== 'archived') {
        await storeCampaign(db, campaign.id, { ...campaign, status: 'archived' }, null, now);
        await forgetEntries(db, campaign.id);
      }
      if (outcome === 'deleted' || campaign.status !== 'archived')
        await record(db, `campaign.${outcome}`, origin, { campaign_id: campaign.id }, now);
      return { id: campaign.id, outcome };
    });
  }
}

const SETTINGS = [
  'name',
  'channel',
  'webhook_url',
  'status',
  'audience',
  'holdout_percent',
  'cooldown_days',
  'window_days',
  'contact_within_window',
  'max_recipients',
  'include_unsubscribed',
  'schedule',
  'trigger',
  'arms',
  'hoped_effect',
] as const satisfies (keyof CampaignSettings)[];

function requireDraft({ status, channel, webhook_url: url }: CreateCampaignDto): void {
  if (status !== undefined && status !== 'draft')
    throw forbidden(`status is "${status}": with an API key it must be "draft", which a person sends`);
  if (url !== undefined)
    throw forbidden('webhook_url is given: with an API key a draft has none, because a person decides where data goes');
  if (channel !== 'download')
    throw invalid(
      'channel',
      'not_allowed',
      `channel is "${channel ?? 'webhook'}": with an API key it must be "download", which has no URL`,
    );
}

const isAutomatic = ({ status, schedule, trigger }: CampaignSettings): boolean =>
  status === 'active' && (schedule !== null || trigger !== null);

/** @param before null for a new campaign. @throws AppError `conflict` that names the limit. */
async function requireRoom(db: TenantDb, id: string, before: CampaignSettings | null, after: CampaignSettings): Promise<void> {
  const isNewlyAutomatic = isAutomatic(after) && (before === null || !isAutomatic(before));
  if (before !== null && !isNewlyAutomatic) return;
  const { campaigns, automatic } = LIMITS.campaign;
  const others = await countOthers(db, id);
  if (before === null && others.campaigns >= campaigns)
    throw conflict(`you have ${others.campaigns} campaigns, and at most ${campaigns} are allowed: delete or archive one first`);
  if (isNewlyAutomatic && others.automatic >= automatic)
    throw conflict(
      `${others.automatic} of your active campaigns have a schedule or a trigger, and at most ${automatic} are allowed: pause or archive one first`,
    );
}

/** Keeps the planned run unless the schedule or the status changes. Then the next run counts from now. */
async function nextRunAfterChange(db: TenantDb, before: CampaignRow, after: CampaignSettings, now: Date): Promise<Date | null> {
  if (before.schedule === after.schedule && before.status === after.status) return before.next_run_at;
  return nextRunOf(after, await readTenantTimezone(db), now);
}

const record = (
  db: TenantDb,
  action: AuditAction,
  origin: AuditOrigin,
  details: Readonly<Record<string, string | readonly string[]>>,
  now: Date,
): Promise<void> => recordAudit(db, { action, ...origin, details }, now);

/** @throws AppError `not_found` when the tenant has no campaign with this id, also for a malformed id. */
export async function requireCampaign(db: TenantDb, id: string): Promise<CampaignRow> {
  const campaign = isUuid(id) ? await findCampaign(db, id) : null;
  if (campaign === null) throw notFound('campaign');
  return campaign;
}

async function readCampaign(db: TenantDb, id: string): Promise<CampaignDto> {
  const row = isUuid(id) ? await findWithStats(db, id) : null;
  if (row === null) throw notFound('campaign');
  return toCampaign(row);
}

const toCampaign = (row: CampaignWithStats): CampaignDto => ({
  id: row.id,
  name: row.name,
  channel: row.channel,
  webhook_url: row.webhook_url,
  status: row.status,
  audience: row.audience,
  holdout_percent: row.holdout_percent,
  cooldown_days: row.cooldown_days,
  window_days: row.window_days,
  contact_within_window: row.contact_within_window,
  max_recipients: row.max_recipients,
  include_unsubscribed: row.include_unsubscribed,
  schedule: row.schedule,
  trigger: row.trigger,
  arms: row.arms,
  hoped_effect: row.hoped_effect,
  next_run_at: row.next_run_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  last_sent_at: row.last_sent_at?.toISOString() ?? null,
  last_window_ends_at: row.last_window_ends_at?.toISOString() ?? null,
  stats: {
    sends: row.sends,
    recipients: row.recipients,
    holdout: row.holdout,
    recipients_delivered: row.recipients_delivered,
    recipients_undelivered: row.recipients_undelivered,
    deliveries_open: row.deliveries_open,
    deliveries_success: row.deliveries_success,
    deliveries_dead_letter: row.deliveries_dead_letter,
  },
});
