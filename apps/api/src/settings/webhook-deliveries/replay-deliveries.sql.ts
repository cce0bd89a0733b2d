import { newId } from '#libs/core';
import type { TenantDb } from '#libs/database';

const AFRESH = `
status = 'pending', is_replay = true, attempts = 0, lost_attempts = 0, next_attempt_at = now(), completed_at = NULL, dead_letter_reason = NULL`;

export interface ReplayRow {
  /** Null for a campaign. */
  readonly destination_id: string | null;
  readonly campaign_id: string | null;
  readonly is_test: boolean;
  readonly has_body: boolean;
}

// The statements need the primary key.
const LOCK = `
SELECT destination_id, campaign_id, is_test, body IS NOT NULL AS has_body FROM deliveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
const REPLAY = `
UPDATE deliveries d SET ${AFRESH}, endpoint_id = coalesce($3, d.endpoint_id) WHERE d.tenant_id = $1 AND d.id = $2 RETURNING d.endpoint_id`;

/** @returns null when the tenant does not have this delivery. */
export async function lockDelivery(db: TenantDb, id: string): Promise<ReplayRow | null> {
  return (await db.query<ReplayRow>(LOCK, [id]))[0] ?? null;
}

/** Restarts the delivery. @param endpointId where it goes now; null: where it went. @returns the endpoint of the delivery. */
export async function replayDelivery(db: TenantDb, id: string, endpointId: string | null): Promise<string> {
  const [row] = await db.query<{ endpoint_id: string }>(REPLAY, [id, endpointId]);
  if (row === undefined) throw new Error('the delivery is locked and yet not there');
  return row.endpoint_id;
}

// Needs the primary key and, for dead letters, deliveries_dead.
const RECOVER = `
WITH picked AS (
  SELECT id FROM deliveries WHERE tenant_id = $1 AND status = ANY ($2::text[]) AND created_at >= $3 AND created_at < $4
    AND body IS NOT NULL AND NOT is_test AND ($5::uuid IS NULL OR destination_id = $5) AND (campaign_id IS NOT NULL OR destination_id = ANY ($7::uuid[]))
  ORDER BY id LIMIT $6 FOR UPDATE)
UPDATE deliveries d SET ${AFRESH},
  endpoint_id = coalesce((SELECT t.endpoint_id FROM unnest($7::uuid[], $8::uuid[]) AS t (id, endpoint_id) WHERE t.id = d.destination_id), d.endpoint_id)
FROM picked WHERE d.tenant_id = $1 AND d.id = picked.id RETURNING d.endpoint_id`;

export interface RecoverySpan {
  readonly statuses: readonly string[];
  readonly since: Date;
  readonly until: Date;
  /** Null: all destinations, and campaigns. */
  readonly destinationId: string | null;
  readonly limit: number;
}

/** The present address of a destination. */
export interface ReplayTarget {
  readonly destinationId: string;
  readonly endpointId: string;
}

/** Restarts the oldest deliveries of the span, as far as their destination can be reached. @returns the endpoint of each. */
export async function recoverDeliveries(
  db: TenantDb,
  { statuses, since, until, destinationId, limit }: RecoverySpan,
  targets: readonly ReplayTarget[],
): Promise<string[]> {
  const [ids, endpoints] = [targets.map((each) => each.destinationId), targets.map((each) => each.endpointId)];
  const rows = await db.query<{ endpoint_id: string }>(RECOVER, [statuses, since, until, destinationId, limit, ids, endpoints]);
  return rows.map((row) => row.endpoint_id);
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
