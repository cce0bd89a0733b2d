import { Injectable } from '@nestjs/common';
import { isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { JobDto, JobListDto } from '#libs/dto';
import { findJob, type JobRow, listJobs } from './get-job.sql.js';

/** How far a job has come. */
@Injectable()
export class GetJob {
  constructor(private readonly database: Database) {}

  /** @throws AppError `not_found` when the tenant has no job of this id, whatever the id looks like. */
  async get(tenantId: TenantId, jobId: string): Promise<JobDto> {
    if (!isUuid(jobId)) throw notFound('job');
    const job = await this.database.transaction(tenantId, (db) => findJob(db, jobId));
    if (job === null) throw notFound('job');
    return toJob(job);
  }

  /** What the service works on for a tenant, and has worked on last. */
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
