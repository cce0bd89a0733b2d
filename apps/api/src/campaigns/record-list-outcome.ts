import { Injectable } from '@nestjs/common';
import { lockCampaigns } from '#libs/campaigns';
import { type AppError, Clock, conflict, invalid, isUuid, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import { findSendParts, readSend, type SendParts, recordListOutcome } from './campaign-sends.sql.js';
import type { SendingDto } from './campaign-sends.dto.js';
import { toSending } from './list-campaign-sends.js';

/** The outcome that the shop reports for a downloaded list. */
type ListOutcome = 'delivered' | 'undelivered';

/** Records the outcome of a downloaded list, which has no delivery: its customers were contacted, or will not be. */
@Injectable()
export class RecordListOutcome {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts the customers of the list as contacted. The same call again changes nothing.
   * @param at when they were contacted; null for now
   * @throws AppError `validation_error` for a time before the list or in the future; the errors of `giveUp`.
   */
  contacted(tenantId: TenantId, campaignId: string, sendId: string, at: Date | null, origin: AuditOrigin): Promise<SendingDto> {
    return this.record(tenantId, campaignId, sendId, { outcome: 'delivered', at }, origin);
  }

  /**
   * Releases the customers of the list. The same call again changes nothing.
   * @throws AppError `not_found` when the tenant does not have this send of this campaign; `conflict` while the list is being made, for a send by
   * webhook, and when the list already has the other outcome.
   */
  giveUp(tenantId: TenantId, campaignId: string, sendId: string, origin: AuditOrigin): Promise<SendingDto> {
    return this.record(tenantId, campaignId, sendId, { outcome: 'undelivered', at: null }, origin);
  }

  private async record(
    tenantId: TenantId,
    campaignId: string,
    sendId: string,
    { outcome, at }: { readonly outcome: ListOutcome; readonly at: Date | null },
    origin: AuditOrigin,
  ): Promise<SendingDto> {
    const now = this.clock.now();
    const row = await this.database.transaction(tenantId, async (db) => {
      await lockCampaigns(db);
      const send = isUuid(campaignId) && isUuid(sendId) ? await findSendParts(db, campaignId, sendId) : null;
      if (send === null) throw notFound('send of the campaign');
      requireWaiting(send, outcome);
      if (at !== null && (at < send.sent_at || at > now)) throw wrongTime(at, send.sent_at, now);
      if ((await recordListOutcome(db, send.id, outcome, at ?? now)) > 0) {
        const action = outcome === 'delivered' ? 'campaign.contacted' : 'campaign.list_given_up';
        await recordAudit(db, { action, ...origin, details: { campaign_id: campaignId.toLowerCase(), send_id: send.id } }, now);
      }
      return readSend(db, campaignId, send.id);
    });
    return toSending(row);
  }
}

function wrongTime(at: Date, listedAt: Date, now: Date): AppError {
  const allowed = `it must lie between ${listedAt.toISOString()}, when the list was made, and now, ${now.toISOString()}`;
  const message = `contacted_at is ${at.toISOString()}: ${allowed}`;
  return invalid('contacted_at', 'contacted_at', message);
}

function requireWaiting({ channel, open, contacted, given_up: givenUp, waiting }: SendParts, outcome: ListOutcome): void {
  if (channel === 'webhook') throw conflict('the campaign goes to your server: its deliveries say who was contacted');
  if (open > 0) throw conflict('the list is being made: try again in a minute');
  if (waiting > 0) return;
  if (outcome === 'delivered' && contacted === 0 && givenUp > 0)
    throw conflict('the list was given up, and its customers may have been chosen again: send the campaign again');
  if (outcome === 'undelivered' && contacted > 0) throw conflict('the customers of the list were contacted: that cannot be taken back');
}
