import { type CustomerId, LIMITS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb, uuidColumn } from '#libs/database';
import { ORDER_COUNTS, REFUND_COUNTS, REFUNDED } from '#libs/orders';
import { retainedFrom, type RetentionSetting } from './retained-from.js';

// Needs removals_due.
const FIND = `
SELECT tenant_id FROM removals WHERE after_id IS NOT NULL AND decided_at <= $2 AND ${isWorking()} ORDER BY decided_at LIMIT 100`;

const graceOver = (now: Date): Date => new Date(now.getTime() - LIMITS.retentionGraceMs);

/** Tenants with events or orders to remove. */
export async function findRemovals(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find old data to remove', FIND, [graceOver(now)]);
  return (rows as { tenant_id: string }[]).map((row) => toTenantId(row.tenant_id));
}

export interface Removal {
  readonly retained_from: Date;
  /** The customers up to this id are done. */
  readonly after_id: string;
  /** False: the setting keeps more by now. */
  readonly is_wanted: boolean;
}

// The row lock keeps a second worker away for the length of a transaction.
const TAKE = `
SELECT r.retained_from, r.after_id, t.timezone, t.retention_months
FROM removals r JOIN tenants t ON t.id = r.tenant_id
WHERE r.tenant_id = $1 AND r.after_id IS NOT NULL AND r.decided_at <= $2 FOR UPDATE OF r SKIP LOCKED`;

/** @returns null when everything is removed, or another worker is at it. */
export async function takeRemoval(db: TenantDb, now: Date): Promise<Removal | null> {
  const [taken] = await db.query<Omit<Removal, 'is_wanted'> & RetentionSetting>(TAKE, [graceOver(now)]);
  if (taken === undefined) return null;
  const wantedFrom = retainedFrom(taken, now);
  return { ...taken, is_wanted: wantedFrom !== null && taken.retained_from <= wantedFrom };
}

const GO_ON = 'UPDATE removals SET after_id = $2 WHERE tenant_id = $1';

/** @param id the customers up to this one are done; null: all are */
export async function goOnAfter(db: TenantDb, id: string | null): Promise<void> {
  await db.query(GO_ON, [id]);
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

// In the order of ids, the same as scoring. A score sees an order either among the orders or among the kept ones.
const LOCK = 'SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE';

export const lockKnown = async (db: TenantDb, ids: readonly CustomerId[]): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(LOCK, [uuidColumn(ids)])).map((row) => row.id);

/** $2: customers, $3: the locked ones among them, $4: data from this time on is kept. A customer that was inserted just now is left for later. */
const ofCustomers = `unnest($2::uuid[]) AS c (id)`;
const IS_SAFE = `(c.id = ANY ($3::uuid[]) OR NOT EXISTS (SELECT 1 FROM customers WHERE tenant_id = $1 AND id = c.id))`;
const IS_OLD = 'state_at < $4 AND coalesce(amount_at < $4, true) AND coalesce(refunded_at < $4, true)';
/** Number of orders in a part of kept_orders before the next part begins. */
const PART = 1000;

// Needs orders_by_customer, which sorts like the parts, and the primary key of kept_orders. Rows locked by another transaction stay.
const REMOVE_ORDERS = `
WITH old AS MATERIALIZED (
  SELECT o.* FROM ${ofCustomers}, LATERAL (
    SELECT order_key, customer_id, placed_at, amount, ${REFUNDED} AS refunded, currency, ${ORDER_COUNTS} AS counts
    FROM orders WHERE tenant_id = $1 AND customer_id = c.id AND placed_at < $4 AND ${IS_OLD}
    ORDER BY placed_at LIMIT $5 FOR UPDATE SKIP LOCKED) o
  WHERE ${IS_SAFE} LIMIT $5),
gone AS (DELETE FROM orders o USING old WHERE o.tenant_id = $1 AND o.order_key = old.order_key),
parts AS (
  SELECT o.customer_id, coalesce(l.part + CASE WHEN l.size < ${PART} THEN 0 ELSE 1 END, 0) AS part
  FROM (SELECT DISTINCT customer_id FROM old WHERE counts AND customer_id = ANY ($3::uuid[])) o LEFT JOIN LATERAL (
    SELECT part, cardinality(placed_at) AS size FROM kept_orders
    WHERE tenant_id = $1 AND customer_id = o.customer_id ORDER BY part DESC LIMIT 1) l ON true),
kept AS (
  INSERT INTO kept_orders AS k (tenant_id, customer_id, part, first_at, last_at, order_hashes, placed_at, amounts, refunds, currencies)
  SELECT $1, customer_id, part, min(placed_at), max(placed_at), array_agg(hashtextextended(order_key, 0) ORDER BY placed_at),
         array_agg(placed_at ORDER BY placed_at), array_agg((amount * 10000)::bigint ORDER BY placed_at),
         array_agg(least(refunded * 10000, 9e18)::bigint ORDER BY placed_at), array_agg(currency ORDER BY placed_at)
  FROM old JOIN parts USING (customer_id) WHERE counts GROUP BY customer_id, part
  ON CONFLICT (tenant_id, customer_id, part) DO UPDATE SET
    first_at = least(k.first_at, excluded.first_at), last_at = greatest(k.last_at, excluded.last_at),
    order_hashes = k.order_hashes || excluded.order_hashes, placed_at = k.placed_at || excluded.placed_at,
    amounts = k.amounts || excluded.amounts, refunds = k.refunds || excluded.refunds, currencies = k.currencies || excluded.currencies RETURNING 1)
SELECT count(*)::int AS rows FROM old`;

// Needs orders_by_customer, which groups rows without a placement. A refund that names no order still reduces one, so it stays.
const REMOVE_UNPLACED = `
DELETE FROM orders WHERE tenant_id = $1 AND order_key = ANY (ARRAY(
  SELECT o.order_key FROM ${ofCustomers}, LATERAL (
    SELECT order_key FROM orders
    WHERE tenant_id = $1 AND customer_id = c.id AND placed_at IS NULL AND ${IS_OLD}
      AND (c.id <> ALL ($3::uuid[]) OR NOT (${REFUND_COUNTS}))
    LIMIT $5 FOR UPDATE SKIP LOCKED) o
  WHERE ${IS_SAFE} LIMIT $5))`;

// Needs events_by_customer and the primary key of shop_customers.
const REMOVE_EVENTS = `
WITH gone AS (
  DELETE FROM events WHERE tenant_id = $1 AND event_id = ANY (ARRAY(
    SELECT e.event_id FROM ${ofCustomers}, LATERAL (
      SELECT event_id FROM events WHERE tenant_id = $1 AND customer_id = c.id AND occurred_at < $4
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
  const [orders] = await db.query<{ rows: number }>(REMOVE_ORDERS, parameters);
  await db.query(REMOVE_UNPLACED, parameters);
  const [events] = await db.query<{ rows: number }>(REMOVE_EVENTS, parameters);
  await db.query(REMOVE_REPLACED, [uuidColumn(ids), before]);
  const counts = { orders: orders?.rows ?? 0, events: events?.rows ?? 0 };
  return { ...counts, hasMore: Math.max(counts.orders, counts.events) === ROWS_AT_ONCE };
}
