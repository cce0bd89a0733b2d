import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { Scorer } from '../score-customers/scorer.js';
import { JobSetbacks } from './job-setbacks.js';
import { findOpenJobs, finishJob, type OpenJob, startJob } from './jobs.sql.js';
import { advancePart, nextCustomers, takePart } from './parts.sql.js';

/** Customers in one transaction; memory holds no more of them per lane, however large the tenant. */
const CHUNK = 500;
/** Chunks at once: while the database works on one, we calculate another. */
const LANES = 2;
/** After this other jobs have a turn; the sweep comes back. */
const SLICE_MS = 5000;

/**
 * Scores every customer of a job, a range of keys after the other. Progress is committed with the scores, so a crash skips
 * and repeats nothing.
 */
@Injectable()
export class RecalculateTenant {
  private readonly running = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly setbacks: JobSetbacks,
    private readonly scorer: Scorer,
  ) {}

  openJobs(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'recalculation');
  }

  /**
   * Works on the job until it is done, other workers hold what is left, or the slice is used up.
   * @returns whether there is more to do for us.
   */
  async recalculate(tenantId: TenantId, jobId: string): Promise<boolean> {
    if (this.running.has(jobId)) return false;
    this.running.add(jobId);
    try {
      return await this.setbacks.runSlice(tenantId, jobId, () => this.slice(tenantId, jobId));
    } finally {
      this.running.delete(jobId);
    }
  }

  private async slice(tenantId: TenantId, jobId: string): Promise<boolean> {
    const job = await this.database.transaction(tenantId, (db) => startJob(db, jobId, this.clock.now()));
    if (job === null) return false;
    const until = performance.now() + SLICE_MS;
    const lane = async (): Promise<boolean> => {
      let hasMore = true;
      while (hasMore && performance.now() < until) hasMore = await this.scoreChunk(tenantId, jobId, job.force);
      return hasMore;
    };
    // All lanes have ended before an error of one is told: nobody works on a job that another slice has begun anew.
    const lanes = await Promise.allSettled(Array.from({ length: LANES }, lane));
    for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
    if (lanes.some((ended) => ended.status === 'fulfilled' && ended.value)) return true;
    await this.finish(tenantId, jobId);
    return false;
  }

  /** @returns false when no part is free any more. */
  private scoreChunk(tenantId: TenantId, jobId: string, force: boolean): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const part = await takePart(db, jobId);
      if (part === null) return false;
      const customers = await nextCustomers(db, part, CHUNK, this.scorer.freshSince());
      const due = customers.filter(({ fresh }) => force || !fresh).map(({ id }) => id);
      const { failed } = due.length === 0 ? { failed: 0 } : await this.scorer.score(db, due, 'pass', jobId);
      const done = customers.length < CHUNK;
      await advancePart(db, jobId, part, { reached: customers.at(-1)?.id ?? null, done, processed: customers.length, failed });
      return true;
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const job = await this.database.transaction(tenantId, (db) => finishJob(db, jobId, this.clock.now()));
    if (job === null) return;
    this.log.info('tenant.recalculated', { tenantId, jobId, type: job.type, processed: job.processed, failed: job.failed });
  }
}
