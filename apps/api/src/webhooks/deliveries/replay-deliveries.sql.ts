import { newId } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A delivery that a person wants to send again. */
export interface ReplayRow {
  readonly id: string;
  /** Null for a campaign. */
  readonly destination_id: string | null;
  readonly campaign_id: string | null;
  readonly is_test: boolean;
  readonly has_body: boolean;
}

// Needs the primary key.
const FIND = `
SELECT id, destination_id, campaign_id, is_test, body IS NOT NULL AS has_body FROM deliveries WHERE tenant_id = $1 AND id = $2`;

/** @returns null when the tenant does not have this delivery. */
export async function findDelivery(db: TenantDb, id: string): Promise<ReplayRow | null> {
  return (await db.query<ReplayRow>(FIND, [id]))[0] ?? null;
}

// Needs the primary key and, for dead letters, deliveries_dead.
const FIND_SPAN = `
SELECT id, destination_id, campaign_id FROM deliveries
WHERE tenant_id = $1 AND status = ANY ($2::text[]) AND created_at >= $3 AND created_at < $4 AND body IS NOT NULL AND NOT is_test
  AND ($5::uuid IS NULL OR destination_id = $5) AND (campaign_id IS NOT NULL OR destination_id = ANY ($6::uuid[])) ORDER BY id LIMIT $7`;

export interface RecoverySpan {
  readonly statuses: readonly string[];
  readonly since: Date;
  readonly until: Date;
  /** Null: all destinations, and campaigns. */
  readonly destinationId: string | null;
  readonly limit: number;
}

/** Finds the oldest deliveries of the span that go to one of these destinations or belong to a campaign. */
export const findDeliveries = (
  db: TenantDb,
  { statuses, since, until, destinationId, limit }: RecoverySpan,
  destinationIds: readonly string[],
): Promise<Pick<ReplayRow, 'id' | 'destination_id' | 'campaign_id'>[]> =>
  db.query(FIND_SPAN, [statuses, since, until, destinationId, destinationIds, limit]);

// Needs the primary key. The body may have been erased in the meantime.
const RESTART = `
UPDATE deliveries d SET status = 'pending', is_replay = true, attempts = 0, lost_attempts = 0, next_attempt_at = now(), completed_at = NULL,
  progress = NULL, dead_letter_reason = NULL, endpoint_id = r.endpoint_id
FROM unnest($2::uuid[], $3::uuid[]) AS r (id, endpoint_id) WHERE d.tenant_id = $1 AND d.id = r.id AND d.body IS NOT NULL`;

/** Restarts deliveries. @param endpoints the endpoint of each. */
export async function restartDeliveries(db: TenantDb, ids: readonly string[], endpoints: readonly string[]): Promise<void> {
  await db.query(RESTART, [ids, endpoints]);
}

const RECORD_JOB = `
INSERT INTO churn_jobs (tenant_id, id, type, status, queued, processed, created_at, started_at, finished_at)
VALUES ($1, $2, 'recover', 'completed', $3, $3, $4, $4, $4)`;

/** Records a recovery as a finished job, which callers read like any other. The recovery itself ends with its transaction. */
export async function recordRecovery(db: TenantDb, queued: number, now: Date): Promise<string> {
  const jobId = newId();
  await db.query(RECORD_JOB, [jobId, queued, now]);
  return jobId;
}
