import { newId, type UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { TenantExportDto } from './tenant-data.dto.js';

const IS_OPEN = `
SELECT 1 FROM tenant_exports e JOIN churn_jobs j ON j.tenant_id = e.tenant_id AND j.id = e.job_id
WHERE e.tenant_id = $1 AND j.status IN ('queued', 'running')`;
// The one row of the tenant makes a worker delete the parts of the earlier file.
const REPLACE = `
INSERT INTO tenant_exports (tenant_id, job_id, requested_by, requested_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (tenant_id) DO UPDATE SET job_id = excluded.job_id, table_name = '', after = NULL, row_counts = '{}', parts = 0, bytes = 0,
  requested_by = excluded.requested_by, requested_at = excluded.requested_at, finished_at = NULL, expires_at = NULL`;
const OPEN_JOB = `INSERT INTO churn_jobs (tenant_id, id, type, status, created_at) VALUES ($1, $2, 'export', 'queued', $3)`;

/** Opens an export that replaces the earlier one. The tenant must be locked. @returns false while another export is running */
export async function openExport(db: TenantDb, by: UserId, now: Date): Promise<boolean> {
  if ((await db.query(IS_OPEN)).length > 0) return false;
  const jobId = newId();
  await db.query(REPLACE, [jobId, by, now]);
  await db.query(OPEN_JOB, [jobId, now]);
  return true;
}

export interface ExportRow extends Pick<TenantExportDto, 'job_id' | 'status' | 'tables' | 'tables_done' | 'rows' | 'bytes' | 'error'> {
  readonly parts: number;
  readonly requested_at: Date;
  readonly finished_at: Date | null;
  readonly expires_at: Date | null;
}

// Needs the primary keys.
const FIND = `
SELECT e.job_id, j.status, j.queued AS tables, coalesce(p.processed, 0) AS tables_done, e.bytes::float8 AS bytes, e.parts, j.error,
       coalesce((SELECT sum(value::float8) FROM jsonb_each_text(e.row_counts)), 0) AS rows, e.requested_at, e.finished_at, e.expires_at
FROM tenant_exports e JOIN churn_jobs j ON j.tenant_id = e.tenant_id AND j.id = e.job_id
LEFT JOIN churn_job_parts p ON p.tenant_id = e.tenant_id AND p.job_id = e.job_id
WHERE e.tenant_id = $1 AND (e.expires_at IS NULL OR e.expires_at > $2)`;

/** Returns the last export; null when there is none, or its file is past its time. */
export async function findExport(db: TenantDb, now: Date): Promise<ExportRow | null> {
  const [row] = await db.query<ExportRow>(FIND, [now]);
  return row ?? null;
}

// Needs the primary key.
const READ_PART = 'SELECT content FROM tenant_export_parts WHERE tenant_id = $1 AND job_id = $2 AND part = $3';

/** @returns null when another export has replaced the file. */
export async function readPart(db: TenantDb, jobId: string, part: number): Promise<Buffer | null> {
  const [row] = await db.query<{ content: Buffer }>(READ_PART, [jobId, part]);
  return row?.content ?? null;
}
