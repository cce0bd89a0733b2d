import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type CustomerId, SECOND_MS, type TenantId } from '#libs/core';
import { Database, isOutage, isTooSlow, type TenantDb } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, Log } from '#libs/observability';
import type { RecalculateTenantJob } from '#libs/queues';
import { bisect } from '../../runner/bisect.js';
import { JobSlices } from '../../runner/jobs/job-slices.js';
import { findOpenJobs, finishJob, type OpenJob, startJob } from '../../runner/jobs/jobs.sql.js';
import type { JobSteps } from '../../runner/jobs/run-slice.js';
import type { QueuedStage } from '../../runner/stage.js';
import { Scorer } from '../score/scorer.js';
import { noteUnscored } from '../score/write-scores.sql.js';
import { advancePart, type NextCustomer, nextCustomers, type Part, skipCustomer, takeAgain, takePart } from './parts.sql.js';

/** Number of customers in the first transaction of a slice, and the highest number. It bounds the memory of a lane for any size of tenant. */
const CHUNK = { first: 125, most: 1000 };
/** Time that a chunk should take. The next one is larger or smaller, at most twice as large. */
const CHUNK_MS = SECOND_MS;
/** Deadline for a part of a chunk that has failed, while it has several customers. A single one has the time of any transaction. */
const PART_MS = 5 * SECOND_MS;
/** After this many failures in a row the job fails: the cause is not a single customer. */
const MOST_LEFT_OUT = 10;
/** Number of jobs for which a process remembers the failures in a row. */
const JOBS_KEPT = 1000;

/** A slice of a job. */
interface Slice {
  readonly tenantId: TenantId;
  readonly jobId: string;
  readonly force: boolean;
  /** Number of customers in the next chunk. */
  size: number;
}

/** The next customers of a part. */
interface Chunk {
  readonly part: Part;
  readonly customers: readonly NextCustomer[];
}

/** Number of chunks at the same time: the database works on one while this process calculates the other. */
const LANES = 2;

/** Scores every customer of a job, one range of keys after the other. Progress is committed with the scores, so a crash skips and repeats nothing. */
@Injectable()
export class RecalculateTenant implements QueuedStage<OpenJob, RecalculateTenantJob> {
  /** Number of customers left out in a row, by job. */
  private readonly leftOut = new LRUCache<string, number>({ max: JOBS_KEPT });

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
    const slice = { tenantId, jobId, force: job.force, size: CHUNK.first };
    return {
      step: () => this.step(slice),
      finish: () => this.finish(tenantId, jobId),
      stepsAtOnce: LANES,
    };
  }

  /** Scores the next chunk. If that fails, finds the customers that fail, and leaves them out. @returns false when no part is free. */
  private async step(slice: Slice): Promise<boolean> {
    const { tenantId, jobId, size } = slice;
    let chunk = null as Chunk | null;
    try {
      const started = performance.now();
      await this.database.transaction(tenantId, async (db) => {
        const part = await takePart(db, jobId);
        chunk = part && { part, customers: await nextCustomers(db, part, size, this.scorer.freshSince()) };
        if (chunk !== null) await this.score(db, slice, chunk, chunk.customers.length < size);
      });
      slice.size = Math.max(1, Math.min(CHUNK.most, Math.round(size * Math.min(2, CHUNK_MS / (performance.now() - started)))));
      if (chunk === null) return false;
      this.leftOut.delete(jobId);
      return true;
    } catch (error) {
      if (isOutage(error) || chunk === null || chunk.customers.length === 0) throw error;
      await this.findFailing(slice, chunk);
      return true;
    }
  }

  private async findFailing(slice: Slice, { part, customers }: Chunk): Promise<void> {
    const { tenantId, jobId } = slice;
    const work = async (some: readonly NextCustomer[]): Promise<void> => {
      const retry = async (db: TenantDb): Promise<void> => {
        const taken = await takeAgain(db, jobId, part);
        // Another worker may have come further.
        const left = taken === null ? [] : some.filter(({ id }) => id > taken.after_id);
        if (left.length > 0) await this.score(db, slice, { part, customers: left }, false);
      };
      await this.database.transaction(tenantId, retry, some.length > 1 ? PART_MS : undefined);
      this.leftOut.delete(jobId);
    };
    await bisect(customers, work, ({ id }, error) => this.leaveOut(slice, part, id, error));
  }

  private async leaveOut({ tenantId, jobId }: Slice, part: Part, customerId: CustomerId, error: unknown): Promise<void> {
    const leftOut = this.leftOut.get(jobId) ?? 0;
    // The error must count as a failure of the job. An error of a slow database would not, because the database may just be busy.
    if (leftOut >= MOST_LEFT_OUT) throw isTooSlow(error) ? new Error('many customers take the database too long', { cause: error }) : error;
    this.leftOut.set(jobId, leftOut + 1);
    const skip = (db: TenantDb): Promise<boolean> => skipCustomer(db, jobId, part, customerId);
    const noted = this.database.transaction(tenantId, async (db) => {
      const isSkipped = await skip(db);
      if (isSkipped) await noteUnscored(db, [customerId], new Map());
      return isSkipped;
    });
    // The database may refuse any change of this customer.
    if (!(await noted.catch(() => this.database.transaction(tenantId, skip)))) return;
    this.log.error('customer.not_scored', error, { tenantId, customerId, jobId });
    CUSTOMERS_NOT_SCORED.inc();
  }

  private async score(db: TenantDb, { jobId, force }: Slice, { part, customers }: Chunk, done: boolean): Promise<void> {
    const due = customers.filter(({ fresh }) => force || !fresh).map(({ id }) => id);
    const asked = { ids: due, withEvents: new Map(), aliases: null, restated: [] };
    const outcome = due.length === 0 ? null : await this.scorer.score(db, asked, 'pass', jobId);
    await advancePart(db, jobId, part, {
      reached: customers.at(-1)?.id ?? null,
      done,
      processed: customers.length,
      failed: outcome?.unscorable.length ?? 0,
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const job = await this.database.transaction(tenantId, (db) => finishJob(db, jobId, this.clock.now()));
    if (job === null) return;
    this.log.info('tenant.recalculated', { tenantId, jobId, type: job.type, processed: job.processed, failed: job.failed });
  }
}
