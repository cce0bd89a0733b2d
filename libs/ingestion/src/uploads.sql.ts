import { conflict, invalid, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs the primary key of events. It locks in the order in which events are inserted. An event that very many uploads have brought is kept for good,
// so that its row stays small.
const JOIN = `
WITH locked AS MATERIALIZED (
  SELECT event_id FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) AND uploads IS NOT NULL
    AND ($3::uuid IS NULL OR NOT uploads @> ARRAY[$3::uuid]) ORDER BY event_id FOR UPDATE)
UPDATE events e SET uploads = CASE WHEN $3::uuid IS NOT NULL AND cardinality(e.uploads) < ${LIMITS.uploads.perEvent} THEN e.uploads || $3::uuid END
FROM locked WHERE e.tenant_id = $1 AND e.event_id = locked.event_id`;

/** Notes that this upload has brought the events too, or something that is not an upload: then they stay when uploads are removed. */
export async function joinSenders(db: TenantDb, eventIds: readonly string[], uploadId: string | null): Promise<void> {
  if (eventIds.length > 0) await db.query(JOIN, [eventIds, uploadId]);
}

// All need the primary key of uploads.
const COUNT = 'UPDATE uploads SET events = events + $3 WHERE tenant_id = $1 AND id = $2 AND removal_job_id IS NULL RETURNING 1';
const FIND = 'SELECT removal_job_id IS NOT NULL AS is_removed FROM uploads WHERE tenant_id = $1 AND id = $2';
const FINISH = 'UPDATE uploads SET finished_at = $3 WHERE tenant_id = $1 AND id = $2 AND removal_job_id IS NULL';

/**
 * Counts events that the upload has brought or corrected. The caller has locked out erasures and removals, so no event is stored behind a
 * removal that has begun.
 * @throws AppError as `requireUpload`
 */
export async function countInUpload(db: TenantDb, id: string, events: number): Promise<void> {
  if ((await db.query(COUNT, [id, events])).length === 0) await requireUpload(db, id);
}

/** @throws AppError `validation_error` for an upload that the tenant does not have, `conflict` for one that was removed */
export async function requireUpload(db: TenantDb, id: string): Promise<void> {
  const [upload] = await db.query<{ is_removed: boolean }>(FIND, [id]);
  if (upload === undefined) throw invalid('upload_id', 'unknown', `upload_id is ${id}: you have no such upload; create one first`);
  if (upload.is_removed) throw conflict(`upload_id is ${id}: this upload was removed; create another one to send the file again`);
}

/** Notes that the upload is complete. */
export async function finishUpload(db: TenantDb, id: string, now: Date): Promise<void> {
  await db.query(FINISH, [id, now]);
}
