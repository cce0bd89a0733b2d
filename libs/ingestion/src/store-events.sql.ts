import { type CustomerId, newIds } from '#libs/core';
import {
  amountColumn,
  booleanColumn,
  instantColumn,
  jsonColumn,
  SHARED_ERASURE_LOCK,
  smallintColumn,
  type TenantDb,
  textColumn,
  unitsColumn,
  uuidColumn,
} from '#libs/database';
import type { EventRow, OrderRow } from './fold-orders.js';

const columnsOf = (rows: readonly EventRow[]): Buffer[] => [
  textColumn(rows.map(({ event }) => event.eventId)),
  uuidColumn(rows.map(({ customerId }) => customerId)),
  textColumn(rows.map(({ event }) => event.type)),
  instantColumn(rows.map(({ event }) => event.occurredAt.getTime())),
  amountColumn(rows.map(({ event }) => event.value)),
  jsonColumn(rows.map(({ event }) => event.dataJson)),
];

const TYPES = ['text', 'uuid', 'text', 'timestamptz', 'numeric', 'jsonb'];
const COLUMNS = 'event_id, customer_id, event_type, occurred_at, value, data';

/** Arrays from parameter $2 on, side by side: in a list of what to select they come row by row, where in FROM each would be copied first. */
const sideBySide = (types: readonly string[]): string => types.map((type, index) => `unnest($${index + 2}::${type}[])`).join(', ');

// The primary key (tenant_id, event_id) is the only judge of duplicates. The lock comes with the first statement of a batch, so
// that all others see whether a customer has been erased. Which of the events were new is told only when not all were: a row for each
// costs more to send and to read than it says.
const INSERT_EVENTS = `
WITH unless_erasing AS MATERIALIZED (SELECT ${SHARED_ERASURE_LOCK}),
stored AS (
  INSERT INTO events (tenant_id, ${COLUMNS}) SELECT $1, ${sideBySide(TYPES)} FROM unless_erasing
  ON CONFLICT DO NOTHING RETURNING event_id)
SELECT CASE WHEN (SELECT count(*) FROM stored) < cardinality($2::text[]) THEN ARRAY(SELECT event_id FROM stored) END AS fresh`;

/** Stores the events that are not known yet. @param rows sorted by event id, each id once. @returns the ids that were new; null: all. */
export async function insertEvents(db: TenantDb, rows: readonly EventRow[]): Promise<ReadonlySet<string> | null> {
  const [told] = await db.prepared<{ fresh: string[] | null }>(INSERT_EVENTS, columnsOf(rows));
  return told?.fresh == null ? null : new Set(told.fresh);
}

// Needs the primary key of events. jsonb compares by content, so that the order of keys makes no difference.
const FIND_KNOWN = `
SELECT e.event_id,
       (e.customer_id, e.event_type, e.occurred_at) <> (input.customer_id, input.event_type, input.occurred_at)
         OR e.value IS DISTINCT FROM input.value OR e.data IS DISTINCT FROM input.data AS conflict
FROM (SELECT ${sideBySide(TYPES)}) AS input (${COLUMNS}) JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id`;

/** Which of the events are stored already, and whether they were stored with other content. */
export async function findKnownEvents(db: TenantDb, rows: readonly EventRow[]): Promise<Map<string, { conflict: boolean }>> {
  const known = await db.query<{ event_id: string; conflict: boolean }>(FIND_KNOWN, columnsOf(rows));
  return new Map(known.map((row) => [row.event_id, { conflict: row.conflict }]));
}

// Needs the primary key of storefront_deliveries. Waits for whoever stores the same delivery at this moment.
const NOTE_DELIVERY = `
INSERT INTO storefront_deliveries (tenant_id, event_key, received_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING event_key`;

/** @returns false when the delivery has been stored before. */
export const noteDelivery = async (db: TenantDb, key: string, now: Date): Promise<boolean> =>
  (await db.query(NOTE_DELIVERY, [key, now])).length > 0;

const LATER_STATE = '(excluded.state_at, excluded.state, excluded.customer_id) > (o.state_at, o.state, o.customer_id)';
const LATER_AMOUNT = `(coalesce(excluded.amount_at, '-infinity'), coalesce(excluded.amount, -1), coalesce(excluded.currency, '') COLLATE "C")
  > (coalesce(o.amount_at, '-infinity'), coalesce(o.amount, -1), coalesce(o.currency, '') COLLATE "C")`;
const later = (condition: string, columns: readonly string[]): string =>
  columns.map((column) => `${column} = CASE WHEN ${condition} THEN excluded.${column} ELSE o.${column} END`).join(', ');

/** What every event of an order says, and the type of each column. */
const ORDER_COLUMNS = 'order_key, customer_id, state_at, state, placed_at, amount, amount_at, currency';
const ORDER_TYPES = ['text', 'uuid', 'timestamptz', 'smallint', 'timestamptz', 'numeric', 'timestamptz', 'text'];
/** What few say; for all others the columns have defaults that say the same. */
const RARE_COLUMNS = 'refunded, refunded_total, refunded_at, fully_refunded, test';
const RARE_TYPES = ['numeric', 'numeric', 'timestamptz', 'boolean', 'boolean'];

const isRare = ({ refunded, refundedTotal, refundedAt, fullyRefunded, test }: OrderRow): boolean =>
  refunded !== 0n || refundedTotal !== 0n || refundedAt !== null || fullyRefunded || test;

// The same merge as mergeOrders.
const mergeOf = (columns: string, types: readonly string[]): string => `
WITH merged AS (
INSERT INTO orders AS o (tenant_id, ${columns}) SELECT $1, ${sideBySide(types)}
ON CONFLICT (tenant_id, order_key) DO UPDATE SET
  ${later(LATER_STATE, ['customer_id', 'state_at', 'state'])},
  ${later(LATER_AMOUNT, ['amount', 'amount_at', 'currency'])},
  placed_at = least(o.placed_at, excluded.placed_at),
  refunded = o.refunded + excluded.refunded,
  refunded_total = greatest(o.refunded_total, excluded.refunded_total),
  refunded_at = greatest(o.refunded_at, excluded.refunded_at),
  fully_refunded = o.fully_refunded OR excluded.fully_refunded,
  test = o.test OR excluded.test,
  moved_from = CASE WHEN o.customer_id = excluded.customer_id THEN o.moved_from
                    WHEN ${LATER_STATE} THEN o.customer_id ELSE excluded.customer_id END
RETURNING customer_id AS kept_by, moved_from)
SELECT kept_by, moved_from FROM merged WHERE moved_from IS NOT NULL`;

const MERGE_ORDERS = mergeOf(ORDER_COLUMNS, ORDER_TYPES);
const MERGE_RARE_ORDERS = mergeOf(`${ORDER_COLUMNS}, ${RARE_COLUMNS}`, [...ORDER_TYPES, ...RARE_TYPES]);

/** @returns of each order that has moved between customers the one who has it and one who has not. */
async function mergeOrders(db: TenantDb, orders: readonly OrderRow[]): Promise<CustomerId[]> {
  if (orders.length === 0) return [];
  const columns = [
    textColumn(orders.map((row) => row.orderKey)),
    uuidColumn(orders.map((row) => row.customerId)),
    instantColumn(orders.map((row) => row.stateAt)),
    smallintColumn(orders.map((row) => row.state)),
    instantColumn(orders.map((row) => row.placedAt)),
    amountColumn(orders.map((row) => row.amount)),
    instantColumn(orders.map((row) => row.amountAt)),
    textColumn(orders.map((row) => row.currency)),
  ];
  const hasRare = orders.some(isRare);
  if (hasRare) columns.push(...rareColumnsOf(orders));
  const merged = await db.prepared<{ kept_by: CustomerId; moved_from: CustomerId }>(hasRare ? MERGE_RARE_ORDERS : MERGE_ORDERS, columns);
  return merged.flatMap(({ kept_by: keeper, moved_from: from }) => [keeper, from]);
}

const rareColumnsOf = (orders: readonly OrderRow[]): Buffer[] => [
  unitsColumn(orders.map((row) => row.refunded)),
  unitsColumn(orders.map((row) => row.refundedTotal)),
  instantColumn(orders.map((row) => row.refundedAt)),
  booleanColumn(orders.map((row) => row.fullyRefunded)),
  booleanColumn(orders.map((row) => row.test)),
];

// Append-only, so that ingest never waits for the scoring of the same customer.
const REQUEST_SCORES = `
INSERT INTO score_requests (tenant_id, backfill, id, customer_id) SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[])`;

async function requestScores(db: TenantDb, backfill: boolean, ids: readonly CustomerId[]): Promise<void> {
  await db.prepared(REQUEST_SCORES, [backfill, uuidColumn(newIds(ids.length)), uuidColumn(ids)]);
}

// Needs the primary key of customers, in one walk along it. Asked behind the lock of the first statement, so that whoever is counted stays.
const COUNT_CUSTOMERS = 'SELECT count(*)::int AS found FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** How many of the customers are there. @param ids each once, sorted. */
export async function countCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<number> {
  const [told] = await db.prepared<{ found: number }>(COUNT_CUSTOMERS, [uuidColumn(ids)]);
  return told?.found ?? 0;
}

// ON CONFLICT alone would wait for a worker that has written this customer's score and not committed yet; a customer that is there is
// left out before it comes to that. The scalar subquery asks the primary key for each in the order of the input, where NOT EXISTS may
// read all customers and give the new ones in the order of a hash table: then two batches wait for each other in a circle.
const MAKE_CUSTOMERS = `
INSERT INTO customers (tenant_id, id, external_id)
SELECT $1, input.id, input.external_id FROM unnest($2::uuid[], $3::text[]) AS input (id, external_id)
WHERE (SELECT c.id FROM customers c WHERE c.tenant_id = $1 AND c.id = input.id) IS NULL
ON CONFLICT DO NOTHING`;

/** What follows from new events. */
export interface Consequences {
  /** Internal id and external id, sorted by internal id. */
  readonly customers: readonly (readonly [CustomerId, string])[];
  /** Sorted by key. */
  readonly orders: readonly OrderRow[];
  readonly backfill: boolean;
  /** Whether all the customers are there already. */
  readonly allKnown: boolean;
}

/**
 * Makes the customers, merges the orders, and asks for the scores of all whom that concerns. Statements rather than parts of one: Postgres
 * would keep what goes from part to part. They go out together.
 */
export async function storeConsequences(db: TenantDb, { customers, orders, backfill, allKnown }: Consequences): Promise<void> {
  const ids = customers.map(([id]) => id);
  const [moved] = await Promise.all([
    mergeOrders(db, orders),
    ids.length > 0 && requestScores(db, backfill, ids),
    !allKnown &&
      ids.length > 0 &&
      db.prepared(MAKE_CUSTOMERS, [uuidColumn(ids), textColumn(customers.map(([, externalId]) => externalId))]),
  ]);
  // Whoever has lost one of these orders to another customer has another score now, and so has the one who keeps it: the event may be of
  // the other, and change what the order is worth or when it was placed.
  if (moved.length > 0) await requestScores(db, backfill, [...new Set(moved)]);
}
