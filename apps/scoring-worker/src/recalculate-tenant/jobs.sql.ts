import { type CustomerId, LIMITS, newId, type TenantId, toTenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';

export interface OpenJob {
  readonly tenantId: TenantId;
  readonly jobId: string;
}

// Needs index churn_jobs_open, which holds unfinished jobs only.
const FIND_OPEN = `SELECT tenant_id, id FROM churn_jobs WHERE status IN ('queued', 'running') ORDER BY created_at LIMIT 1000`;

export async function findOpenJobs(database: Database): Promise<OpenJob[]> {
  const rows = await database.acrossTenants('find open jobs', (send) => send(FIND_OPEN, []));
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

const OPEN_PASS = `
INSERT INTO churn_jobs (tenant_id, id, type, status, pass_day, queued, created_at)
SELECT $1, $2, 'nightly', 'queued', $3, (SELECT count(*) FROM customers WHERE tenant_id = $1), $4
ON CONFLICT DO NOTHING RETURNING queued`;

const OPEN_PARTS = `
INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id)
SELECT $1, $2, * FROM unnest($3::smallint[], $4::uuid[], $5::uuid[])`;

/** Below this one worker is as fast as several. */
const CUSTOMERS_WORTH_SPLITTING = 20_000;
const PARTS = 16;

/** @returns the new job's id, or null when another worker opened the pass first. */
export async function openNightlyPass(db: TenantDb, day: string, now: Date): Promise<string | null> {
  const jobId = newId();
  const [job] = await db.query<{ queued: number }>(OPEN_PASS, [jobId, day, now]);
  if (job === undefined) return null;
  const ranges = keyRanges(job.queued < CUSTOMERS_WORTH_SPLITTING ? 1 : PARTS);
  await db.query(OPEN_PARTS, [jobId, ranges.map((_, part) => part), ranges.map(([after]) => after), ranges.map(([, until]) => until)]);
  return jobId;
}

/** Customer ids are hashes, so equal ranges of them hold equally many customers. Each range is (after, until]. */
function keyRanges(parts: number): (readonly [string, string])[] {
  const boundary = (part: number): string => {
    const prefix = part === parts ? 'ffffffff' : Math.floor((part * 2 ** 32) / parts).toString(16).padStart(8, '0'); // prettier-ignore
    const rest = part === parts ? 'ffff-ffff-ffff-ffffffffffff' : '0000-0000-0000-000000000000';
    return `${prefix}-${rest}`;
  };
  return Array.from({ length: parts }, (_, part) => [boundary(part), boundary(part + 1)] as const);
}

export interface Part {
  readonly part: number;
  readonly after_id: string;
  readonly until_id: string;
}

// The row lock lasts as long as the transaction of one chunk: other workers take other parts, and a dead worker's part is free at once.
const TAKE_PART = `
SELECT part, after_id, until_id FROM churn_job_parts
WHERE tenant_id = $1 AND job_id = $2 AND NOT done ORDER BY part LIMIT 1 FOR UPDATE SKIP LOCKED`;

export async function takePart(db: TenantDb, jobId: string): Promise<Part | null> {
  const [part] = await db.query<Part>(TAKE_PART, [jobId]);
  return part ?? null;
}

// Needs the primary key of customers.
const NEXT_CUSTOMERS = `SELECT id FROM customers WHERE tenant_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4`;

export async function nextCustomers(db: TenantDb, { after_id: after, until_id: until }: Part, limit: number): Promise<CustomerId[]> {
  return (await db.query<{ id: CustomerId }>(NEXT_CUSTOMERS, [after, until, limit])).map((row) => row.id);
}

const ADVANCE_PART = `UPDATE churn_job_parts SET after_id = $4, done = $5 WHERE tenant_id = $1 AND job_id = $2 AND part = $3`;

export async function advancePart(
  db: TenantDb,
  jobId: string,
  { part, after_id: after }: Part,
  reached: string | undefined,
  done: boolean,
): Promise<void> {
  await db.query(ADVANCE_PART, [jobId, part, reached ?? after, done]);
}

const RECORD_PROGRESS = `
UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $4), processed = processed + $3
WHERE tenant_id = $1 AND id = $2`;

export async function recordProgress(db: TenantDb, jobId: string, processed: number, now: Date): Promise<void> {
  await db.query(RECORD_PROGRESS, [jobId, processed, now]);
}

// Takes the job's row first: of two workers that end the last two parts, the second to get it sees both ended.
const LOCK_JOB = `SELECT status FROM churn_jobs WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
const FINISH_JOB = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3
WHERE tenant_id = $1 AND id = $2 AND status <> 'completed'
  AND NOT EXISTS (SELECT FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2 AND NOT p.done)
RETURNING type, processed`;

/** @returns the job when this call ended it; null while parts are open, or when it had ended before. */
export async function finishJob(db: TenantDb, jobId: string, now: Date): Promise<{ type: string; processed: number } | null> {
  await db.query(LOCK_JOB, [jobId]);
  const [job] = await db.query<{ type: string; processed: number }>(FINISH_JOB, [jobId, now]);
  return job ?? null;
}

const FORGET_JOBS = `DELETE FROM churn_jobs WHERE tenant_id = $1 AND finished_at < $2`;
const FORGET_OUTBOX = `DELETE FROM outbox WHERE tenant_id = $1 AND created_at < $2`;

/** Removes what has outlived its use, once a day with the nightly pass. */
export async function forgetOld(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_JOBS, [new Date(now.getTime() - LIMITS.jobRetentionMs)]);
  await db.query(FORGET_OUTBOX, [new Date(now.getTime() - LIMITS.outboxRetentionMs)]);
}
