import { Injectable } from '@nestjs/common';
import { nextRun } from '#libs/campaigns';
import { Config } from '#libs/config';
import { addDays, Clock, localDay, SUMMARY_TIME, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { endpointOf, markEndpointDue } from '#libs/delivery';
import { digestLines, lastMonday, readDigest } from '#libs/digest';
import { Log } from '#libs/observability';
import { DeliverDue } from '../deliver/deliver-due.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import {
  countEntered,
  type DueSummary,
  findDueSummaries,
  insertMessage,
  planSummary,
  type SummaryTime,
  takeSummary,
} from './summaries.sql.js';
import { dailyText, weeklyText } from './summary-text.js';

const MONDAY = 1;

/**
 * Writes messages for people, each morning in the time zone of the tenant. The transaction that writes also sets the next time, so each is written
 * once.
 */
@Injectable()
export class SendSummaries implements Stage<DueSummary> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
    private readonly deliverDue: DeliverDue,
  ) {}

  findDue(): Promise<DueSummary[]> {
    return findDueSummaries(this.database, this.clock.now());
  }

  leaseOf({ tenantId, destinationId }: DueSummary): Leased {
    return { tenantId, kind: 'message', subject: destinationId };
  }

  async work({ tenantId, destinationId }: DueSummary): Promise<boolean> {
    const now = this.clock.now();
    const messages = await this.messagesOf(tenantId, destinationId, now);
    if (messages > 0) this.log.info('summary.written', { tenantId, destinationId, messages });
    await this.deliverDue.startFor(tenantId);
    return false;
  }

  /** Writes the messages that are due, and plans the next ones. @returns the number of messages */
  private messagesOf(tenantId: TenantId, destinationId: string, now: Date): Promise<number> {
    return this.database.transaction(tenantId, async (db) => {
      const time = await takeSummary(db, destinationId, now);
      if (time === null) return 0;
      await planSummary(db, destinationId, nextRun(SUMMARY_TIME, time.timezone, now));
      return time.enabled ? this.write(db, destinationId, time, now) : 0;
    });
  }

  private async write(db: TenantDb, id: string, { timezone }: SummaryTime, now: Date): Promise<number> {
    const today = localDay(now, timezone);
    const yesterday = addDays(today, -1);
    const daily = dailyText(
      { entered: await countEntered(db, yesterday, today, timezone) },
      `${this.config.dashboardUrl}/customers?entered=7d`,
    );
    const isMonday = new Date(`${today}T12:00:00Z`).getUTCDay() === MONDAY;
    const digest = isMonday ? await readDigest(db, lastMonday(now, timezone), timezone, now) : null;
    const weekly = digest === null ? null : weeklyText(digestLines(digest), this.config.dashboardUrl);
    const endpoint = endpointOf(db.tenantId, { id, kind: 'slack', url: null });
    if (endpoint !== null && (daily !== null || weekly !== null)) await markEndpointDue(db, endpoint);
    if (daily !== null) await insertMessage(db, id, 'summary.daily', daily, now);
    if (weekly !== null) await insertMessage(db, id, 'summary.weekly', weekly, now);
    return (daily === null ? 0 : 1) + (weekly === null ? 0 : 1);
  }
}
