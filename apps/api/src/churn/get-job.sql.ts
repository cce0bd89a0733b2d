import type { TenantDb } from '#libs/database';
import type { JobDto } from '#libs/dto';

export interface JobRow extends Pick<JobDto, 'type' | 'status' | 'queued' | 'processed' | 'failed' | 'error'> {
  readonly id: string;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

// Needs the primary keys of churn_jobs and churn_job_parts. A running job keeps its progress in at most 16 parts.
const READ_JOBS = `
SELECT j.id, j.type, j.status, j.queued,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.processed, 0) ELSE j.processed END AS processed,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.failed, 0) ELSE j.failed END AS failed,
       j.started_at, j.finished_at, j.error
FROM churn_jobs j,
     LATERAL (SELECT sum(processed)::int AS processed, sum(failed)::int AS failed
              FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = j.id) parts
WHERE j.tenant_id = $1`;

const FIND_JOB = `${READ_JOBS} AND j.id = $2`;

export async function findJob(db: TenantDb, jobId: string): Promise<JobRow | null> {
  const [job] = await db.query<JobRow>(FIND_JOB, [jobId]);
  return job ?? null;
}

// Needs the primary key of churn_jobs, read backwards: ids grow with time, and a tenant has few jobs.
const LIST_JOBS = `${READ_JOBS} ORDER BY j.id DESC LIMIT $2`;

/** Lists the latest jobs, newest first. */
export const listJobs = (db: TenantDb, rows: number): Promise<JobRow[]> => db.query<JobRow>(LIST_JOBS, [rows]);
