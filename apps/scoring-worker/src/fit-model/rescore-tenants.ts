import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, openWholeTenantJob } from '#libs/database';
import { Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { markRescored, tenantsToRescore } from './models.sql.js';

/** Gives each new active model its pass over all customers. */
@Injectable()
export class RescoreTenants {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly publisher: JobPublisher,
  ) {}

  /** Opens the passes that are owed. Any number of workers may call it as often as they like. */
  async openDue(): Promise<void> {
    for (const tenantId of await tenantsToRescore(this.database)) await this.open(tenantId);
  }

  private async open(tenantId: TenantId): Promise<void> {
    const opened = await this.database.transaction(tenantId, async (db) => {
      const job = await openWholeTenantJob(db, { type: 'refit', force: true, passDay: null }, this.clock.now());
      // With a job over all customers under way, whose first customers were scored by the model before, it is tried again later.
      if (job !== null) await markRescored(db);
      return job;
    });
    if (opened === null) return;
    this.log.info('model.rescoring', { tenantId, jobId: opened.jobId, queued: opened.queued });
    this.publisher.recalculate({ v: 1, tenantId, jobId: opened.jobId });
  }
}
