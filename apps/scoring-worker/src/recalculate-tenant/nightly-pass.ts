import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, HOUR_MS, localDay, MINUTE_MS, type TenantId } from '#libs/core';
import { Database, openWholeTenantJob } from '#libs/database';
import { Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { judgePredictions } from '../judge-predictions/judge-predictions.js';
import { readSettings } from '../score-customers/read-customers.sql.js';
import { correctTotals, foldChanges } from '../score-totals/daily-changes.sql.js';
import { forgetDeliveries, forgetOld, tenantsWithoutPass } from './jobs.sql.js';

const CHECK_EVERY_MS = MINUTE_MS;

/** Once a day every customer of every tenant is scored again: silence is the signal, and no event announces it. */
@Injectable()
export class NightlyPass {
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {}

  /** Opens the passes that are due. Any number of workers may call it as often as they like. */
  async openDue(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - this.checkedAt < CHECK_EVERY_MS) return;
    this.checkedAt = now.getTime();
    const day = now.toISOString().slice(0, 10);
    const dueAt = new Date(Date.parse(`${day}T00:00:00Z`) + this.config.worker.nightlyHourUtc * HOUR_MS);
    if (now < dueAt) return;
    for (const tenantId of await tenantsWithoutPass(this.database, day, dueAt)) {
      // One tenant's trouble must not cost the others their pass.
      await this.open(tenantId, day, now).catch((error: unknown) => this.log.error('nightly_pass.failed', error, { tenantId, day }));
    }
  }

  private async open(tenantId: TenantId, day: string, now: Date): Promise<void> {
    const job = { type: 'nightly', force: true, passDay: day } as const;
    const opened = await this.database.transaction(tenantId, (db) => openWholeTenantJob(db, job, now));
    // Another worker was first; or a recalculation of all customers is under way, and a later check finds it ended.
    if (opened === null) return;
    const { jobId } = opened;
    this.log.info('nightly_pass.opened', { tenantId, jobId, day });
    this.publisher.recalculate({ v: 1, tenantId, jobId });
    await this.database.transaction(tenantId, (db) => forgetOld(db, now));
    while (await this.database.transaction(tenantId, (db) => forgetDeliveries(db, now)));
    await this.tidyTotals(tenantId, now);
    const judged = await judgePredictions(this.database, tenantId, now);
    if (judged > 0) this.log.info('predictions.judged', { tenantId, judged });
  }

  /** Only the worker that has opened the pass comes here, so it is alone at it. */
  private async tidyTotals(tenantId: TenantId, now: Date): Promise<void> {
    const corrected = await this.database.transaction(tenantId, async (db) => {
      const today = localDay(now, (await readSettings(db)).timezone);
      const wasWrong = await correctTotals(db, today);
      await foldChanges(db, today);
      return wasWrong;
    });
    if (corrected) this.log.warn('totals.corrected', { tenantId });
  }
}
