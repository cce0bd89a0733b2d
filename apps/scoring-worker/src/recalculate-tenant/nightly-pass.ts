import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, HOUR_MS, MINUTE_MS, type TenantId } from '#libs/core';
import { Database, openWholeTenantJob } from '#libs/database';
import { Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { tenantsWithoutPass } from './jobs.sql.js';
import { NightlyDuties } from './nightly-duties.js';

const CHECK_EVERY_MS = MINUTE_MS;

/** Once a day every customer of every tenant is scored again: silence is the signal, and no event announces it. */
@Injectable()
export class NightlyPass {
  private readonly duties: NightlyDuties;
  private checkedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {
    this.duties = new NightlyDuties(database, log);
  }

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
    await this.duties.runDue(tenantId, now);
  }
}
