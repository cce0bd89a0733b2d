import { Injectable } from '@nestjs/common';
import {
  type CampaignRow,
  findCampaign,
  freezeSend,
  type FrozenSend,
  lockCampaigns,
  nextRun,
  readTenantTimezone,
  sendDelay,
  setNextRun,
} from '#libs/campaigns';
import { Clock } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { Log, type LogFields } from '#libs/observability';
import type { Leased } from '../runner/leases.js';
import type { Stage } from '../runner/stage.js';
import { type DueCampaign, findScheduled, findTriggered, takeEntries } from './due-campaigns.sql.js';

/** Sends campaigns at their scheduled time. The next run is set in the transaction that sends, so each run is sent exactly once. */
@Injectable()
export class SendScheduledCampaigns implements Stage<DueCampaign> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<DueCampaign[]> {
    return findScheduled(this.database, this.clock.now());
  }

  leaseOf = leaseOf;

  /** Sends once, however many runs of the schedule were missed; the next run is calculated from now. */
  async work({ tenantId, campaignId }: DueCampaign): Promise<boolean> {
    const now = this.clock.now();
    const send = await this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const campaign = await findCampaign(db, campaignId);
      if (campaign === null || campaign.next_run_at === null || campaign.next_run_at > now) return null;
      if ((await sendDelay(db, campaignId, now)) !== null) return null;
      await setNextRun(db, campaignId, await runAfter(db, campaign, now));
      if (campaign.status !== 'active') return null;
      const frozen = await freezeSend(db, campaign, { source: 'schedule', request: null, maxRecipients: null, among: null }, now);
      const details = { campaign_id: campaignId, recipients_count: frozen.recipients_count, holdout_count: frozen.holdout_count };
      await recordAudit(db, { action: 'campaign.sent', actor: { kind: 'system' }, details }, now);
      return { ...frozen, lateMs: now.getTime() - campaign.next_run_at.getTime() };
    });
    if (send !== null)
      this.log.info('campaign.sent', { ...fieldsOf({ tenantId, campaignId }, send), source: 'schedule', lateMs: send.lateMs });
    return send !== null;
  }
}

/** Sends campaigns that customers trigger. The entries are deleted in the transaction that sends, so each is sent exactly once. */
@Injectable()
export class SendTriggeredCampaigns implements Stage<DueCampaign> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<DueCampaign[]> {
    return findTriggered(this.database);
  }

  leaseOf = leaseOf;

  /** Sends to the customers who triggered the campaign and belong to its audience; drops the others. */
  async work({ tenantId, campaignId }: DueCampaign): Promise<boolean> {
    const now = this.clock.now();
    const send = await this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      if ((await sendDelay(db, campaignId, now)) !== null) return null;
      const among = await takeEntries(db, campaignId);
      const campaign = await findCampaign(db, campaignId);
      if (among.length === 0 || campaign?.status !== 'active' || campaign.trigger === null) return null;
      return freezeSend(db, campaign, { source: 'trigger', request: null, maxRecipients: null, among }, now);
    });
    if (send !== null) this.log.info('campaign.sent', { ...fieldsOf({ tenantId, campaignId }, send), source: 'trigger' });
    return false;
  }
}

const leaseOf = ({ tenantId, campaignId }: DueCampaign): Leased => ({ tenantId, kind: 'campaign', subject: campaignId });

const fieldsOf = (campaign: DueCampaign, send: FrozenSend): LogFields => ({
  ...campaign,
  sendId: send.id,
  recipients: send.recipients_count,
  holdout: send.holdout_count,
});

const runAfter = async (db: TenantDb, { schedule, status }: CampaignRow, now: Date): Promise<Date | null> =>
  schedule === null || status !== 'active' ? null : nextRun(schedule, await readTenantTimezone(db), now);
