import { type CustomerId, newIds } from '#libs/core';
import { column, rowColumns, SHARED_ERASURE_LOCK, type TenantDb, uuidColumn } from '#libs/database';
import type { EventRow, OrderRow } from './fold-orders.js';

const EVENTS = rowColumns<EventRow>({
  event_id: column.text(({ event }) => event.eventId),
  customer_id: column.uuid((row) => row.customerId),
  event_type: column.text(({ event }) => event.type),
  occurred_at: column.instant(({ event }) => event.occurredAt.getTime()),
  value: column.amount(({ event }) => event.value),
  data: column.json(({ event }) => event.dataJson),
});

// The primary key (tenant_id, event_id) is the only judge of duplicates. The lock comes with the first statement of a batch, so
// that all others see whether a customer has been erased. Which of the events were new is told only when not all were: a row for each
// costs more to send and to read than it says.
const INSERT_EVENTS = `
WITH unless_erasing AS MATERIALIZED (SELECT ${SHARED_ERASURE_LOCK}),
stored AS (
  INSERT INTO events (tenant_id, ${EVENTS.names}) SELECT $1, ${EVENTS.sideBySide} FROM unless_erasing
  ON CONFLICT DO NOTHING RETURNING event_id)
SELECT CASE WHEN (SELECT count(*) FROM stored) < cardinality($2::text[]) THEN ARRAY(SELECT event_id FROM stored) END AS fresh`;

/** Stores the events that are not known yet. @param rows sorted by event id, each id once. @returns the ids that were new; null: all. */
export async function insertEvents(db: TenantDb, rows: readonly EventRow[]): Promise<ReadonlySet<string> | null> {
  const [told] = await db.prepared<{ fresh: string[] | null }>(INSERT_EVENTS, EVENTS.parametersOf(rows));
  return told?.fresh == null ? null : new Set(told.fresh);
}

// Needs the primary key of events. jsonb compares by content, so that the order of keys makes no difference.
const FIND_KNOWN = `
SELECT e.event_id,
       (e.customer_id, e.event_type, e.occurred_at) <> (input.customer_id, input.event_type, input.occurred_at)
         OR e.value IS DISTINCT FROM input.value OR e.data IS DISTINCT FROM input.data AS conflict
FROM (SELECT ${EVENTS.sideBySide}) AS input (${EVENTS.names}) JOIN events e ON e.tenant_id = $1 AND e.event_id = input.event_id`;

/** Finds the events that are stored already, and says whether their content differs. */
export async function findKnownEvents(db: TenantDb, rows: readonly EventRow[]): Promise<Map<string, { conflict: boolean }>> {
  const known = await db.query<{ event_id: string; conflict: boolean }>(FIND_KNOWN, EVENTS.parametersOf(rows));
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
  columns.map((name) => `${name} = CASE WHEN ${condition} THEN excluded.${name} ELSE o.${name} END`).join(', ');

/** The columns that every event of an order fills. */
const COMMON = {
  order_key: column.text<OrderRow>((row) => row.orderKey),
  customer_id: column.uuid<OrderRow>((row) => row.customerId),
  state_at: column.instant<OrderRow>((row) => row.stateAt),
  state: column.smallint<OrderRow>((row) => row.state),
  placed_at: column.instant<OrderRow>((row) => row.placedAt),
  amount: column.amount<OrderRow>((row) => row.amount),
  amount_at: column.instant<OrderRow>((row) => row.amountAt),
  currency: column.text<OrderRow>((row) => row.currency),
};
const ORDERS = rowColumns<OrderRow>(COMMON);
/** Few events say more; for all others the defaults of the columns say the same. */
const RARE_ORDERS = rowColumns<OrderRow>({
  ...COMMON,
  refunded: column.units((row) => row.refunded),
  refunded_total: column.units((row) => row.refundedTotal),
  refunded_at: column.instant((row) => row.refundedAt),
  fully_refunded: column.boolean((row) => row.fullyRefunded),
  test: column.boolean((row) => row.test),
});

const isRare = ({ refunded, refundedTotal, refundedAt, fullyRefunded, test }: OrderRow): boolean =>
  refunded !== 0n || refundedTotal !== 0n || refundedAt !== null || fullyRefunded || test;

// The same merge as mergeOrders.
const mergeOf = ({ names, sideBySide }: typeof ORDERS): string => `
WITH merged AS (
INSERT INTO orders AS o (tenant_id, ${names}) SELECT $1, ${sideBySide}
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

const MERGE_ORDERS = mergeOf(ORDERS);
const MERGE_RARE_ORDERS = mergeOf(RARE_ORDERS);

/** @returns of each order that has moved between customers the one who has it and one who has not. */
async function mergeOrders(db: TenantDb, orders: readonly OrderRow[]): Promise<CustomerId[]> {
  if (orders.length === 0) return [];
  const [statement, columns] = orders.some(isRare) ? [MERGE_RARE_ORDERS, RARE_ORDERS] : [MERGE_ORDERS, ORDERS];
  const merged = await db.prepared<{ kept_by: CustomerId; moved_from: CustomerId }>(statement, columns.parametersOf(orders));
  return merged.flatMap(({ kept_by: keeper, moved_from: from }) => [keeper, from]);
}

// Rows are only added, so ingest never waits for a worker that scores the same customer.
const REQUEST_SCORES = `
INSERT INTO score_requests (tenant_id, backfill, id, customer_id) SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[])`;

async function requestScores(db: TenantDb, backfill: boolean, ids: readonly CustomerId[]): Promise<void> {
  await db.prepared(REQUEST_SCORES, [backfill, uuidColumn(newIds(ids.length)), uuidColumn(ids)]);
}

// Needs the primary key of customers, in one walk along it. Asked behind the lock of the first statement, so that whoever is counted stays.
const COUNT_CUSTOMERS = 'SELECT count(*)::int AS found FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Counts the customers that exist. @param ids each once, sorted */
export async function countCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<number> {
  const [told] = await db.prepared<{ found: number }>(COUNT_CUSTOMERS, [uuidColumn(ids)]);
  return told?.found ?? 0;
}

const NEW_CUSTOMERS = rowColumns<readonly [CustomerId, string]>({
  id: column.uuid(([id]) => id),
  external_id: column.text(([, externalId]) => externalId),
});

// ON CONFLICT alone would wait for a worker that has written this customer's score and not committed yet; a customer that is there is
// left out before it comes to that. The scalar subquery asks the primary key for each in the order of the input, where NOT EXISTS may
// read all customers and give the new ones in the order of a hash table: then two batches wait for each other in a circle.
const MAKE_CUSTOMERS = `
INSERT INTO customers (tenant_id, id, external_id)
SELECT $1, input.id, input.external_id FROM ${NEW_CUSTOMERS.unnest('input')}
WHERE (SELECT c.id FROM customers c WHERE c.tenant_id = $1 AND c.id = input.id) IS NULL
ON CONFLICT DO NOTHING`;

/** The changes that follow from new events. */
export interface Consequences {
  /** Internal id and external id, sorted by internal id. */
  readonly customers: readonly (readonly [CustomerId, string])[];
  /** Sorted by key. */
  readonly orders: readonly OrderRow[];
  readonly backfill: boolean;
  /** True: all the customers exist already. */
  readonly allKnown: boolean;
}

/**
 * Inserts the customers, merges the orders and requests the scores of all customers concerned. These are statements of their own, not parts
 * of one: Postgres would store what passes from part to part. They are sent together.
 */
export async function storeConsequences(db: TenantDb, { customers, orders, backfill, allKnown }: Consequences): Promise<void> {
  const ids = customers.map(([id]) => id);
  const [moved] = await Promise.all([
    mergeOrders(db, orders),
    ids.length > 0 && requestScores(db, backfill, ids),
    !allKnown && ids.length > 0 && db.prepared(MAKE_CUSTOMERS, NEW_CUSTOMERS.parametersOf(customers)),
  ]);
  // When an order moves to another customer, both need a new score: the event may come from either of them, and it may change the amount
  // or the date of the order.
  if (moved.length > 0) await requestScores(db, backfill, [...new Set(moved)]);
}
