import { type CustomerId, DAY_MS, FIRST_ID, firstIdOf, LAST_ID, LIMITS, newId } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** The settings of a job over all customers. */
export interface WholeTenantJob {
  readonly type: 'recalculate' | 'refit';
  /** True: customers who were scored a moment ago are scored again. */
  readonly force: boolean;
}

export interface OpenedJob {
  readonly jobId: string;
  /** Customers that it will go through. */
  readonly queued: number;
}

// The unique index churn_jobs_one_whole_tenant decides which caller opens the one job that may run.
const OPEN_WHOLE_TENANT = `
INSERT INTO churn_jobs (tenant_id, id, type, status, whole_tenant, force, queued, created_at)
SELECT t.id, $2, $3, 'queued', true, $4, (SELECT count(*) FROM customers WHERE tenant_id = $1 AND joined_at IS NULL), $5 FROM tenants t WHERE t.id = $1
ON CONFLICT DO NOTHING RETURNING queued`;

const OPEN_PARTS = `
INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id)
SELECT t.id, $2, part.* FROM tenants t, unnest($3::smallint[], $4::uuid[], $5::uuid[]) AS part WHERE t.id = $1`;

/** Below this one worker is as fast as several. */
const CUSTOMERS_WORTH_SPLITTING = 20_000;
const PARTS = 16;

/** Opens a job over all customers. @returns null when a whole-tenant job is open already. */
export async function openWholeTenantJob(db: TenantDb, job: WholeTenantJob, now: Date): Promise<OpenedJob | null> {
  const jobId = newId();
  const [opened] = await db.query<{ queued: number }>(OPEN_WHOLE_TENANT, [jobId, job.type, job.force, now]);
  if (opened === undefined) return null;
  await openParts(db, jobId, opened.queued);
  return { jobId, queued: opened.queued };
}

// Reads all of the tenant in the index customers_by_score, which carries due_on: a second for ten million customers. The unique key (tenant_id, type, pass_day) decides which worker opens the pass. A part is a list, so a pass
// with nothing due has no part. $5 is the least size of a part, $6 the most parts.
const OPEN_PASS = `
WITH due AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total
  FROM customers WHERE tenant_id = $1 AND due_on <= $7::date),
job AS (
  INSERT INTO churn_jobs (tenant_id, id, type, status, pass_day, queued, created_at)
  SELECT t.id, $2, 'nightly', 'queued', $3, (SELECT count(*) FROM due), $4 FROM tenants t WHERE t.id = $1
  ON CONFLICT DO NOTHING RETURNING queued),
parts AS (
  INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id, customer_ids)
  SELECT $1, $2, place / greatest($5::bigint, total / $6 + 1), '${FIRST_ID}', max(id::text)::uuid, array_agg(id) FROM due, job GROUP BY 3
  RETURNING 1)
SELECT queued FROM job`;

const CUSTOMERS_PER_LIST = 500;
const MOST_LISTS = 30_000;

// Finds a failed job that scores all customers for a new model or changed settings. Such jobs give up after several errors; the next pass
// then does their work.
const JOB_GAVE_UP = `
SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND type IN ('settings', 'refit') AND status = 'failed' AND finished_at > coalesce(
  (SELECT max(created_at) FROM churn_jobs WHERE tenant_id = $1 AND type = 'nightly' AND status = 'completed'), '-infinity') LIMIT 1`;

/** Opens the nightly pass over the customers with due scores. @param day UTC, `2026-11-21`. @returns null when the day has its pass. */
export async function openPass(db: TenantDb, day: string, now: Date): Promise<OpenedJob | null> {
  const jobId = newId();
  const dueUntil = (await db.query(JOB_GAVE_UP)).length > 0 ? 'infinity' : day;
  const [opened] = await db.query<{ queued: number }>(OPEN_PASS, [jobId, day, now, CUSTOMERS_PER_LIST, MOST_LISTS, dueUntil]);
  return opened === undefined ? null : { jobId, queued: opened.queued };
}

async function openParts(db: TenantDb, jobId: string, customers: number): Promise<void> {
  const ranges = keyRanges(customers < CUSTOMERS_WORTH_SPLITTING ? 1 : PARTS);
  await db.query(OPEN_PARTS, [jobId, ranges.map((_, part) => part), ranges.map(([after]) => after), ranges.map(([, until]) => until)]);
}

// The lock keeps it from being started before the caller commits. Needs index churn_jobs_open.
const LOCK_WAITING = `
SELECT id, queued FROM churn_jobs WHERE tenant_id = $1 AND type = 'settings' AND status = 'queued' LIMIT 1 FOR UPDATE`;

const OPEN_SETTINGS = `
INSERT INTO churn_jobs (tenant_id, id, type, status, force, queued, created_at)
SELECT t.id, $2, 'settings', 'queued', true, (SELECT count(*) FROM customers WHERE tenant_id = $1 AND joined_at IS NULL), $3 FROM tenants t WHERE t.id = $1
RETURNING queued`;

/**
 * Opens a job that brings all scores up to the settings that the caller's transaction has changed; the tenant's row is locked. A job
 * that waits already will read them too; one that runs may have passed customers by, so there is another one after it.
 */
export async function openSettingsJob(db: TenantDb, now: Date): Promise<OpenedJob> {
  const [waiting] = await db.query<{ id: string; queued: number }>(LOCK_WAITING);
  if (waiting !== undefined) return { jobId: waiting.id, queued: waiting.queued };
  const jobId = newId();
  const [opened] = await db.query<{ queued: number }>(OPEN_SETTINGS, [jobId, now]);
  const queued = opened?.queued ?? 0;
  await openParts(db, jobId, queued);
  return { jobId, queued };
}

// Needs the primary key: ids grow with time.
const OPENED_SINCE = `
SELECT count(*)::int AS jobs FROM (SELECT 1 FROM churn_jobs WHERE tenant_id = $1 AND id >= $2 AND type = 'recalculate' LIMIT $3) j`;

/** Returns whether the tenant has opened as many recalculations within a day as it may. */
export async function hasTooManyRecalculations(db: TenantDb, now: Date): Promise<boolean> {
  const most = LIMITS.jobs.recalculationsPerDay;
  const [row] = await db.query<{ jobs: number }>(OPENED_SINCE, [firstIdOf(new Date(now.getTime() - DAY_MS)), most]);
  return row !== undefined && row.jobs >= most;
}

const OPEN_FOR_CUSTOMERS = `
INSERT INTO churn_jobs (tenant_id, id, type, status, force, queued, created_at)
VALUES ($1, $2, 'recalculate', 'queued', $3, $4, $5)`;

const OPEN_LISTED_PART = `
INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id, customer_ids) VALUES ($1, $2, 0, $3, $4, $5::uuid[])`;

/** Opens a job over the named customers, who exist. Any number of them may be open at once. */
export async function openCustomersJob(db: TenantDb, ids: readonly CustomerId[], force: boolean, now: Date): Promise<OpenedJob> {
  const jobId = newId();
  await db.query(OPEN_FOR_CUSTOMERS, [jobId, force, ids.length, now]);
  await db.query(OPEN_LISTED_PART, [jobId, FIRST_ID, LAST_ID, ids]);
  return { jobId, queued: ids.length };
}

/** Customer ids are hashes, so equal ranges of them hold equally many customers. Each range is (after, until]. */
function keyRanges(parts: number): (readonly [string, string])[] {
  const boundary = (part: number): string => {
    if (part === parts) return LAST_ID;
    const prefix = Math.floor((part * 2 ** 32) / parts);
    return prefix.toString(16).padStart(8, '0') + FIRST_ID.slice(8);
  };
  return Array.from({ length: parts }, (_, part) => [boundary(part), boundary(part + 1)] as const);
}
