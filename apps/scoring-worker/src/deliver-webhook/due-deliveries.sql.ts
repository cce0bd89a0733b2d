import { plainArray, type TenantDb } from '#libs/database';
import type { DeadLetterReason } from '#libs/delivery';

/** A delivery whose next attempt is due. */
export interface DueDelivery {
  readonly id: string;
  readonly event: string;
  readonly sequence: string | null;
  readonly batch: string | null;
  readonly body: string;
  /** Made so far. */
  readonly attempts: number;
  readonly max_attempts: number;
  /** When what it tells of was decided, in milliseconds since 1970. */
  readonly decided_ms: number;
  /** Of the work that has decided it; null when that was not traced. */
  readonly traceparent: string | null;
}

// `NOT IN` says the same as `IN ('pending', 'failed')`, but not so that the planner would take deliveries_due for it: that index is as
// good as any other by the statistics of a table that was small a moment ago, and ruinous once a backlog is there.
const OPEN = (alias: string): string => `${alias}.status NOT IN ('success', 'dead_letter')`;

// In what follows nothing is joined: by the statistics of a moment ago a tenant may have one row and by now a hundred thousand, and a
// planner that is free to join goes through all of them for each. OFFSET 0 keeps a subquery one, asked row by row through its index.

// Needs index deliveries_due, and deliveries_by_customer for the look at the earlier ones: of a customer only the oldest is sent.
const READ_DUE = `
SELECT id, event, sequence, batch, body, attempts, max_attempts, extract(epoch FROM decided_at)::float8 * 1000 AS decided_ms, traceparent
FROM deliveries d
WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed') AND next_attempt_at <= now() AND id <> ALL ($3::uuid[])
  AND NOT EXISTS (SELECT FROM deliveries e
                  WHERE e.tenant_id = $1 AND e.customer_id = d.customer_id AND e.sequence < d.sequence AND ${OPEN('e')} OFFSET 0)
ORDER BY next_attempt_at, id LIMIT $4`;

/** @param except those that are being sent already. */
export const readDue = (db: TenantDb, endpointId: string, except: readonly string[], limit: number): Promise<DueDelivery[]> =>
  db.prepared<DueDelivery>(READ_DUE, [endpointId, plainArray(except), limit]);

// Needs deliveries_by_customer. When the last of the customer's deliveries before this one is tried next.
const LATEST_BEFORE = `
(SELECT max(h.next_attempt_at) FROM deliveries h
 WHERE h.tenant_id = $1 AND h.customer_id = f.customer_id AND h.sequence < f.sequence AND ${OPEN('h')})`;

// Needs the primary key and deliveries_by_customer. Whatever waits behind a delivery that is tried again later is not due before it.
const PUT_BEHIND_THESE = `
UPDATE deliveries f SET next_attempt_at = ${LATEST_BEFORE}
WHERE f.tenant_id = $1 AND f.id = ANY (ARRAY(
  SELECT behind.id FROM unnest($2::uuid[]) AS tried (id),
    LATERAL (SELECT * FROM deliveries WHERE tenant_id = $1 AND id = tried.id OFFSET 0) h,
    LATERAL (SELECT e.id FROM deliveries e WHERE e.tenant_id = $1 AND e.customer_id = h.customer_id AND e.sequence > h.sequence
             AND ${OPEN('e')} AND e.next_attempt_at < h.next_attempt_at OFFSET 0) behind
  WHERE ${OPEN('h')})) AND ${OPEN('f')}`;

/** Keeps what waits behind these deliveries from being looked at again and again. */
export async function putBehindThese(db: TenantDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.prepared(PUT_BEHIND_THESE, [ids]);
}

// Needs deliveries_due and deliveries_by_customer. Called when whatever is due may not go, so there is little of it.
const PUT_BEHIND = `
UPDATE deliveries f SET next_attempt_at = ${LATEST_BEFORE}
WHERE f.tenant_id = $1 AND f.endpoint_id = $2 AND f.status IN ('pending', 'failed') AND f.next_attempt_at <= now()
  AND ${LATEST_BEFORE} > now()`;

/** The same for everything that has come to the address since. */
export async function putBehind(db: TenantDb, endpointId: string): Promise<void> {
  await db.prepared(PUT_BEHIND, [endpointId]);
}

/** An attempt that was made, as it is recorded. */
export interface AttemptRecord {
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly status: 'success' | 'failed' | 'dead_letter';
  /** Until the next attempt; null when there is none. */
  readonly delayMs: number | null;
  readonly deadLetterReason: DeadLetterReason | null;
  /** When it began. */
  readonly at: Date;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly responseBody: string | null;
}

/** ⚙ Entries of an attempts log at most; replays add to it. */
const LOG_ENTRIES = 40;

/** A field of what is recorded of a delivery, as text; and what the merchant is shown of the attempt. */
const FIELD = (name: string): string => `($4::jsonb -> d.id::text ->> '${name}')`;
const ENTRY = `($4::jsonb -> d.id::text -> 'entry')`;

// Needs the primary key. Nothing is written over a delivery that has been moved, erased, replayed or given up meanwhile.
const RECORD = `
UPDATE deliveries d SET
  status = ${FIELD('status')}, attempts = d.attempts + 1,
  next_attempt_at = now() + (${FIELD('delay_ms')})::float8 * interval '1 millisecond',
  first_attempt_at = coalesce(d.first_attempt_at, (${ENTRY} ->> 'at')::timestamptz),
  last_attempt_at = (${ENTRY} ->> 'at')::timestamptz, last_status_code = (${ENTRY} ->> 'status_code')::smallint,
  last_error = ${ENTRY} ->> 'error', duration_ms = (${ENTRY} ->> 'duration_ms')::int,
  completed_at = CASE WHEN ${FIELD('delay_ms')} IS NULL THEN now() END, dead_letter_reason = ${FIELD('reason')},
  attempts_log = CASE WHEN jsonb_array_length(d.attempts_log) < ${LOG_ENTRIES} THEN d.attempts_log ELSE d.attempts_log - 0 END || ${ENTRY}
WHERE d.tenant_id = $1 AND d.id = ANY ($3::uuid[]) AND d.endpoint_id = $2 AND ${OPEN('d')}
  AND d.attempts = (${ENTRY} ->> 'attempt')::smallint - 1`;

/** Records what came of attempts. The caller holds the lease on the address. */
export async function recordAttempts(db: TenantDb, endpointId: string, records: readonly AttemptRecord[]): Promise<void> {
  if (records.length === 0) return;
  const byId = Object.fromEntries(records.map((record) => [record.id, toRecorded(record)]));
  await db.prepared(RECORD, [endpointId, plainArray(Object.keys(byId)), JSON.stringify(byId)]);
}

/** The entry of the attempts log is as it is shown to the merchant. */
const toRecorded = (record: AttemptRecord): object => ({
  status: record.status,
  delay_ms: record.delayMs,
  reason: record.deadLetterReason,
  entry: {
    attempt: record.attempt,
    at: record.at.toISOString(),
    status_code: record.statusCode,
    duration_ms: record.durationMs,
    error: record.error,
    response_body: record.responseBody,
  },
});
