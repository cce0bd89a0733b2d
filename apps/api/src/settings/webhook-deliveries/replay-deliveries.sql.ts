import { newId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface ReplayEndpoint {
  readonly url: string | null;
  readonly enabled: boolean;
  readonly has_secret: boolean;
}

// Needs the primary keys of webhook_endpoints and webhook_secrets.
const READ_ENDPOINT = `
SELECT w.url, coalesce(w.enabled, true) AS enabled,
       EXISTS (SELECT FROM webhook_secrets s WHERE s.tenant_id = $1 AND s.expires_at IS NULL) AS has_secret
FROM tenants t LEFT JOIN webhook_endpoints w ON w.tenant_id = t.id WHERE t.id = $1`;

/** Reads the settings that decide whether deliveries can be sent. */
export async function readEndpoint(db: TenantDb): Promise<ReplayEndpoint> {
  return (await db.query<ReplayEndpoint>(READ_ENDPOINT))[0] ?? { url: null, enabled: true, has_secret: false };
}

const AFRESH = `
status = 'pending', is_replay = true, attempts = 0, lost_attempts = 0, next_attempt_at = now(), completed_at = NULL, dead_letter_reason = NULL,
endpoint_id = CASE WHEN d.campaign_id IS NULL THEN $2::uuid ELSE d.endpoint_id END`;

export interface ReplayRow {
  readonly campaign_id: string | null;
  readonly is_test: boolean;
  readonly has_body: boolean;
}

// The statements need the primary key.
const LOCK = `
SELECT campaign_id, is_test, body IS NOT NULL AS has_body FROM deliveries WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;
const REPLAY = `UPDATE deliveries d SET ${AFRESH} WHERE d.tenant_id = $1 AND d.id = $3 RETURNING d.endpoint_id`;

/** @returns null when the tenant does not have this delivery. */
export async function lockDelivery(db: TenantDb, id: string): Promise<ReplayRow | null> {
  return (await db.query<ReplayRow>(LOCK, [id]))[0] ?? null;
}

/** Restarts the delivery. @param own the tenant's own endpoint. @returns the endpoint of the delivery. */
export async function replayDelivery(db: TenantDb, id: string, own: string | null): Promise<string> {
  const [row] = await db.query<{ endpoint_id: string }>(REPLAY, [own, id]);
  if (row === undefined) throw new Error('the delivery is locked and yet not there');
  return row.endpoint_id;
}

// Needs the primary key and, for dead letters, deliveries_dead.
const RECOVER = `
WITH picked AS (
  SELECT id FROM deliveries WHERE tenant_id = $1 AND status = ANY ($3::text[]) AND created_at >= $4 AND created_at < $5
    AND body IS NOT NULL AND NOT is_test AND (campaign_id IS NOT NULL OR $2::uuid IS NOT NULL)
  ORDER BY id LIMIT $6 FOR UPDATE)
UPDATE deliveries d SET ${AFRESH} FROM picked WHERE d.tenant_id = $1 AND d.id = picked.id RETURNING d.endpoint_id`;

export interface RecoverySpan {
  readonly statuses: readonly string[];
  readonly since: Date;
  readonly until: Date;
  readonly limit: number;
}

/** Restarts the oldest deliveries of the span. @returns the endpoint of each. */
export async function recoverDeliveries(
  db: TenantDb,
  { statuses, since, until, limit }: RecoverySpan,
  own: string | null,
): Promise<string[]> {
  const rows = await db.query<{ endpoint_id: string }>(RECOVER, [own, statuses, since, until, limit]);
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
