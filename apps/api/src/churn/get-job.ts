import { Injectable } from '@nestjs/common';
import { isUuid, LIMITS, notFound, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { JobDto, JobListDto } from '#libs/dto';

interface JobRow extends Pick<JobDto, 'type' | 'status' | 'queued' | 'processed' | 'failed' | 'error'> {
  readonly id: string;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

// Needs the primary keys of churn_jobs and churn_job_parts. A running job keeps its progress in at most 16 parts.
const READ_JOBS = `
SELECT j.id, j.type, j.status, j.queued,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.processed, j.processed) ELSE j.processed END AS processed,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.failed, 0) ELSE j.failed END AS failed,
       j.started_at, j.finished_at, j.error
FROM churn_jobs j,
     LATERAL (SELECT sum(processed)::int AS processed, sum(failed)::int AS failed
              FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = j.id) parts
WHERE j.tenant_id = $1`;

const FIND_JOB = `${READ_JOBS} AND j.id = $2`;

async function findJob(db: TenantDb, jobId: string): Promise<JobRow | null> {
  const [job] = await db.query<JobRow>(FIND_JOB, [jobId]);
  return job ?? null;
}

// Needs the primary key of churn_jobs, read backwards: ids grow with time, and a tenant has few jobs.
const LIST_JOBS = `${READ_JOBS} ORDER BY j.id DESC LIMIT $2`;

/** Lists the latest jobs, newest first. */
const listJobs = (db: TenantDb, rows: number): Promise<JobRow[]> => db.query<JobRow>(LIST_JOBS, [rows]);

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
