import { firstIdOf, LIMITS, type TenantId, toTenantId } from '#libs/core';
import { type Database, foldUsage, monthOf, type TenantDb } from '#libs/database';

export interface OpenJob {
  readonly tenantId: TenantId;
  readonly jobId: string;
}

/** Jobs that score customers, or jobs that remove one. */
export type JobKind = 'recalculation' | 'erasure';

// Needs index churn_jobs_open, which holds unfinished jobs only.
const FIND_OPEN = `
SELECT tenant_id, id FROM churn_jobs
WHERE status IN ('queued', 'running') AND type <> 'fit' AND (type = 'erase') = $1 ORDER BY created_at LIMIT 1000`;

/** Jobs that no worker has finished yet, oldest first. */
export async function findOpenJobs(database: Database, kind: JobKind): Promise<OpenJob[]> {
  const rows = await database.acrossTenants('find open jobs', (send) => send(FIND_OPEN, [kind === 'erasure']));
  return (rows as { tenant_id: string; id: string }[]).map((row) => ({ tenantId: toTenantId(row.tenant_id), jobId: row.id }));
}

const WITHOUT_PASS = `
SELECT id FROM tenants t
WHERE created_at < $2
  AND NOT EXISTS (SELECT FROM churn_jobs j WHERE j.tenant_id = t.id AND j.type = 'nightly' AND j.pass_day = $1)`;

/** Tenants that existed at `dueAt` and have no nightly pass for the day yet. @param day UTC, `2026-11-21` */
export async function tenantsWithoutPass(database: Database, day: string, dueAt: Date): Promise<TenantId[]> {
  const rows = await database.acrossTenants('find tenants without a nightly pass', (send) => send(WITHOUT_PASS, [day, dueAt]));
  return (rows as { id: string }[]).map((row) => toTenantId(row.id));
}

const START_JOB = `
UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3)
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING force`;

/** @returns how the job is to be done; null when it has ended. */
export async function startJob(db: TenantDb, jobId: string, now: Date): Promise<{ force: boolean } | null> {
  const [job] = await db.query<{ force: boolean }>(START_JOB, [jobId, now]);
  return job ?? null;
}

// Takes the job's row first: of two workers that end the last two parts, the second to get it sees both ended.
const LOCK_JOB = `SELECT status FROM churn_jobs WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
const FINISH_JOB = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = parts.processed, failed = parts.failed
FROM (SELECT bool_and(done) AS done, sum(processed) AS processed, sum(failed) AS failed
      FROM churn_job_parts WHERE tenant_id = $1 AND job_id = $2) parts
WHERE tenant_id = $1 AND id = $2 AND status = 'running' AND parts.done
RETURNING type, churn_jobs.processed, churn_jobs.failed`;

export interface FinishedJob {
  readonly type: string;
  readonly processed: number;
  readonly failed: number;
}

/** @returns the job when this call ended it; null while parts are open, or when it had ended before. */
export async function finishJob(db: TenantDb, jobId: string, now: Date): Promise<FinishedJob | null> {
  await db.query(LOCK_JOB, [jobId]);
  const [job] = await db.query<FinishedJob>(FINISH_JOB, [jobId, now]);
  return job ?? null;
}

/** A job that has met so many errors of our own making would meet them for ever. */
const SETBACKS_ALLOWED = 5;

const RECORD_SETBACK = `
UPDATE churn_jobs SET setbacks = setbacks + 1
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING setbacks`;
const FAIL_JOB = `
UPDATE churn_jobs j SET status = 'failed', finished_at = $3, customer_id = NULL,
  error = 'stopped after ' || setbacks || ' errors; what was done until then holds, ask for it again',
  processed = coalesce((SELECT sum(processed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), 0),
  failed = coalesce((SELECT sum(failed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), 0)
WHERE tenant_id = $1 AND id = $2`;

/** Notes that working on the job threw. @returns true when that was once too often and the job has failed. */
export async function recordSetback(db: TenantDb, jobId: string, now: Date): Promise<boolean> {
  const [job] = await db.query<{ setbacks: number }>(RECORD_SETBACK, [jobId]);
  if (job === undefined || job.setbacks < SETBACKS_ALLOWED) return false;
  await db.query(FAIL_JOB, [jobId, now]);
  return true;
}

const FORGET_JOBS = `DELETE FROM churn_jobs WHERE tenant_id = $1 AND finished_at < $2`;
// Ids rise with time, so the primary key finds the old ones.
const FORGET_OUTBOX = `DELETE FROM outbox WHERE tenant_id = $1 AND id < $2`;

/** Removes what has outlived its use, once a day with the nightly pass. */
export async function forgetOld(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_JOBS, [new Date(now.getTime() - LIMITS.jobRetentionMs)]);
  await foldUsage(db, monthOf(new Date(now.getTime() - LIMITS.usageSettledMs)));
  await db.query(FORGET_OUTBOX, [firstIdOf(new Date(now.getTime() - LIMITS.outboxRetentionMs))]);
}

/** Deliveries that one transaction forgets. */
const FORGOTTEN_AT_ONCE = 10_000;

// Ids rise with time, so the primary key finds the old ones.
const FORGET_DELIVERIES = `
WITH gone AS (
  DELETE FROM deliveries WHERE tenant_id = $1 AND id = ANY (ARRAY(
    SELECT id FROM deliveries WHERE tenant_id = $1 AND (id < $2 AND status = 'success' OR id < $3 AND status = 'dead_letter')
    ORDER BY id LIMIT ${FORGOTTEN_AT_ONCE}))
  RETURNING 1)
SELECT count(*)::int AS rows FROM gone`;

/** Forgets deliveries whose time is over, some at a time. @returns whether there are more. */
export async function forgetDeliveries(db: TenantDb, now: Date): Promise<boolean> {
  const { success, deadLetter } = LIMITS.deliveryRetentionMs;
  const before = (ms: number): string => firstIdOf(new Date(now.getTime() - ms));
  const [gone] = await db.query<{ rows: number }>(FORGET_DELIVERIES, [before(success), before(deadLetter)]);
  return gone?.rows === FORGOTTEN_AT_ONCE;
}
