import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type TenantId } from '#libs/core';
import { Database, isTooSlow } from '#libs/database';
import { Log } from '#libs/observability';
import type { RecalculateTenantJob } from '#libs/queues';
import { JobSlices } from '../jobs/job-slices.js';
import { findOpenJobs, finishJob, type OpenJob, startJob } from '../jobs/jobs.sql.js';
import type { JobSteps } from '../jobs/run-slice.js';
import type { QueuedStage } from '../runner/stage.js';
import { noChanges } from '../score-customers/fold-requests.js';
import { Scorer } from '../score-customers/scorer.js';
import { advancePart, nextCustomers, takePart } from './parts.sql.js';

/** The most customers of a transaction. It bounds the memory of a lane, however large the tenant is. */
const CHUNK = 1000;
/** A chunk that takes the database too long is tried again with this fraction of its customers. */
const SMALLER = 8;
/** Jobs whose smaller chunks a process remembers. */
const JOBS_KEPT = 1000;
/** Chunks at the same time: the database works on one while this process calculates the other. */
const LANES = 2;

/**
 * Scores every customer of a job, one range of keys after the other. Progress is committed with the scores, so a crash skips and
 * repeats nothing.
 */
@Injectable()
export class RecalculateTenant implements QueuedStage<OpenJob, RecalculateTenantJob> {
  private readonly chunks = new LRUCache<string, number>({ max: JOBS_KEPT });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly slices: JobSlices,
    private readonly scorer: Scorer,
  ) {}

  readonly onJob = (job: RecalculateTenantJob): Promise<boolean> => this.work(job);

  findDue(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'recalculation');
  }

  /** Scores until the job is done, other workers hold the remaining parts, or the slice is used up. */
  work(job: OpenJob): Promise<boolean> {
    return this.slices.runSlice(job, () => this.begin(job));
  }

  private async begin({ tenantId, jobId }: OpenJob): Promise<JobSteps | null> {
    const job = await this.database.transaction(tenantId, (db) => startJob(db, jobId, this.clock.now()));
    if (job === null) return null;
    return {
      step: () => this.step(tenantId, jobId, job.force),
      finish: () => this.finish(tenantId, jobId),
      stepsAtOnce: LANES,
    };
  }

  private async step(tenantId: TenantId, jobId: string, force: boolean): Promise<boolean> {
    const chunk = this.chunks.get(jobId) ?? CHUNK;
    try {
      return await this.scoreChunk(tenantId, jobId, force, chunk);
    } catch (error) {
      if (!isTooSlow(error) || chunk === 1) throw error;
      this.chunks.set(jobId, Math.ceil(chunk / SMALLER));
      return true;
    }
  }

  /** @returns false when no part is free. */
  private scoreChunk(tenantId: TenantId, jobId: string, force: boolean, chunk: number): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const part = await takePart(db, jobId);
      if (part === null) return false;
      const customers = await nextCustomers(db, part, chunk, this.scorer.freshSince());
      const due = customers.filter(({ fresh }) => force || !fresh).map(({ id }) => id);
      const { failed } =
        due.length === 0
          ? { failed: 0 }
          : await this.scorer.score(db, { ids: due, withEvents: new Map(), changesOf: noChanges, aliases: null }, 'pass', jobId);
      const done = customers.length < chunk;
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
