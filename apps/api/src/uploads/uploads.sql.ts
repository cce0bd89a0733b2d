import { LIMITS, type UploadSummary } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { JobDto } from '#libs/dto';

export interface UploadRow {
  readonly id: string;
  readonly file_name: string;
  readonly summary: UploadSummary;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly key_prefix: string | null;
  readonly events: number;
  readonly finished_at: Date | null;
  readonly removal_job_id: string | null;
  readonly removed_at: Date | null;
  readonly job_status: JobDto['status'] | null;
  readonly processed: number | null;
}

// Need the primary keys of uploads, users and churn_jobs. Ids rise with time.
const READ = `
SELECT u.id, u.file_name, u.summary, u.created_at, p.email AS created_by, u.key_prefix, u.events, u.finished_at, u.removal_job_id, u.removed_at,
       j.status AS job_status, j.processed
FROM uploads u LEFT JOIN users p ON p.tenant_id = $1 AND p.id = u.created_by
LEFT JOIN churn_jobs j ON j.tenant_id = $1 AND j.id = u.removal_job_id
WHERE u.tenant_id = $1`;
const LIST = `${READ} ORDER BY u.id DESC LIMIT ${LIMITS.uploads.kept}`;
const FIND = `${READ} AND u.id = $2`;

/** Lists the uploads, newest first. */
export const listUploads = (db: TenantDb): Promise<UploadRow[]> => db.query<UploadRow>(LIST);

export async function findUpload(db: TenantDb, id: string): Promise<UploadRow | null> {
  const [row] = await db.query<UploadRow>(FIND, [id]);
  return row ?? null;
}

export interface NewUpload {
  readonly id: string;
  readonly fileName: string;
  readonly summary: UploadSummary;
  readonly userId: string | null;
  readonly keyPrefix: string | null;
}

const ADD = `
INSERT INTO uploads (tenant_id, id, file_name, summary, created_by, key_prefix, created_at) SELECT id, $2, $3, $4, $5, $6, $7 FROM tenants WHERE id = $1`;
// When an upload loses its row, its events stay, and the upload can no longer be removed. A removal that is under way keeps its row.
const FORGET_OLDEST = `
DELETE FROM uploads WHERE tenant_id = $1 AND (removal_job_id IS NULL OR removed_at IS NOT NULL)
  AND id < (SELECT id FROM uploads WHERE tenant_id = $1 ORDER BY id DESC OFFSET ${LIMITS.uploads.kept - 1} LIMIT 1)`;

export async function addUpload(db: TenantDb, { id, fileName, summary, userId, keyPrefix }: NewUpload, now: Date): Promise<void> {
  await db.query(ADD, [id, fileName, JSON.stringify(summary), userId, keyPrefix, now]);
  await db.query(FORGET_OLDEST);
}

const LOCK = 'SELECT removal_job_id, removed_at FROM uploads WHERE tenant_id = $1 AND id = $2 FOR UPDATE';
// Needs the unique index churn_jobs_one_removal.
const OPEN_JOB = `
INSERT INTO churn_jobs (tenant_id, id, type, status, upload_id, queued, created_at)
SELECT tenant_id, $2, 'remove_upload', 'queued', id, events, $4 FROM uploads WHERE tenant_id = $1 AND id = $3
ON CONFLICT (tenant_id, upload_id) WHERE upload_id IS NOT NULL AND status IN ('queued', 'running') DO NOTHING RETURNING id`;
const MARK = 'UPDATE uploads SET removal_job_id = $3 WHERE tenant_id = $1 AND id = $2';

/** @returns null for an upload that the tenant does not have. `jobId`: its removal, also one that was open or has ended */
export async function openRemoval(
  db: TenantDb,
  uploadId: string,
  jobId: string,
  now: Date,
): Promise<{ readonly jobId: string; readonly isNew: boolean } | null> {
  const [upload] = await db.query<{ removal_job_id: string | null; removed_at: Date | null }>(LOCK, [uploadId]);
  if (upload === undefined) return null;
  const { removal_job_id: known, removed_at: removedAt } = upload;
  if (known !== null && removedAt !== null) return { jobId: known, isNew: false };
  const isNew = (await db.query(OPEN_JOB, [jobId, uploadId, now])).length > 0;
  if (!isNew) return { jobId: known ?? jobId, isNew };
  await db.query(MARK, [uploadId, jobId]);
  return { jobId, isNew };
}
