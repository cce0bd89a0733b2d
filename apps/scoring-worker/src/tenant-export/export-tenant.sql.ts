import { FIRST_ID, LAST_ID, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { ExportPosition } from '#libs/tenants';

interface ExportRow {
  readonly table_name: string;
  readonly after: string[] | null;
  readonly row_counts: Record<string, number>;
  readonly parts: number;
  readonly bytes: string;
}

// The row lock keeps a second worker away for the length of a transaction.
const TAKE = `
SELECT e.table_name, e.after, e.row_counts, e.parts, e.bytes FROM tenant_exports e
JOIN churn_jobs j ON j.tenant_id = e.tenant_id AND j.id = e.job_id
WHERE e.tenant_id = $1 AND e.job_id = $2 AND j.status IN ('queued', 'running') FOR UPDATE OF e SKIP LOCKED`;
const START = `
UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3) WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING 1`;

/** An export that this process writes a part of. */
export interface TakenExport {
  readonly at: ExportPosition;
  readonly parts: number;
  readonly bytes: number;
}

/** Locks the export and starts its job. @returns null when it has ended, or another worker has it */
export async function takeExport(db: TenantDb, jobId: string, now: Date): Promise<TakenExport | null> {
  const [row] = await db.query<ExportRow>(TAKE, [jobId]);
  if (row === undefined) return null;
  // An operator may just have cancelled the job.
  if ((await db.query(START, [jobId, now])).length === 0) return null;
  const { table_name: table, after, row_counts: rows, parts, bytes } = row;
  return { at: { table, after, rows }, parts, bytes: Number(bytes) };
}

/** Parts per transaction. */
const PARTS_AT_ONCE = 200;
// Needs the primary key.
const FORGET_PARTS = `
DELETE FROM tenant_export_parts WHERE tenant_id = $1 AND (job_id, part) IN (
  SELECT job_id, part FROM tenant_export_parts WHERE tenant_id = $1
    AND job_id IS DISTINCT FROM (SELECT job_id FROM tenant_exports WHERE tenant_id = $1) LIMIT ${PARTS_AT_ONCE})
RETURNING 1`;

/** Deletes parts of earlier exports. @returns whether there may be more */
export const forgetOldParts = async (db: TenantDb): Promise<boolean> => (await db.query(FORGET_PARTS)).length === PARTS_AT_ONCE;

const APPEND = 'INSERT INTO tenant_export_parts (tenant_id, job_id, part, content) VALUES ($1, $2, $3, $4)';
const MOVE = `
UPDATE tenant_exports SET table_name = $2, after = $3, row_counts = $4, parts = $5, bytes = $6 WHERE tenant_id = $1`;

export const appendPart = (db: TenantDb, jobId: string, part: number, content: Buffer): Promise<unknown> =>
  db.query(APPEND, [jobId, part, content]);

export const saveProgress = (db: TenantDb, { at, parts, bytes }: TakenExport): Promise<unknown> =>
  db.query(MOVE, [at.table, at.after, JSON.stringify(at.rows), parts, bytes]);

const COUNT_TABLES = 'UPDATE churn_jobs SET queued = $3 WHERE tenant_id = $1 AND id = $2 AND queued <> $3';
const COUNT_DONE = `
INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id, processed) VALUES ($1, $2, 0, '${FIRST_ID}', '${LAST_ID}', $3)
ON CONFLICT (tenant_id, job_id, part) DO UPDATE SET processed = excluded.processed`;

/** Writes the progress of the job: the number of tables in the file, and of those that are done. */
export async function countTables(db: TenantDb, jobId: string, tables: number, done: number): Promise<void> {
  await db.query(COUNT_TABLES, [jobId, tables]);
  await db.query(COUNT_DONE, [jobId, done]);
}

const FINISH = 'UPDATE tenant_exports SET finished_at = $2, expires_at = $3 WHERE tenant_id = $1';
const COMPLETE = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = queued WHERE tenant_id = $1 AND id = $2`;

/** @returns when the file is deleted */
export async function finishExport(db: TenantDb, jobId: string, now: Date): Promise<Date> {
  const expiresAt = new Date(now.getTime() + LIMITS.tenantExport.keptMs);
  await db.query(FINISH, [now, expiresAt]);
  await db.query(COMPLETE, [jobId, now]);
  return expiresAt;
}

const FAIL = `UPDATE churn_jobs SET status = 'failed', finished_at = $3, error = $4 WHERE tenant_id = $1 AND id = $2`;
const DROP = 'DELETE FROM tenant_exports WHERE tenant_id = $1';

/** Ends an export that is too large for a file. A nightly task or the next export deletes its parts. */
export async function failExport(db: TenantDb, jobId: string, error: string, now: Date): Promise<void> {
  await db.query(FAIL, [jobId, now, error]);
  await db.query(DROP);
}

const FORGET_EXPIRED = `
DELETE FROM tenant_exports e WHERE tenant_id = $1 AND (expires_at < $2 OR EXISTS (
  SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.id = e.job_id AND j.status = 'failed'))`;

/** Deletes an export that has expired or failed. */
export const forgetExpired = (db: TenantDb, now: Date): Promise<unknown> => db.query(FORGET_EXPIRED, [now]);
