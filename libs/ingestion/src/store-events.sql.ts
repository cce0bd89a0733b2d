import { newId } from '#libs/core';
import { column, rowColumns, SHARED_ERASURE_LOCK, type TenantDb, uuidColumn } from '#libs/database';
import type { EventRow } from './fold-orders.js';
import { namedIn, type ScoreRequest, toContent } from './score-request.js';

/** An event to store, and who brought it: see `receivedByOf`. */
export interface ReceivedRow extends EventRow {
  readonly receivedBy: number;
}

const EVENTS = rowColumns<ReceivedRow>({
  event_id: column.text(({ event }) => event.eventId),
  customer_id: column.uuid((row) => row.customerId),
  event_type: column.text(({ event }) => event.type),
  occurred_at: column.instant(({ event }) => event.occurredAt.getTime()),
  value: column.amount(({ event }) => event.value),
  data: column.json(({ event }) => event.dataJson),
  received_by: column.integer((row) => row.receivedBy),
});

// The primary key (tenant_id, event_id) alone decides what is a duplicate. One statement writes both tables: nearly always every event is new,
// and then the request goes with them. It returns the ids of the new events only when some were known: a row for each event costs more to
// send and to read than it says. The lock keeps an erasure from passing between an event and its request.
const INSERT_EVENTS = `
WITH stored AS (
  INSERT INTO events (tenant_id, ${EVENTS.names}) SELECT t.id, ${EVENTS.sideBySide} FROM (${SHARED_ERASURE_LOCK}) t
  ON CONFLICT DO NOTHING RETURNING event_id),
checked AS (SELECT count(*) = cardinality($2::text[]) AS all_new FROM stored),
requested AS (
  INSERT INTO score_requests (tenant_id, backfill, id, customer_ids, content)
  SELECT t.id, ${EVENTS.parameterAfter(1)}::boolean, ${EVENTS.parameterAfter(2)}::uuid, ${EVENTS.parameterAfter(3)}::uuid[], ${EVENTS.parameterAfter(4)}::text
  FROM tenants t, checked WHERE t.id = $1 AND all_new)
SELECT CASE WHEN NOT all_new THEN ARRAY(SELECT event_id FROM stored) END AS fresh FROM checked`;

// Citus plans each part of such a WITH by itself, with all its values, and passes rows on in files. There the request goes as a statement of its
// own, sent before the answer to this one has come.
const INSERT_EVENTS_ALONE = `
INSERT INTO events (tenant_id, ${EVENTS.names}) SELECT t.id, ${EVENTS.sideBySide} FROM (${SHARED_ERASURE_LOCK}) t
ON CONFLICT DO NOTHING RETURNING event_id`;

/**
 * Stores the events that are not known yet, and the request with them if all are new.
 * @param rows sorted by event id, each id once
 * @returns null when all events were new; else the ids of the new ones, and no request is stored
 */
export async function insertEvents(
  db: TenantDb,
  rows: readonly ReceivedRow[],
  { request, backfill }: { readonly request: ScoreRequest; readonly backfill: boolean },
): Promise<ReadonlySet<string> | null> {
  const requested = requestParameters(request, backfill);
  if (db.isDistributed) return insertByTwo(db, rows, requested);
  const [row] = await db.prepared<{ fresh: string[] | null }>(INSERT_EVENTS, [...EVENTS.parametersOf(rows), ...requested]);
  // Without the row nothing is known to be stored.
  return row?.fresh === null ? null : new Set(row?.fresh);
}

const REMOVE_REQUEST = 'DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = $3';

/** Does what INSERT_EVENTS does, by two statements in one write; the rare request that names a known event is taken back. */
async function insertByTwo(db: TenantDb, rows: readonly ReceivedRow[], requested: RequestParameters): Promise<ReadonlySet<string> | null> {
  const [stored] = await Promise.all([
    db.query<{ event_id: string }>(INSERT_EVENTS_ALONE, EVENTS.parametersOf(rows)),
    db.query(INSERT_REQUEST, requested),
  ]);
  if (stored.length === rows.length) return null;
  const [backfill, id] = requested;
  await db.query(REMOVE_REQUEST, [backfill, id]);
  return new Set(stored.map(({ event_id: eventId }) => eventId));
}

type RequestParameters = readonly [backfill: boolean, id: string, customerIds: unknown, content: string];

const requestParameters = (request: ScoreRequest, backfill: boolean): RequestParameters => [
  backfill,
  newId(),
  uuidColumn(namedIn(request)),
  toContent(request),
];

const INSERT_REQUEST = 'INSERT INTO score_requests (tenant_id, backfill, id, customer_ids, content) VALUES ($1, $2, $3, $4::uuid[], $5)';

/** Stores the request of a batch of which some events were known: the worker must fold the new events only. */
export async function insertScoreRequest(db: TenantDb, request: ScoreRequest, backfill: boolean): Promise<void> {
  await db.prepared(INSERT_REQUEST, requestParameters(request, backfill));
}

// Needs the primary key of events. jsonb compares by content, so that the order of keys makes no difference.
const FIND_KNOWN = `
SELECT e.event_id,
       (e.customer_id, e.event_type, e.occurred_at) <> (input.customer_id, input.event_type, input.occurred_at)
         OR e.value IS DISTINCT FROM input.value OR e.data IS DISTINCT FROM input.data AS conflict
FROM (SELECT ${EVENTS.sideBySide}) AS input (${EVENTS.names}) JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id`;

/** Finds the events that are stored already, and says whether their content differs. */
export async function findKnownEvents(db: TenantDb, rows: readonly ReceivedRow[]): Promise<Map<string, { conflict: boolean }>> {
  const known = await db.query<{ event_id: string; conflict: boolean }>(FIND_KNOWN, EVENTS.parametersOf(rows));
  return new Map(known.map((row) => [row.event_id, { conflict: row.conflict }]));
}

// Needs the primary key of storefront_deliveries. Waits for a transaction that stores the same delivery at this moment.
const NOTE_DELIVERY = `
INSERT INTO storefront_deliveries (tenant_id, event_key, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_key`;

/** @returns false when the delivery has been stored before. */
export const noteDelivery = async (db: TenantDb, key: string, now: Date): Promise<boolean> =>
  (await db.query(NOTE_DELIVERY, [key, now])).length > 0;
