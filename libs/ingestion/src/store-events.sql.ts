import { type CustomerId, newId } from '#libs/core';
import { SHARED_ERASURE_LOCK, type TenantDb } from '#libs/database';
import { type OrderRow, toDecimal } from './fold-orders.js';
import type { ValidEvent } from './judge-event.js';

/** An event and the internal id of its customer. */
export interface EventRow {
  readonly event: ValidEvent;
  readonly customerId: CustomerId;
}

const columnsOf = (rows: readonly EventRow[]): unknown[] => [
  rows.map(({ event }) => event.eventId),
  rows.map(({ customerId }) => customerId),
  rows.map(({ event }) => event.type),
  rows.map(({ event }) => event.occurredAt.toISOString()),
  rows.map(({ event }) => event.value),
  rows.map(({ event }) => event.dataJson),
];

const INPUT = `unnest($2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::numeric[], $7::jsonb[])
  AS input (event_id, customer_id, event_type, occurred_at, value, data)`;

// The primary key (tenant_id, event_id) is the only judge of duplicates. The lock comes with the first statement of a batch, so
// that all others see whether a customer has been erased.
const INSERT_EVENTS = `
WITH unless_erasing AS MATERIALIZED (SELECT ${SHARED_ERASURE_LOCK})
INSERT INTO events (tenant_id, event_id, customer_id, event_type, occurred_at, value, data)
SELECT $1, input.* FROM unless_erasing, ${INPUT}
ON CONFLICT DO NOTHING RETURNING event_id`;

/** Stores the events that are not known yet. @param rows sorted by event id, each id once. @returns the ids that were new. */
export async function insertEvents(db: TenantDb, rows: readonly EventRow[]): Promise<Set<string>> {
  const fresh = await db.query<{ event_id: string }>(INSERT_EVENTS, columnsOf(rows));
  return new Set(fresh.map((row) => row.event_id));
}

// Needs the primary key of events. jsonb compares by content, so that the order of keys makes no difference.
const FIND_KNOWN = `
SELECT e.event_id,
       (e.customer_id, e.event_type, e.occurred_at) <> (input.customer_id, input.event_type, input.occurred_at)
         OR e.value IS DISTINCT FROM input.value OR e.data IS DISTINCT FROM input.data AS conflict
FROM ${INPUT} JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id`;

/** Which of the events are stored already, and whether they were stored with other content. */
export async function findKnownEvents(db: TenantDb, rows: readonly EventRow[]): Promise<Map<string, { conflict: boolean }>> {
  const known = await db.query<{ event_id: string; conflict: boolean }>(FIND_KNOWN, columnsOf(rows));
  return new Map(known.map((row) => [row.event_id, { conflict: row.conflict }]));
}

// Needs the primary key of customers. ON CONFLICT alone would wait for a worker that has written this customer's score and not
// committed yet; a customer that is there is left out before it comes to that.
const INSERT_CUSTOMERS = `
INSERT INTO customers (tenant_id, id, external_id)
SELECT $1, input.id, input.external_id FROM unnest($2::uuid[], $3::text[]) AS input (id, external_id)
WHERE NOT EXISTS (SELECT FROM customers c WHERE c.tenant_id = $1 AND c.id = input.id)
ON CONFLICT DO NOTHING`;

/** @param customers internal id to external id, sorted by internal id. */
export async function insertCustomers(db: TenantDb, customers: readonly (readonly [CustomerId, string])[]): Promise<void> {
  await db.query(INSERT_CUSTOMERS, [customers.map(([id]) => id), customers.map(([, externalId]) => externalId)]);
}

const LATER_STATE = '(excluded.state_at, excluded.state, excluded.customer_id) > (o.state_at, o.state, o.customer_id)';
const LATER_AMOUNT = `(coalesce(excluded.amount_at, '-infinity'), coalesce(excluded.amount, -1), coalesce(excluded.currency, '') COLLATE "C")
  > (coalesce(o.amount_at, '-infinity'), coalesce(o.amount, -1), coalesce(o.currency, '') COLLATE "C")`;
const later = (condition: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = CASE WHEN ${condition} THEN excluded.${column} ELSE o.${column} END`).join(', ');

// The same merge as mergeOrders.
const UPSERT_ORDERS = `
INSERT INTO orders AS o (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency,
                         refunded, refunded_at, fully_refunded, test)
SELECT $1, * FROM unnest($2::text[], $3::uuid[], $4::timestamptz[], $5::smallint[], $6::timestamptz[], $7::numeric[], $8::timestamptz[],
                         $9::text[], $10::numeric[], $11::timestamptz[], $12::boolean[], $13::boolean[])
ON CONFLICT (tenant_id, order_key) DO UPDATE SET
  ${later(LATER_STATE, ['customer_id', 'state_at', 'state'])},
  ${later(LATER_AMOUNT, ['amount', 'amount_at', 'currency'])},
  placed_at = least(o.placed_at, excluded.placed_at),
  refunded = o.refunded + excluded.refunded,
  refunded_at = greatest(o.refunded_at, excluded.refunded_at),
  fully_refunded = o.fully_refunded OR excluded.fully_refunded,
  test = o.test OR excluded.test,
  moved_from = CASE WHEN o.customer_id = excluded.customer_id THEN o.moved_from
                    WHEN ${LATER_STATE} THEN o.customer_id ELSE excluded.customer_id END
RETURNING moved_from`;

/**
 * Merges what the events say into the orders. @param rows sorted by key.
 * @returns the customers who have ever lost one of these orders to another customer: their scores change too.
 */
export async function upsertOrders(db: TenantDb, rows: readonly OrderRow[]): Promise<CustomerId[]> {
  if (rows.length === 0) return [];
  const moved = await db.query<{ moved_from: CustomerId | null }>(UPSERT_ORDERS, [
    rows.map((row) => row.orderKey),
    rows.map((row) => row.customerId),
    rows.map((row) => row.stateAt),
    rows.map((row) => row.state),
    rows.map((row) => row.placedAt),
    rows.map((row) => row.amount),
    rows.map((row) => row.amountAt),
    rows.map((row) => row.currency),
    rows.map((row) => toDecimal(row.refunded)),
    rows.map((row) => row.refundedAt),
    rows.map((row) => row.fullyRefunded),
    rows.map((row) => row.test),
  ]);
  return moved.flatMap((row) => row.moved_from ?? []);
}

// Append-only: ingest never waits for the scoring of the same customer.
const REQUEST_SCORES = `
INSERT INTO score_requests (tenant_id, backfill, id, customer_id) SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[])`;

export async function requestScores(db: TenantDb, customerIds: readonly CustomerId[], backfill: boolean): Promise<void> {
  await db.query(REQUEST_SCORES, [backfill, customerIds.map(newId), customerIds]);
}
