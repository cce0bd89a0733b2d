import { toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { type Destination, readDestinations } from '#libs/delivery';
import { isFree } from '#libs/work';
import type { RunTotals } from './snapshot-run.js';
import type { OpenJob } from '../../runner/jobs/jobs.sql.js';

// Needs index destinations primary key; a tenant has at most ten.
const WANT = `UPDATE destinations SET resync_wanted_at = $2 WHERE tenant_id = $1 AND kind = 'storage' AND enabled`;

/** Makes the snapshots of the night due. They are opened once scores are at rest. */
export async function wantSnapshots(db: TenantDb, now: Date): Promise<void> {
  await db.query(WANT, [now]);
}

// Needs index churn_jobs_open.
const FIND_DUE = `
SELECT tenant_id, id FROM churn_jobs j
WHERE type = 'snapshot' AND status IN ('queued', 'running') AND ${isWorking()} AND ${isFree('snapshot', 'j.tenant_id', 'j.id')}
ORDER BY created_at LIMIT 100`;

/** Finds open snapshots that no worker writes. */
export async function findDueSnapshots(database: Database): Promise<OpenJob[]> {
  const rows = await database.findWork('find open jobs', FIND_DUE);
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), jobId: String(row['id']) }));
}

// Need the primary key.
const TARGET = 'SELECT destination_id FROM churn_jobs WHERE tenant_id = $1 AND id = $2';
const PROGRESS = `UPDATE churn_jobs SET processed = $3 WHERE tenant_id = $1 AND id = $2 AND status = 'running'`;
const COMPLETE = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = $4, bytes = $5, error = NULL
WHERE tenant_id = $1 AND id = $2 AND status = 'running' RETURNING destination_id`;
const FAIL = `
UPDATE churn_jobs SET failed_slices = failed_slices + 1, error = $4,
  status = CASE WHEN failed_slices + 1 >= $5 THEN 'failed' ELSE status END,
  finished_at = CASE WHEN failed_slices + 1 >= $5 THEN $3::timestamptz END
WHERE tenant_id = $1 AND id = $2 AND status IN ('queued', 'running') RETURNING destination_id, status = 'failed' AS has_ended`;

/** @returns null when the destination of the job was deleted or switched off */
export async function storageOf(db: TenantDb, jobId: string): Promise<Destination | null> {
  const [job] = await db.query<{ destination_id: string }>(TARGET, [jobId]);
  const found = (await readDestinations(db)).find(({ id }) => id === job?.destination_id);
  return found !== undefined && found.enabled && found.storage !== null ? found : null;
}

export async function noteCustomers(db: TenantDb, jobId: string, customers: number): Promise<void> {
  await db.query(PROGRESS, [jobId, customers]);
}

// Need the primary key. The endpoint of a storage has the id of its destination.
const SUCCEEDED = `
UPDATE endpoint_health SET consecutive_failures = 0, failing_since = NULL, open_until = NULL, last_success_at = $3 WHERE tenant_id = $1 AND id = $2`;
const FAILED = `
UPDATE endpoint_health SET consecutive_failures = consecutive_failures + 1, failing_since = coalesce(failing_since, $3), last_failure_at = $3
WHERE tenant_id = $1 AND id = $2`;

/** @returns false when another worker was first, or the job has ended */
export async function completeSnapshot(db: TenantDb, jobId: string, totals: RunTotals, now: Date): Promise<boolean> {
  const [job] = await db.query<{ destination_id: string }>(COMPLETE, [jobId, now, totals.customers, totals.bytes]);
  if (job === undefined) return false;
  await db.query(SUCCEEDED, [job.destination_id, now]);
  return true;
}

/** A snapshot fails after this many tries. */
const MOST_TRIES = 5;

export interface FailedTry {
  readonly jobId: string;
  /** In words, for people. */
  readonly error: string;
  /** True: there is no further try. */
  readonly isLasting: boolean;
  readonly now: Date;
}

/** Records a failed try. @returns whether the snapshot has failed by it; null when it had ended before */
export async function recordFailedTry(
  db: TenantDb,
  { jobId, error, isLasting, now }: FailedTry,
): Promise<{ readonly destinationId: string; readonly hasEnded: boolean } | null> {
  const [job] = await db.query<{ destination_id: string; has_ended: boolean }>(FAIL, [jobId, now, error, isLasting ? 0 : MOST_TRIES]);
  if (job === undefined) return null;
  await db.query(FAILED, [job.destination_id, now]);
  return { destinationId: job.destination_id, hasEnded: job.has_ended };
}
