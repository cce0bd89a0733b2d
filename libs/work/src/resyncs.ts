import { DELETED_GROUP, FIRST_ID, LAST_ID, newId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import type { OpenedJob } from './churn-jobs.js';

// Needs index churn_jobs_open. The caller has locked the tenant.
const FIND_OPEN = `
SELECT id, queued FROM churn_jobs
WHERE tenant_id = $1 AND type IN ('resync', 'snapshot') AND destination_id = $2 AND status IN ('queued', 'running') LIMIT 1`;
const OPEN = `
INSERT INTO churn_jobs (tenant_id, id, type, status, destination_id, queued, created_at)
SELECT d.tenant_id, $2, CASE WHEN d.kind = 'storage' THEN 'snapshot' ELSE 'resync' END, 'queued', $3,
       (SELECT count(*) FROM customers WHERE tenant_id = $1 AND (score IS NOT NULL OR d.kind = 'storage' AND list_group > ${DELETED_GROUP})), $4
FROM destinations d WHERE d.tenant_id = $1 AND d.id = $3
RETURNING queued, type`;
const OPEN_PART = 'INSERT INTO churn_job_parts (tenant_id, job_id, part, after_id, until_id) VALUES ($1, $2, 0, $3, $4)';
const CLEAR = 'UPDATE destinations SET resync_wanted_at = NULL WHERE tenant_id = $1 AND id = $2';

/**
 * Opens the job that pushes all profiles to a destination, or writes a snapshot into it. The caller has locked the tenant. A resync that became due while another one is open
 * stays due: the open one has passed some customers already.
 * @returns the job; with `isNew` false, one that was open already
 */
export async function openResync(db: TenantDb, destinationId: string, now: Date): Promise<OpenedJob & { readonly isNew: boolean }> {
  const [open] = await db.query<{ id: string; queued: number }>(FIND_OPEN, [destinationId]);
  if (open !== undefined) return { jobId: open.id, queued: open.queued, isNew: false };
  await db.query(CLEAR, [destinationId]);
  const jobId = newId();
  const [opened] = await db.query<{ queued: number; type: 'resync' | 'snapshot' }>(OPEN, [jobId, destinationId, now]);
  // A snapshot that stops begins anew, so it has no part that remembers a place.
  if (opened?.type === 'resync') await db.query(OPEN_PART, [jobId, FIRST_ID, LAST_ID]);
  return { jobId, queued: opened?.queued ?? 0, isNew: true };
}
