import { Injectable } from '@nestjs/common';
import { AppError, Clock } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { type OpenJob, recordFailure } from './jobs.sql.js';
import { type JobSteps, runSlice } from './run-slice.js';

/** Runs jobs slice by slice, each job at most once at a time in this process. Fails a job after several slices that threw. */
@Injectable()
export class JobSlices {
  private readonly running = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Runs one slice of the job. A slice that throws counts against the job and does not delay the jobs behind it.
   * @param begin returns the steps of the job; null when the job has ended
   * @returns whether this process has more to do
   * @throws AppError `service_unavailable`: an unreachable database says nothing about the job
   */
  async runSlice(job: OpenJob, begin: () => Promise<JobSteps | null>): Promise<boolean> {
    if (this.running.has(job.jobId)) return false;
    this.running.add(job.jobId);
    try {
      const steps = await begin();
      return steps === null ? false : await runSlice(steps);
    } catch (error) {
      if (error instanceof AppError && error.code === 'service_unavailable') throw error;
      await this.recordFailure(job, error);
      return false;
    } finally {
      this.running.delete(job.jobId);
    }
  }

  private async recordFailure({ tenantId, jobId }: OpenJob, error: unknown): Promise<void> {
    const hasFailed = await this.database.transaction(tenantId, (db) => recordFailure(db, jobId, this.clock.now()));
    this.log.error(hasFailed ? 'job.failed' : 'job.slice_failed', error, { tenantId, jobId });
  }
}
