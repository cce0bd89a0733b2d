import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { openWholeTenantJob } from '#libs/work';
import { Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import type { Stage } from '../../runner/stage.js';
import { markRescored, tenantsToRescore } from './models.sql.js';

/** Opens a job that scores all customers again whenever a tenant gets a new active model. */
@Injectable()
export class RescoreTenants implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly publisher: JobPublisher,
  ) {}

  findDue(): Promise<TenantId[]> {
    return tenantsToRescore(this.database);
  }

  async work(tenantId: TenantId): Promise<boolean> {
    const opened = await this.database.transaction(tenantId, async (db) => {
      const job = await openWholeTenantJob(db, { type: 'refit', force: true }, this.clock.now());
      // A job over all customers is running, and has scored some of them with the old model. A later sweep opens the new job.
      if (job !== null) await markRescored(db);
      return job;
    });
    if (opened === null) return false;
    this.log.info('model.rescoring', { tenantId, jobId: opened.jobId, queued: opened.queued });
    this.publisher.recalculate({ v: 1, tenantId, jobId: opened.jobId });
    return false;
  }
}
