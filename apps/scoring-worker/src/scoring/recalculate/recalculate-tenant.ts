import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type CustomerId, type TenantId } from '#libs/core';
import { Database, isOutage, isTooSlow, type TenantDb } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, Log } from '#libs/observability';
import type { RecalculateTenantJob } from '#libs/queues';
import { JobSlices } from '../../runner/jobs/job-slices.js';
import { findOpenJobs, finishJob, type OpenJob, startJob } from '../../runner/jobs/jobs.sql.js';
import type { JobSteps } from '../../runner/jobs/run-slice.js';
import type { QueuedStage } from '../../runner/stage.js';
import { Scorer } from '../score/scorer.js';
import { noteUnscored } from '../score/write-scores.sql.js';
import { advancePart, nextCustomers, type Part, skipCustomer, takePart } from './parts.sql.js';

/** Highest number of customers in a transaction. It bounds the memory of a lane for any size of tenant. */
const CHUNK = 1000;
/** A chunk that fails or is too slow for the database is retried with this fraction of its customers. */
const SMALLER = 8;
/** Number of jobs for which a process remembers the chunk sizes. */
const JOBS_KEPT = 1000;
/** After this many failures in a row the job fails: the cause is not a single customer. */
const MOST_LEFT_OUT = 10;

/** Number of tries before a slow customer is skipped. The database may have been busy with others. */
const SLOW_TRIES = 3;

/** The sizes of the chunks of a job. */
interface ChunkSizes {
  readonly next: number;
  /** Larger chunks are too slow for the database. */
  readonly most: number;
  /** Number of customers skipped in a row. */
  readonly leftOut: number;
  /** Number of times in a row that one customer was too slow for the database. */
  readonly slow: number;
}

const WHOLE: ChunkSizes = { next: CHUNK, most: CHUNK, leftOut: 0, slow: 0 };

interface ChunkOfJob {
  readonly tenantId: TenantId;
  readonly jobId: string;
  readonly force: boolean;
  readonly size: number;
}

/** The first customer of a chunk, and its part before the chunk. */
interface First {
  readonly part: Part;
  readonly customerId: CustomerId;
}

/** Number of chunks at the same time: the database works on one while this process calculates the other. */
const LANES = 2;

/** Scores every customer of a job, one range of keys after the other. Progress is committed with the scores, so a crash skips and repeats nothing. */
@Injectable()
export class RecalculateTenant implements QueuedStage<OpenJob, RecalculateTenantJob> {
  private readonly sizes = new LRUCache<string, ChunkSizes>({ max: JOBS_KEPT });

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

  /** Divides a failing chunk until it is known which customer fails, and skips that customer. */
  private async step(tenantId: TenantId, jobId: string, force: boolean): Promise<boolean> {
    const { next, most, leftOut, slow } = this.sizes.get(jobId) ?? WHOLE;
    let first: First | null = null;
    const begun = (of: First | null): void => void (first = of);
    try {
      const hasMore = await this.scoreChunk({ tenantId, jobId, force, size: next }, begun);
      if (first !== null && (next < most || leftOut + slow > 0))
        this.sizes.set(jobId, { ...WHOLE, next: Math.min(most, next * SMALLER), most });
      return hasMore;
    } catch (error) {
      if (isOutage(error) || first === null) throw error;
      // The error must count as a failure of the job. An error of a slow database would not, because the database may just be busy.
      if (leftOut >= MOST_LEFT_OUT)
        throw isTooSlow(error) ? new Error('many customers take the database too long', { cause: error }) : error;
      const size = Math.ceil(next / SMALLER);
      if (next > 1) this.sizes.set(jobId, { ...WHOLE, next: size, most: isTooSlow(error) ? size : most, leftOut });
      else if (isTooSlow(error) && slow + 1 < SLOW_TRIES) {
        this.sizes.set(jobId, { next, most, leftOut, slow: slow + 1 });
        throw error;
      } else {
        this.sizes.set(jobId, { next, most: CHUNK, leftOut: leftOut + 1, slow: 0 });
        await this.leaveOut(tenantId, jobId, first, error);
      }
      return true;
    }
  }

  private async leaveOut(tenantId: TenantId, jobId: string, { part, customerId }: First, error: unknown): Promise<void> {
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

  /** @returns false when no part is free. */
  private scoreChunk({ tenantId, jobId, force, size }: ChunkOfJob, begun: (first: First | null) => void): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const part = await takePart(db, jobId);
      if (part === null) return false;
      const customers = await nextCustomers(db, part, size, this.scorer.freshSince());
      begun(customers[0] === undefined ? null : { part, customerId: customers[0].id });
      const due = customers.filter(({ fresh }) => force || !fresh).map(({ id }) => id);
      const outcome =
        due.length === 0
          ? null
          : await this.scorer.score(db, { ids: due, withEvents: new Map(), aliases: null, restated: [] }, 'pass', jobId);
      const done = customers.length < size;
      await advancePart(db, jobId, part, {
        reached: customers.at(-1)?.id ?? null,
        done,
        processed: customers.length,
        failed: outcome?.unscorable.length ?? 0,
      });
      return true;
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const job = await this.database.transaction(tenantId, (db) => finishJob(db, jobId, this.clock.now()));
    if (job === null) return;
    this.log.info('tenant.recalculated', { tenantId, jobId, type: job.type, processed: job.processed, failed: job.failed });
  }
}
