import { CLOCK, type TenantDb } from '#libs/database';
import { type DeadLetterReason, retryWaitingNow, type SendResult } from '#libs/delivery';

/** The record of a test delivery. */
export interface TestDelivery {
  readonly id: string;
  readonly endpointId: string;
  readonly destinationId: string;
  readonly event: string;
  /** Null for a test that sends nothing. */
  readonly body: string | null;
  readonly at: Date;
  readonly result: SendResult;
}

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, body, attempts, max_attempts, first_attempt_at, last_attempt_at,
                        last_status_code, last_error, duration_ms, attempts_log, decided_at, created_at, completed_at, dead_letter_reason, is_test)
VALUES ($1, $2, $3, $14, $4, $5, $6, 1, 1, $7, $7, $8, $9, $10, $11, $7, $7, $12, $13, true)`;

export async function insertTest(
  db: TenantDb,
  { id, endpointId, destinationId, event, body, at, result }: TestDelivery,
  now: Date,
): Promise<void> {
  const { statusCode, error, durationMs, responseBody } = result;
  const entry = { attempt: 1, at, status_code: statusCode, duration_ms: durationMs, error, response_body: responseBody };
  const reason: DeadLetterReason | null = error === null ? null : 'test_failed';
  const status = error === null ? 'success' : 'dead_letter';
  await db.query(INSERT, [
    id,
    endpointId,
    event,
    status,
    body,
    at,
    statusCode,
    error,
    durationMs,
    JSON.stringify([entry]),
    now,
    reason,
    destinationId,
  ]);
}

// Needs the primary key.
const REPORT_SUCCESS = `
UPDATE endpoint_health SET consecutive_failures = 0, failing_since = NULL, last_success_at = clock.now,
  open_until = NULL
FROM ${CLOCK} WHERE tenant_id = $1 AND id = $2`;

/** Clears the failures of an endpoint after a successful test, and retries all waiting deliveries now. */
export async function reportSuccess(db: TenantDb, endpointId: string): Promise<void> {
  await db.query(REPORT_SUCCESS, [endpointId]);
  await retryWaitingNow(db, [endpointId]);
}
