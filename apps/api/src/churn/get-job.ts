import { Injectable } from '@nestjs/common';
import { isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { JobDto, JobListDto } from '#libs/dto';
import { findJob, type JobRow, listJobs } from './get-job.sql.js';

/** Reads the progress of a job. */
@Injectable()
export class GetJob {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when the tenant has no job with this id, also for a malformed id. */
  async get(tenantId: TenantId, jobId: string): Promise<JobDto> {
    if (!isUuid(jobId)) throw notFound('job');
    const job = await this.database.transaction(tenantId, (db) => findJob(db, jobId));
    if (job === null) throw notFound('job');
    return toJob(job);
  }

  /** Lists the running and the latest jobs of a tenant. */
  async latest(tenantId: TenantId): Promise<JobListDto> {
    const jobs = await this.database.transaction(tenantId, (db) => listJobs(db, LIMITS.latestJobs));
    return { data: jobs.map(toJob) };
  }
}

const toJob = ({ id, started_at, finished_at, ...job }: JobRow): JobDto => ({
  job_id: id,
  ...job,
  started_at: started_at?.toISOString() ?? null,
  finished_at: finished_at?.toISOString() ?? null,
});
