import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { scoreCustomers } from '../score-customers/score-customers.js';
import { advancePart, findOpenJobs, finishJob, nextCustomers, type OpenJob, recordProgress, takePart } from './jobs.sql.js';

/** Customers in one transaction; memory holds no more of them however large the tenant. */
const CHUNK = 500;
const SLICE_MS = 5000;

/** Scores every customer of a tenant, a range of keys after the other. Progress is committed with the scores, so a crash repeats nothing. */
@Injectable()
export class RecalculateTenant {
  private readonly running = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Jobs that no worker has finished yet, oldest first. */
  openJobs(): Promise<OpenJob[]> {
    return findOpenJobs(this.database);
  }

  /** Works on the job until it is done, another worker holds what is left, or the slice is used up. */
  async run(tenantId: TenantId, jobId: string): Promise<void> {
    if (this.running.has(jobId)) return;
    this.running.add(jobId);
    try {
      const until = performance.now() + SLICE_MS;
      let hasMore = true;
      while (hasMore && performance.now() < until) hasMore = await this.scoreChunk(tenantId, jobId);
      if (!hasMore) await this.finish(tenantId, jobId);
    } finally {
      this.running.delete(jobId);
    }
  }

  /** @returns false when no part is free any more. */
  private scoreChunk(tenantId: TenantId, jobId: string): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const part = await takePart(db, jobId);
      if (part === null) return false;
      const ids = await nextCustomers(db, part, CHUNK);
      await scoreCustomers(db, ids, {
        occasion: 'pass',
        readNow: () => this.clock.now(),
        onUnscorable: (customerId, error) => this.log.error('customer.not_scored', error, { tenantId, customerId, jobId }),
      });
      await advancePart(db, jobId, part, ids.at(-1), ids.length < CHUNK);
      await recordProgress(db, jobId, ids.length, this.clock.now());
      return true;
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const job = await this.database.transaction(tenantId, (db) => finishJob(db, jobId, this.clock.now()));
    if (job !== null) this.log.info('tenant.recalculated', { tenantId, jobId, type: job.type, processed: job.processed });
  }
}
