import { type CustomerId, newIds } from '#libs/core';
import { column, rowColumns, SHARED_ERASURE_LOCK, type TenantDb, uuidColumn } from '#libs/database';
import type { EventRow } from './validation/validate-event.js';
import type { KnownEvent } from './group-commit.js';
import { divide, partitionOf } from './score-requests/request-partitions.js';
import { namedIn, type ScoreRequest, toContent } from './score-requests/score-request.js';

/** An event to store, and who brought it: see `receivedByOf`. */
export interface ReceivedRow extends EventRow {
  readonly receivedBy: number;
}

export const EVENTS = rowColumns<ReceivedRow>({
  event_id: column.text(({ event }) => event.eventId),
  customer_id: column.uuid((row) => row.customerId),
  event_type: column.text(({ event }) => event.type),
  occurred_at: column.instant(({ event }) => event.occurredAt.getTime()),
  value: column.amount(({ event }) => event.value),
  data: column.json(({ event }) => event.dataJson),
  received_by: column.integer((row) => row.receivedBy),
});

/** A request as a row of its partition. */
interface RequestRow {
  readonly id: string;
  readonly partition: number;
  /** The places of its customers among those of all rows, from 1. */
  readonly first: number;
  readonly last: number;
  readonly content: string;
}

/**
 * The statement that stores requests, with its parameters from `$first` on. The ids of all customers go as one array; each row takes a
 * slice of it.
 */
function insertionOfRequests(first: number): { readonly sql: string; parametersOf(requests: PartitionedRequests): unknown[] } {
  const rows = rowColumns<RequestRow>(
    {
      id: column.uuid((row) => row.id),
      partition: column.smallint((row) => row.partition),
      first: column.integer((row) => row.first),
      last: column.integer((row) => row.last),
      content: column.text((row) => row.content),
    },
    first + 2,
  );
  return {
    sql: `INSERT INTO score_requests (tenant_id, backfill, id, partition, customer_ids, content)
  SELECT t.id, $${first}::boolean, r.id, r.partition, ($${first + 1}::uuid[])[r.first:r.last], r.content
  FROM tenants t, (SELECT ${rows.sideBySide}) AS r (${rows.names})`,
    parametersOf: (requests) => [requests.backfill, uuidColumn(requests.customerIds), ...rows.parametersOf(requests.rows)],
  };
}

/** The upload that brings the events; NULL: something else does. */
const UPLOAD = `${EVENTS.parameterAfter(1)}::uuid`;
/** SQL: the column "uploads" of events that nothing else has brought. */
export const BROUGHT_BY_UPLOAD = `CASE WHEN ${UPLOAD} IS NOT NULL THEN ARRAY[${UPLOAD}] END`;

const AFTER_EVENTS = insertionOfRequests(Number(EVENTS.parameterAfter(2).slice(1)));
const ALONE = insertionOfRequests(2);

// Only the primary key (tenant_id, event_id) decides what is a duplicate. One statement writes both tables: nearly always every event is
// new, and then the requests are stored with them. It returns the ids of the new events only when some were known, because sending and
// reading a row for each event is expensive. The lock keeps an erasure from passing between an event and its request.
const INSERT_EVENTS = `
WITH stored AS (
  INSERT INTO events (tenant_id, uploads, ${EVENTS.names}) SELECT t.id, ${BROUGHT_BY_UPLOAD}, ${EVENTS.sideBySide} FROM (${SHARED_ERASURE_LOCK}) t
  ON CONFLICT DO NOTHING RETURNING event_id),
checked AS (SELECT count(*) = cardinality($2::text[]) AS all_new FROM stored),
requested AS (
  ${AFTER_EVENTS.sql}, checked WHERE t.id = $1 AND all_new)
SELECT CASE WHEN NOT all_new THEN ARRAY(SELECT event_id FROM stored) END AS fresh FROM checked`;

// Citus plans each part of the WITH by itself, with all its values, and passes rows between them in files. There the requests go as a
// separate statement, sent before the answer to this one has arrived.
const INSERT_EVENTS_ALONE = `
INSERT INTO events (tenant_id, uploads, ${EVENTS.names}) SELECT t.id, ${BROUGHT_BY_UPLOAD}, ${EVENTS.sideBySide} FROM (${SHARED_ERASURE_LOCK}) t
ON CONFLICT DO NOTHING RETURNING event_id`;

interface NewEvents {
  readonly request: ScoreRequest;
  readonly backfill: boolean;
  /** Null: no upload brings them. */
  readonly uploadId: string | null;
}

/**
 * Stores the events that are not known yet, and what they leave to the worker if all are new.
 * @param rows each event once
 * @returns null when all events were new; else the ids of the new ones, and no request is stored
 */
export async function insertEvents(
  db: TenantDb,
  events: readonly ReceivedRow[],
  { request, backfill, uploadId }: NewEvents,
): Promise<ReadonlySet<string> | null> {
  // In one order, so that two batches cannot wait for each other.
  const rows = events.toSorted((a, b) => (a.event.eventId < b.event.eventId ? -1 : 1));
  const requests = toPartitioned(request, backfill);
  if (db.isDistributed) return insertByTwo(db, [...EVENTS.parametersOf(rows), uploadId], rows.length, requests);
  const parameters = [...EVENTS.parametersOf(rows), uploadId, ...AFTER_EVENTS.parametersOf(requests)];
  const [row] = await db.prepared<{ fresh: string[] | null }>(INSERT_EVENTS, parameters);
  // Without the row nothing is known to be stored.
  return row?.fresh === null ? null : new Set(row?.fresh);
}

const REMOVE_REQUESTS = `
DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND partition = ANY ($3::smallint[]) AND id = ANY ($4::uuid[])`;

/** Does what INSERT_EVENTS does, by two statements in one write; the rare requests that name a known event are taken back. */
async function insertByTwo(
  db: TenantDb,
  events: readonly unknown[],
  count: number,
  requests: PartitionedRequests,
): Promise<ReadonlySet<string> | null> {
  const [stored] = await Promise.all([
    db.query<{ event_id: string }>(INSERT_EVENTS_ALONE, events),
    db.query(INSERT_REQUESTS, ALONE.parametersOf(requests)),
  ]);
  if (stored.length === count) return null;
  await db.query(REMOVE_REQUESTS, [requests.backfill, requests.rows.map(({ partition }) => partition), requests.rows.map(({ id }) => id)]);
  return new Set(stored.map(({ event_id: eventId }) => eventId));
}

/** The requests that a batch becomes, one for each partition of its customers. */
interface PartitionedRequests {
  readonly backfill: boolean;
  readonly rows: readonly RequestRow[];
  /** The customers of the first row, of the second, and so on. */
  readonly customerIds: readonly CustomerId[];
}

function toPartitioned(request: ScoreRequest, backfill: boolean): PartitionedRequests {
  const partitions = divide(request, partitionOf);
  const ids = newIds(partitions.size);
  const customerIds: CustomerId[] = [];
  const rows = [...partitions].map(([partition, each], index) => {
    const first = customerIds.length + 1;
    for (const id of namedIn(each)) customerIds.push(id);
    return { id: ids[index]!, partition, first, last: customerIds.length, content: toContent(each) };
  });
  return { backfill, rows, customerIds };
}

const INSERT_REQUESTS = `${ALONE.sql} WHERE t.id = $1`;

/** Stores what events or other changes leave to the worker: a row for each partition of the customers. */
export async function insertScoreRequests(db: TenantDb, request: ScoreRequest, backfill: boolean): Promise<void> {
  await db.prepared(INSERT_REQUESTS, ALONE.parametersOf(toPartitioned(request, backfill)));
}

/** Compares a stored event `e` with an `input`. jsonb compares by content, so that the order of keys makes no difference. */
export const DIFFERS = `((e.customer_id, e.event_type, e.occurred_at) <> (input.customer_id, input.event_type, input.occurred_at)
         OR e.value IS DISTINCT FROM input.value OR e.data IS DISTINCT FROM input.data)`;

// Needs the primary key of events.
const FIND_KNOWN = `
SELECT e.event_id, ${DIFFERS} AS conflict, e.uploads IS NOT NULL AND (${UPLOAD} IS NULL OR NOT e.uploads @> ARRAY[${UPLOAD}]) AS is_new_sender
FROM (SELECT ${EVENTS.sideBySide}) AS input (${EVENTS.names}) JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id`;

interface KnownRow {
  readonly event_id: string;
  readonly conflict: boolean;
  readonly is_new_sender: boolean;
}

/** Finds the events that are stored already, and says whether their content differs. @param uploadId the upload that repeats them; null: something else */
export async function findKnownEvents(
  db: TenantDb,
  rows: readonly ReceivedRow[],
  uploadId: string | null,
): Promise<Map<string, KnownEvent>> {
  const known = await db.query<KnownRow>(FIND_KNOWN, [...EVENTS.parametersOf(rows), uploadId]);
  return new Map(known.map(({ event_id: id, conflict, is_new_sender: isNewSender }) => [id, { conflict, isNewSender }]));
}

// Needs the primary key of storefront_deliveries. Waits for a transaction that stores the same delivery at this moment.
const NOTE_DELIVERY = `
INSERT INTO storefront_deliveries (tenant_id, event_key, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_key`;

/** @returns false when the delivery has been stored before. */
export const noteDelivery = async (db: TenantDb, key: string, now: Date): Promise<boolean> =>
  (await db.query(NOTE_DELIVERY, [key, now])).length > 0;
