import { type CustomerId, LIMITS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb, textColumn, uuidColumn } from '#libs/database';
import { IS_REMOVED, REFUND_COUNTS, removedKeyOf } from '#libs/orders';
import { retainedFrom, type RetentionSetting } from './retained-from.js';

// Needs tenants_to_remove_from.
const FIND = `
SELECT id FROM tenants WHERE removal_after_id IS NOT NULL AND removal_decided_at <= $2 AND ${isWorking('id')} ORDER BY removal_decided_at LIMIT 100`;

const graceOver = (now: Date): Date => new Date(now.getTime() - LIMITS.retentionGraceMs);

/** Tenants with events or orders to remove. */
export async function findRemovals(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find old data to remove', FIND, [graceOver(now)]);
  return (rows as { id: string }[]).map(({ id }) => toTenantId(id));
}

export interface Removal {
  readonly retained_from: Date;
  /** The customers up to this id are done. */
  readonly removal_after_id: string;
  /** False: the setting keeps more by now. */
  readonly is_wanted: boolean;
}

// Needs the primary key. It locks nothing: ingest and erasures need the row of the tenant.
const READ = `
SELECT retained_from, removal_after_id, timezone, retention_months FROM tenants
WHERE id = $1 AND removal_after_id IS NOT NULL AND removal_decided_at <= $2`;

/** @returns null when everything is removed. */
export async function readRemoval(db: TenantDb, now: Date): Promise<Removal | null> {
  const [taken] = await db.query<Omit<Removal, 'is_wanted'> & RetentionSetting>(READ, [graceOver(now)]);
  if (taken === undefined) return null;
  const wantedFrom = retainedFrom(taken, now);
  return { ...taken, is_wanted: wantedFrom !== null && taken.retained_from <= wantedFrom };
}

const GO_ON = 'UPDATE tenants SET removal_after_id = $4 WHERE id = $1 AND retained_from = $2 AND removal_after_id = $3';

/** Goes on from where `removal` was, unless another worker has. @param id the customers up to this one are done; null: all are */
export async function goOnAfter(
  db: TenantDb,
  { retained_from: from, removal_after_id: before }: Removal,
  id: string | null,
): Promise<void> {
  await db.query(GO_ON, [from, before, id]);
}

/** Customers per transaction. */
const CUSTOMERS_AT_ONCE = 500;
/** Rows of one table per transaction. */
const ROWS_AT_ONCE = 5000;

/** Steps from one customer to the next in an index that begins with tenant and customer. */
const walk = (table: string): string => `
${table}_of AS (
  (SELECT customer_id AS id, 1 AS place FROM ${table} WHERE tenant_id = $1 AND customer_id > $2 ORDER BY customer_id LIMIT 1)
  UNION ALL
  SELECT (SELECT customer_id FROM ${table} WHERE tenant_id = $1 AND customer_id > o.id ORDER BY customer_id LIMIT 1), place + 1
  FROM ${table}_of o WHERE o.id IS NOT NULL AND place < ${CUSTOMERS_AT_ONCE})`;

// Needs events_by_customer and orders_by_customer. It does not read the table of customers, which lacks the placeholder customers of waiting orders.
const NEXT = `
WITH RECURSIVE ${walk('events')}, ${walk('orders')}
SELECT id FROM (SELECT id FROM events_of UNION SELECT id FROM orders_of) both_of WHERE id IS NOT NULL ORDER BY id LIMIT ${CUSTOMERS_AT_ONCE}`;

/** Returns the customers with events or orders that come after `id`. */
export const nextCustomers = async (db: TenantDb, id: string): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(NEXT, [id])).map((row) => row.id);

// In the order of ids, the same as scoring. A second worker waits here until the first one is done with the same customers.
const LOCK = 'SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';

export const lockKnown = async (db: TenantDb, ids: readonly CustomerId[]): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(LOCK, [uuidColumn(ids)])).map((row) => row.id);

/** $2: customers, $3: the locked ones among them, $4: data from this time on is kept. A customer that was inserted just now is left for later. */
const ofCustomers = `unnest($2::uuid[]) AS c (id)`;
const IS_SAFE = `(c.id = ANY ($3::uuid[]) OR NOT EXISTS (SELECT 1 FROM customers WHERE tenant_id = $1 AND id = c.id))`;
const IS_OLD = 'state_at < $4 AND coalesce(amount_at < $4, true) AND coalesce(refunded_at < $4, true)';

// Needs orders_by_customer. Rows locked by another transaction stay.
const OLD_ORDERS = `
SELECT o.order_key, c.id = ANY ($3::uuid[]) AS is_known FROM ${ofCustomers}, LATERAL (
  SELECT order_key FROM orders WHERE tenant_id = $1 AND customer_id = c.id AND placed_at < $4 AND ${IS_OLD} AND NOT (${IS_REMOVED})
  ORDER BY placed_at LIMIT $5 FOR UPDATE SKIP LOCKED) o
WHERE ${IS_SAFE} LIMIT $5`;
// Need the primary key of orders. The former customer of an order is forgotten with its number.
const REMOVE_ORDERS = `
UPDATE orders o SET order_key = x.removed_key, moved_from = NULL
FROM unnest($2::text[], $3::text[]) AS x (key, removed_key) WHERE o.tenant_id = $1 AND o.order_key = x.key`;
const DELETE_ORDERS = 'DELETE FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[])';

/** @returns the number of orders */
async function removeOrders(db: TenantDb, parameters: readonly unknown[]): Promise<number> {
  const old = await db.query<{ order_key: string; is_known: boolean }>(OLD_ORDERS, parameters);
  const [known, others] = [true, false].map((is) => old.filter((row) => row.is_known === is).map((row) => row.order_key)) as [
    string[],
    string[],
  ];
  await db.query(REMOVE_ORDERS, [textColumn(known), textColumn(known.map(removedKeyOf))]);
  // Nothing counts the orders of placeholder customers.
  await db.query(DELETE_ORDERS, [textColumn(others)]);
  return old.length;
}

// Needs orders_by_customer, which groups rows without a placement. A refund that names no order still reduces one, so it stays.
const REMOVE_UNPLACED = `
DELETE FROM orders WHERE tenant_id = $1 AND order_key = ANY (ARRAY(
  SELECT o.order_key FROM ${ofCustomers}, LATERAL (
    SELECT order_key FROM orders
    WHERE tenant_id = $1 AND customer_id = c.id AND placed_at IS NULL AND ${IS_OLD}
      AND (c.id <> ALL ($3::uuid[]) OR NOT (${REFUND_COUNTS}))
    LIMIT $5 FOR UPDATE SKIP LOCKED) o
  WHERE ${IS_SAFE} LIMIT $5))`;

// Needs events_by_customer and the primary key of shop_customers. A summary of earlier orders stays, as the times and amounts of orders do.
const REMOVE_EVENTS = `
WITH gone AS (
  DELETE FROM events WHERE tenant_id = $1 AND event_id = ANY (ARRAY(
    SELECT e.event_id FROM ${ofCustomers}, LATERAL (
      SELECT event_id FROM events WHERE tenant_id = $1 AND customer_id = c.id AND occurred_at < $4 AND event_type <> 'customer_history'
      ORDER BY occurred_at LIMIT $5 FOR UPDATE SKIP LOCKED) e
    WHERE ${IS_SAFE} LIMIT $5))
  RETURNING customer_id, event_id),
noted AS (
  INSERT INTO shop_customers (tenant_id, customer_id, shop)
  SELECT DISTINCT $1::uuid, customer_id, substring(event_id FROM '^sf:(.+?):[a-z]+/') FROM gone
  WHERE event_id LIKE 'sf:%/%' AND customer_id = ANY ($3::uuid[]) AND event_id ~ '^sf:.+?:[a-z]+/'
  ON CONFLICT DO NOTHING RETURNING 1)
SELECT count(*)::int AS rows FROM gone`;

// Needs replaced_events_by_customer. What was said of removed events has gone with them.
const REMOVE_REPLACED = 'DELETE FROM replaced_events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND occurred_at < $3';

export interface Removed {
  readonly orders: number;
  readonly events: number;
  /** True: there may be more of the same customers. */
  readonly hasMore: boolean;
}

/** Removes some old orders and events of the customers. @param known those who are locked; the others are placeholder customers */
export async function removeSome(db: TenantDb, ids: readonly CustomerId[], known: readonly CustomerId[], before: Date): Promise<Removed> {
  const parameters = [uuidColumn(ids), uuidColumn(known), before, ROWS_AT_ONCE];
  const orders = await removeOrders(db, parameters);
  await db.query(REMOVE_UNPLACED, parameters);
  const [events] = await db.query<{ rows: number }>(REMOVE_EVENTS, parameters);
  await db.query(REMOVE_REPLACED, [uuidColumn(ids), before]);
  const counts = { orders, events: events?.rows ?? 0 };
  return { ...counts, hasMore: Math.max(counts.orders, counts.events) === ROWS_AT_ONCE };
}
