import { Injectable } from '@nestjs/common';
import {
  type CampaignRow,
  findCampaign,
  freezeSend,
  type FrozenSend,
  lockCampaigns,
  nextRun,
  readTenantTimezone,
  setNextRun,
} from '#libs/campaigns';
import { Clock } from '#libs/core';
import { Database, recordAudit, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { type DueCampaign, findScheduled, findTriggered, takeEntries } from './due-campaigns.sql.js';

/** Sends campaigns that want to be sent by themselves. What makes one due ends in the transaction that sends it: so it is sent exactly once. */
@Injectable()
export class RunDueCampaigns {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  scheduled(): Promise<DueCampaign[]> {
    return findScheduled(this.database, this.clock.now());
  }

  triggered(): Promise<DueCampaign[]> {
    return findTriggered(this.database);
  }

  /** Sends once, however many runs of the schedule were missed; the next one is counted from now. */
  async runScheduled({ tenantId, campaignId }: DueCampaign): Promise<void> {
    const now = this.clock.now();
    const send = await this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const campaign = await findCampaign(db, campaignId);
      if (campaign === null || campaign.next_run_at === null || campaign.next_run_at > now) return null;
      await setNextRun(db, campaignId, await runAfter(db, campaign, now));
      if (campaign.status !== 'active') return null;
      const frozen = await freezeSend(db, campaign, { source: 'schedule', request: null, maxRecipients: null, among: null }, now);
      const details = { campaign_id: campaignId, recipients_count: frozen.recipients_count, holdout_count: frozen.holdout_count };
      await recordAudit(db, { action: 'campaign.sent', actor: { kind: 'system' }, details }, now);
      return { ...frozen, lateMs: now.getTime() - campaign.next_run_at.getTime() };
    });
    if (send !== null) this.tell({ tenantId, campaignId }, send, { source: 'schedule', lateMs: send.lateMs });
  }

  /** Sends to those who have entered and whom the campaign is meant for; the others are dropped. */
  async runTriggered({ tenantId, campaignId }: DueCampaign): Promise<void> {
    const now = this.clock.now();
    const send = await this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const among = await takeEntries(db, campaignId);
      const campaign = await findCampaign(db, campaignId);
      if (among.length === 0 || campaign?.status !== 'active' || campaign.trigger === null) return null;
      return freezeSend(db, campaign, { source: 'trigger', request: null, maxRecipients: null, among }, now);
    });
    if (send !== null) this.tell({ tenantId, campaignId }, send, { source: 'trigger' });
  }

  private tell(due: DueCampaign, send: FrozenSend, fields: Record<string, string | number>): void {
    this.log.info('campaign.sent', { ...due, sendId: send.id, recipients: send.recipients_count, holdout: send.holdout_count, ...fields });
  }
}

const runAfter = async (db: TenantDb, { schedule, status }: CampaignRow, now: Date): Promise<Date | null> =>
  schedule === null || status !== 'active' ? null : nextRun(schedule, await readTenantTimezone(db), now);
