import { finishPartsOf } from '#libs/campaigns';
import { PROFILES_REMOVED, PROFILES_UPDATED } from '#libs/core';
import { CLOCK, plainArray, type TenantDb } from '#libs/database';
import type { DeadLetterReason } from '#libs/delivery';
import { LARGE_BYTES } from './delivery-room.js';

/** A delivery that is due for its next attempt. */
export interface DueDelivery {
  readonly id: string;
  readonly event: string;
  readonly sequence: string | null;
  readonly batch: string | null;
  /** Null for a large one: `readBody` reads it when it is sent. */
  readonly body: string | null;
  /** The body names several customers: an erasure takes one out of it, and the delivery stays. */
  readonly names_many: boolean;
  /** Bytes that it takes in memory, approximately. */
  readonly bytes: number;
  /** Attempts made so far. */
  readonly attempts: number;
  /** Further attempts that may have been made but were never recorded. */
  readonly lost_attempts: number;
  readonly max_attempts: number;
  /** Time of the change that it reports, in milliseconds since 1970. */
  readonly decided_ms: number;
  /** True before the first attempt of a delivery that was not replayed. A replay is late for another reason: its request came late. */
  readonly measures_delay: boolean;
  /** Trace of the work that caused it; null without a trace. */
  readonly traceparent: string | null;
}

// `NOT IN` means the same as `IN ('pending', 'failed')`, but keeps the planner from using deliveries_due here. With statistics of a table that was
// recently small, that index looks as good as any other; with a backlog it is ruinous.
const OPEN = (alias: string): string => `${alias}.status NOT IN ('success', 'dead_letter')`;

// The statements below avoid joins. Statistics may say that a tenant has one row when it now has a hundred thousand; a free planner would then read
// all of them for each row. OFFSET 0 keeps a subquery a subquery, run per row through its index.

/** Number of deliveries read in advance, so that sending does not wait for reading. */
const READ_AHEAD = 300;
/** Bytes of a delivery without its body. */
const ROW_BYTES = 512;
const IS_SMALL = `octet_length(body) <= ${LARGE_BYTES - ROW_BYTES}`;

// Needs index deliveries_due, and deliveries_by_customer to find earlier deliveries: only the oldest of a customer is sent to a
// destination. Postgres knows the length of a body without reading it.
const READ_DUE = `
SELECT id, event, sequence, batch, body, names_many, bytes, attempts, lost_attempts, max_attempts, decided_ms, measures_delay, traceparent
FROM (
  SELECT *, sum(bytes) OVER (ORDER BY next_attempt_at, id ROWS UNBOUNDED PRECEDING) AS bytes_so_far
  FROM (
    SELECT id, event, sequence, batch, attempts, lost_attempts, max_attempts, extract(epoch FROM decided_at)::float8 * 1000 AS decided_ms,
           customer_id IS NULL AS names_many, first_attempt_at IS NULL AND NOT is_replay AS measures_delay, traceparent, next_attempt_at,
           CASE WHEN ${IS_SMALL} THEN body END AS body, ${ROW_BYTES} + CASE WHEN ${IS_SMALL} THEN octet_length(body) ELSE 0 END AS bytes
    FROM deliveries d
    WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed') AND next_attempt_at <= now() AND id <> ALL ($3::uuid[])
      AND NOT EXISTS (SELECT 1 FROM deliveries e
                      WHERE e.tenant_id = $1 AND e.customer_id = d.customer_id AND e.sequence < d.sequence
                        AND e.destination_id = d.destination_id AND ${OPEN('e')} OFFSET 0)
    ORDER BY next_attempt_at, id LIMIT ${READ_AHEAD}) due) summed
WHERE bytes_so_far <= $4 ORDER BY next_attempt_at, id`;

/**
 * @param except deliveries in flight
 * @param room the most bytes that the deliveries take; `LARGE_BYTES` are enough for one
 */
export const readDue = (db: TenantDb, endpointId: string, except: readonly string[], room: number): Promise<DueDelivery[]> =>
  db.prepared<DueDelivery>(READ_DUE, [endpointId, plainArray(except), room]);

// Needs the primary key. The lock waits for a relay that adds customers to the body, or an erasure that takes one out of it.
const READ_BODY = `SELECT body, progress FROM deliveries d WHERE tenant_id = $1 AND id = $2 AND endpoint_id = $3 AND ${OPEN('d')} FOR SHARE`;

/** @returns null when the delivery has ended in the meantime, for instance because its customers were erased, or now goes to another endpoint */
export async function readBody(db: TenantDb, id: string, endpointId: string): Promise<StoredBody | null> {
  const [row] = await db.prepared<{ body: string | null; progress: object | null }>(READ_BODY, [id, endpointId]);
  return row === undefined || row.body === null ? null : { body: row.body, progress: row.progress };
}

// Needs the primary key.
const STILL_DUE = `SELECT id FROM deliveries d WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND endpoint_id = $3 AND ${OPEN('d')}`;

/** Returns the deliveries that are still open and still go to the endpoint. */
export async function stillDue(db: TenantDb, ids: readonly string[], endpointId: string): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  return new Set((await db.prepared<{ id: string }>(STILL_DUE, [plainArray(ids), endpointId])).map(({ id }) => id));
}

/** The body of a delivery, and the state of an attempt in progress. */
export interface StoredBody {
  readonly body: string;
  /** Null: the attempt begins. */
  readonly progress: object | null;
}

// Needs the primary key.
const KEEP_PROGRESS = `UPDATE deliveries d SET progress = $3 WHERE tenant_id = $1 AND id = $2 AND ${OPEN('d')}`;

/** Stores the progress that the vendor reports. The delivery stays due, so that no later one of its endpoint overtakes it. */
export async function keepProgress(db: TenantDb, { id, progress }: UnfinishedDelivery): Promise<void> {
  await db.query(KEEP_PROGRESS, [id, progress === null ? null : JSON.stringify(progress)]);
}

/** A delivery that a vendor still works on. */
export interface UnfinishedDelivery {
  readonly id: string;
  readonly progress: object | null;
}

// Needs the primary key.
const COUNT_LOST = `UPDATE deliveries d SET lost_attempts = lost_attempts + 1 WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND ${OPEN('d')}`;

/** Counts attempts without a recorded result, so that the next attempt does not repeat their number. */
export async function countLostAttempts(db: TenantDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.query(COUNT_LOST, [ids]);
}

// Needs deliveries_by_customer. The next attempt of the customer's last open delivery before this one.
const LATEST_BEFORE = `
(SELECT max(h.next_attempt_at) FROM deliveries h
 WHERE h.tenant_id = $1 AND h.customer_id = f.customer_id AND h.sequence < f.sequence AND h.destination_id = f.destination_id AND ${OPEN('h')})`;

// Needs the primary key and deliveries_by_customer. A delivery that waits behind a failed one is not due before it.
const DELAY_FOLLOWERS = `
UPDATE deliveries f SET next_attempt_at = ${LATEST_BEFORE}
WHERE f.tenant_id = $1 AND f.id = ANY (ARRAY(
  SELECT behind.id FROM unnest($2::uuid[]) AS tried (id),
    LATERAL (SELECT * FROM deliveries WHERE tenant_id = $1 AND id = tried.id OFFSET 0) h,
    LATERAL (SELECT e.id FROM deliveries e WHERE e.tenant_id = $1 AND e.customer_id = h.customer_id AND e.sequence > h.sequence
             AND e.destination_id = h.destination_id AND ${OPEN('e')} AND e.next_attempt_at < h.next_attempt_at OFFSET 0) behind
  WHERE ${OPEN('h')})) AND ${OPEN('f')}`;

/** Moves the customers' later deliveries behind these failed ones, so that they are not read again and again. */
export async function delayFollowers(db: TenantDb, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.prepared(DELAY_FOLLOWERS, [ids]);
}

// Needs deliveries_due and deliveries_by_customer. Few rows: it runs only when every due delivery is blocked by an earlier one.
const DELAY_BLOCKED = `
UPDATE deliveries f SET next_attempt_at = ${LATEST_BEFORE}
WHERE f.tenant_id = $1 AND f.endpoint_id = $2 AND f.status IN ('pending', 'failed') AND f.next_attempt_at <= now()
  AND ${LATEST_BEFORE} > now()`;

/** Does the same for deliveries of the endpoint that were inserted since then. */
export async function delayBlocked(db: TenantDb, endpointId: string): Promise<void> {
  await db.prepared(DELAY_BLOCKED, [endpointId]);
}

/** One attempt to record. */
export interface AttemptRecord {
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly status: 'success' | 'failed' | 'dead_letter';
  /** Pause until the next attempt; null when there is none. */
  readonly delayMs: number | null;
  readonly deadLetterReason: DeadLetterReason | null;
  /** Start of the attempt. */
  readonly at: Date;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly durationMs: number;
  readonly responseBody: string | null;
}

/** Maximum entries of an attempts log; replays add entries. */
const LOG_ENTRIES = 40;

/** FIELD is a field of a record as text; ENTRY is the entry of the attempts log. */
const FIELD = (name: string): string => `($4::jsonb -> d.id::text ->> '${name}')`;
const ENTRY = `($4::jsonb -> d.id::text -> 'entry')`;

// Needs the primary key. Deliveries that were moved, erased or given up in the meantime stay as they are. A replayed one does too, unless the attempt
// in flight was its first. The update deletes a body as soon as the ids in it have served: profiles have arrived, or a delivery for erased
// customers has ended.
const RECORD = `
WITH recorded AS (UPDATE deliveries d SET
  status = ${FIELD('status')}, attempts = d.attempts + 1,
  next_attempt_at = clock.now + (${FIELD('delay_ms')})::float8 * interval '1 millisecond',
  first_attempt_at = coalesce(d.first_attempt_at, (${ENTRY} ->> 'at')::timestamptz),
  last_attempt_at = (${ENTRY} ->> 'at')::timestamptz, last_status_code = (${ENTRY} ->> 'status_code')::smallint,
  last_error = ${ENTRY} ->> 'error', duration_ms = (${ENTRY} ->> 'duration_ms')::int,
  body = CASE WHEN d.event = '${PROFILES_UPDATED}' AND ${FIELD('status')} = 'success'
                OR d.event = '${PROFILES_REMOVED}' AND ${FIELD('delay_ms')} IS NULL THEN NULL ELSE d.body END, progress = NULL,
  completed_at = CASE WHEN ${FIELD('delay_ms')} IS NULL THEN clock.now END, dead_letter_reason = ${FIELD('reason')},
  attempts_log = CASE WHEN jsonb_array_length(d.attempts_log) < ${LOG_ENTRIES} THEN d.attempts_log ELSE d.attempts_log - 0 END || ${ENTRY}
FROM ${CLOCK} WHERE d.tenant_id = $1 AND d.id = ANY ($3::uuid[]) AND d.endpoint_id = $2 AND ${OPEN('d')}
  AND d.attempts = (${ENTRY} ->> 'attempt')::smallint - 1
RETURNING d.id, d.campaign_id, d.status, d.last_attempt_at)
${finishPartsOf('recorded')}`;

/** Records attempts. The caller holds the lease of the endpoint. */
export async function recordAttempts(db: TenantDb, endpointId: string, records: readonly AttemptRecord[]): Promise<void> {
  if (records.length === 0) return;
  const byId = Object.fromEntries(records.map((record) => [record.id, toRecorded(record)]));
  await db.prepared(RECORD, [endpointId, plainArray(Object.keys(byId)), JSON.stringify(byId)]);
}

/** The merchant sees the entry of the attempts log in this shape. */
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
