import { type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';

export interface OpenJob {
  readonly tenantId: TenantId;
  readonly jobId: string;
}

/**
 * A recalculation scores customers, an erasure removes one, an export writes all data of a tenant into a file, a resync pushes profiles, a removal
 * reverts an upload.
 */
export type JobKind = 'recalculation' | 'erasure' | 'export' | 'resync' | 'removal';

// Needs index churn_jobs_open, which holds unfinished jobs only. Tenants alternate: one with a thousand stuck jobs does not delay the others.
const FIND_OPEN = `
SELECT tenant_id, id FROM churn_jobs
WHERE status IN ('queued', 'running') AND ${isWorking()} AND type NOT IN ('fit', 'snapshot') AND CASE type WHEN 'erase' THEN 'erasure' WHEN 'export' THEN 'export' WHEN 'resync' THEN 'resync' WHEN 'remove_upload' THEN 'removal' ELSE 'recalculation' END = $2
ORDER BY row_number() OVER (PARTITION BY tenant_id ORDER BY created_at), created_at LIMIT 1000`;

/** Finds the unfinished jobs of all tenants: the oldest of each, then the second of each, and so on. */
export async function findOpenJobs(database: Database, kind: JobKind): Promise<OpenJob[]> {
  const rows = await database.findWork('find open jobs', FIND_OPEN, [kind]);
  return (rows as { tenant_id: string; id: string }[]).map((row) => ({ tenantId: toTenantId(row.tenant_id), jobId: row.id }));
}

const START_JOB = `
UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3)
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING force`;

/** @returns whether the job scores all customers again or only those with an old score; null when it has ended. */
export async function startJob(db: TenantDb, jobId: string, now: Date): Promise<{ force: boolean } | null> {
  const [job] = await db.query<{ force: boolean }>(START_JOB, [jobId, now]);
  return job ?? null;
}

// Locks the job's row first: when two workers end the last two parts, the second to get the lock sees both parts done.
const LOCK_JOB = `SELECT status FROM churn_jobs WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
const FINISH_JOB = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = parts.processed, failed = parts.failed
-- A nightly pass with nothing due has no parts.
FROM (SELECT coalesce(bool_and(done), true) AS done, coalesce(sum(processed), 0) AS processed, coalesce(sum(failed), 0) AS failed
      FROM churn_job_parts WHERE tenant_id = $1 AND job_id = $2) parts
WHERE tenant_id = $1 AND id = $2 AND status = 'running' AND parts.done
RETURNING type, churn_jobs.processed, churn_jobs.failed`;

export interface FinishedJob {
  readonly type: string;
  readonly processed: number;
  readonly failed: number;
}

// All scores now have the new currency or horizon, so amounts are comparable from here on.
const DATE_MONEY = `
UPDATE tenants SET money_since = $3 WHERE id = $1 AND money_since >= (SELECT created_at FROM churn_jobs WHERE tenant_id = $1 AND id = $2)`;

/** @returns the job when this call completed it; null while parts are open, or when it had ended before. */
export async function finishJob(db: TenantDb, jobId: string, now: Date): Promise<FinishedJob | null> {
  await db.query(LOCK_JOB, [jobId]);
  const [job] = await db.query<FinishedJob>(FINISH_JOB, [jobId, now]);
  if (job?.type === 'settings') await db.query(DATE_MONEY, [jobId, now]);
  return job ?? null;
}

/** A job fails after this many slices that threw, because it would never end otherwise. */
const FAILURES_ALLOWED = 5;

const RECORD_FAILURE = `
UPDATE churn_jobs SET failed_slices = failed_slices + 1
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING failed_slices`;
// An erasure that failed keeps its customer, so that an operator can retry it. The next completed erasure of the customer clears it.
const FAIL_JOB = `
UPDATE churn_jobs j SET status = 'failed', finished_at = $3,
  error = 'stopped after ' || failed_slices || ' errors; the work done so far is kept, request the job again',
  processed = coalesce((SELECT sum(processed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), processed),
  failed = coalesce((SELECT sum(failed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), 0)
WHERE tenant_id = $1 AND id = $2`;

/** Counts a slice of the job that threw. @returns true when the job has failed because of it. */
export async function recordFailure(db: TenantDb, jobId: string, now: Date): Promise<boolean> {
  const [job] = await db.query<{ failed_slices: number }>(RECORD_FAILURE, [jobId]);
  if (job === undefined || job.failed_slices < FAILURES_ALLOWED) return false;
  await db.query(FAIL_JOB, [jobId, now]);
  return true;
}
