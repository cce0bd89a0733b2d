import { type CustomerId, DAY_MS } from '#libs/core';
import {
  column,
  EACH_IDENTIFIER,
  identifiersOf,
  instantColumn,
  packedColumns,
  readDecimals,
  readInstants,
  readIntegers,
  rowColumns,
  type TenantDb,
  uuidColumn,
} from '#libs/database';
import type { UnlinkedRefund } from '#libs/scoring';
import { byCustomer } from './by-customer.js';
import { packOf } from './day-pack.js';
import { MOST_ORDERS } from './read-orders.sql.js';
import type { AddedDay, CustomerDay, DayTotals } from './day-totals.js';
import { EACH_KEPT, ORDER_COUNTS, REFUNDED, REFUND_COUNTS } from '../counted-orders.sql.js';

/** SQL: the orders that count, of a customer or its aliases. @param customer a condition on `customer_id` */
const countedOf = (customer: string, orders: string, kept: string): string => `
SELECT placed_at, (amount - ${REFUNDED}) * 10000 AS net, coalesce(currency <> $3, false) AS is_foreign
FROM orders WHERE tenant_id = $1 AND customer_id ${customer} AND ${ORDER_COUNTS} AND ${orders}
UNION ALL
SELECT e.placed_at, (e.amount - e.refunded)::numeric, coalesce(e.currency <> $3, false)
FROM kept_orders k, ${EACH_KEPT} WHERE k.tenant_id = $1 AND k.customer_id ${customer} AND ${kept}`;
const COLUMNS = 'orders, foreign_orders, valued, units, first_at, last_at';
const SUMS = `
count(*) AS orders, count(*) FILTER (WHERE is_foreign) AS foreign_orders, count(net) FILTER (WHERE NOT is_foreign) AS valued,
coalesce(sum(net) FILTER (WHERE NOT is_foreign), 0) AS units, min(placed_at) AS first_at, max(placed_at) AS last_at`;

const DELETE_ALL = 'DELETE FROM order_days WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])';
const DAY_OF = `floor(date_part('epoch', placed_at) / 86400)::int`;
// Needs orders_by_customer and the primary key of kept_orders. OFFSET 0 keeps Postgres from a join with all orders of the tenant.
const ADD_ALL = `
INSERT INTO order_days (tenant_id, customer_id, day, ${COLUMNS})
SELECT t.id, asked_id, day, ${SUMS}
FROM tenants t, ${EACH_IDENTIFIER} c, LATERAL (
  SELECT *, ${DAY_OF} AS day FROM (${countedOf('= c.id', 'placed_at IS NOT NULL', 'true')}) o OFFSET 0) d
WHERE t.id = $1 GROUP BY t.id, asked_id, day`;
const TRUST = 'UPDATE customers SET order_days_in = $3 WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Adds up all orders of customers by day, which takes seconds for a million orders. The caller has locked the customers. */
export async function addUpAllDays(db: TenantDb, ids: readonly CustomerId[], currency: string): Promise<void> {
  if (ids.length === 0) return;
  const customers = uuidColumn(ids);
  await db.query(DELETE_ALL, [customers]);
  await db.query(ADD_ALL, [customers, currency]);
  await db.query(TRUST, [customers, currency]);
}

/** SQL: the orders of a part of the day `d` that count. */
const ofDay = (from: string, until: string): string =>
  countedOf(
    `= ANY (${identifiersOf('d.customer_id')})`,
    `placed_at ${from} AND placed_at ${until}`,
    `k.last_at ${from} AND k.first_at ${until} AND e.placed_at ${from} AND e.placed_at ${until}`,
  );
const OF_DAY = ofDay('>= d.starts', '< d.ends');
// The ends of a day are parameters, because a function of its number may leak rows: then row-level security keeps the condition away from the index.
// Needs orders_by_customer (tenant_id, customer_id, placed_at), of which it reads the range of each day, and the primary key of kept_orders.
const EACH_DAY = 'unnest($2::uuid[], $4::int[], $5::timestamptz[], $6::timestamptz[]) AS d (customer_id, day, starts, ends)';
const daysParameters = (days: readonly CustomerDay[], currency: string): unknown[] => [
  uuidColumn(days.map(({ id }) => id)),
  currency,
  days.map(({ day }) => day),
  instantColumn(days.map(({ day }) => day * DAY_MS)),
  instantColumn(days.map(({ day }) => (day + 1) * DAY_MS)),
];

const DELETE_DAYS = `
DELETE FROM order_days o USING unnest($2::uuid[], $3::int[]) AS d (customer_id, day)
WHERE o.tenant_id = $1 AND o.customer_id = d.customer_id AND o.day = d.day`;
const ADD_DAYS = `
INSERT INTO order_days (tenant_id, customer_id, day, ${COLUMNS})
SELECT t.id, d.customer_id, d.day, ${COLUMNS} FROM tenants t, ${EACH_DAY}, LATERAL (SELECT ${SUMS} FROM (${OF_DAY}) c) sums
WHERE t.id = $1 AND orders > 0`;

/** Adds up some days anew. The caller has locked the customers, so that of two workers the second one sees the orders of both. */
export async function addUpDays(db: TenantDb, days: readonly CustomerDay[], currency: string): Promise<void> {
  if (days.length === 0) return;
  await db.query(DELETE_DAYS, [uuidColumn(days.map(({ id }) => id)), days.map(({ day }) => day)]);
  await db.query(ADD_DAYS, daysParameters(days, currency));
}

const ADDED = rowColumns<AddedDay>({
  customer_id: column.uuid(({ id }) => id),
  day: column.integer(({ day }) => day),
  orders: column.integer(({ orders }) => orders),
  foreign_orders: column.integer((row) => row.foreignOrders),
  valued: column.integer(({ valued }) => valued),
  units: column.decimal(({ units }) => String(units)),
  first_at: column.instant((row) => row.firstMs),
  last_at: column.instant((row) => row.lastMs),
});
// Needs the primary key of order_days.
const ADD_TO_DAYS = `
INSERT INTO order_days AS d (tenant_id, ${ADDED.names}) SELECT t.id, ${ADDED.sideBySide} FROM tenants t WHERE t.id = $1
ON CONFLICT (tenant_id, customer_id, day) DO UPDATE
SET orders = d.orders + excluded.orders, foreign_orders = d.foreign_orders + excluded.foreign_orders, valued = d.valued + excluded.valued,
    units = d.units + excluded.units, first_at = least(d.first_at, excluded.first_at), last_at = greatest(d.last_at, excluded.last_at), pack = NULL`;

/** Adds orders to their days. @param days each once */
export async function addToDays(db: TenantDb, days: readonly AddedDay[]): Promise<void> {
  if (days.length > 0) await db.prepared(ADD_TO_DAYS, ADDED.parametersOf(days));
}

// Locks the rows even where the column is NULL, because another worker may be adding up without these changes. The order and the strength of the
// locks are those of scoring.
const DISTRUST = `
WITH locked AS MATERIALIZED (
  SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY (
    $2::uuid[] || ARRAY(SELECT customer_id FROM customer_aliases WHERE tenant_id = $1 AND alias_id = ANY ($2::uuid[])))
  ORDER BY id FOR NO KEY UPDATE)
UPDATE customers c SET order_days_in = NULL FROM locked WHERE c.tenant_id = $1 AND c.id = locked.id`;

/**
 * Lets the next score add up all days, or read all orders. Callers that change orders without adding up their days must call it.
 * @param ids customers; an alias stands for its customer too
 */
export async function distrustOrderDays(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length > 0) await db.query(DISTRUST, [uuidColumn(ids)]);
}

const DAYS = packedColumns({
  customer: readIntegers,
  day: readIntegers,
  orders: readIntegers,
  foreign_orders: readIntegers,
  recent: readIntegers,
  valued: readIntegers,
  units: readDecimals,
  first_at: readInstants,
  last_at: readInstants,
});
// The last 30 days begin within the day $4: its orders after $5 are recent. Needs the primary keys of order_days and kept_orders, and
// orders_by_customer, of which it reads the end of that day.
const READ_DAYS = `
SELECT ${DAYS.select} FROM (
  SELECT c.place::int AS customer, d.day, d.orders, d.foreign_orders, d.valued, trunc(d.units) AS units, d.first_at, d.last_at,
         CASE WHEN d.day > $4 THEN d.orders WHEN d.day = $4 THEN (SELECT count(*)::int FROM (${ofDay('> $5', '< $6')}) r) ELSE 0 END AS recent
  FROM unnest($2::uuid[]) WITH ORDINALITY AS c (id, place),
       LATERAL (SELECT * FROM order_days WHERE tenant_id = $1 AND customer_id = c.id OFFSET 0) d
  LIMIT ${MOST_ORDERS + 1}) d`;

/**
 * Reads order days that are up to date, sorted. Customers without a counted order are absent.
 * @returns null when the customers have more days together than memory should hold, never for a single customer
 */
export async function readDays(
  db: TenantDb,
  ids: readonly CustomerId[],
  currency: string,
  since: number,
): Promise<Map<CustomerId, DayTotals[]> | null> {
  const boundary = Math.floor(since / DAY_MS);
  const ends = new Date((boundary + 1) * DAY_MS);
  const rows = DAYS.read(await db.prepared(READ_DAYS, [uuidColumn(ids), currency, boundary, new Date(since), ends]));
  if (rows.day.length > MOST_ORDERS) return null;
  const days = byCustomer(ids, rows.customer, (at): DayTotals => ({
    day: rows.day[at]!,
    orders: rows.orders[at]!,
    foreignOrders: rows.foreign_orders[at]!,
    recent: rows.recent[at]!,
    valued: rows.valued[at]!,
    units: BigInt(rows.units[at]!),
    firstMs: rows.first_at[at]!,
    lastMs: rows.last_at[at]!,
  }));
  for (const each of days.values()) each.sort((one, other) => one.day - other.day);
  return days;
}

/** The orders of a day; see `day-pack.ts`. */
export interface DayPack {
  readonly day: number;
  readonly pack: Buffer;
}

/** Days in memory at once. */
const DAYS_AT_ONCE = 200;
const READ_UNPACKED = 'SELECT day FROM order_days WHERE tenant_id = $1 AND customer_id = $2 AND pack IS NULL ORDER BY day';
const PACK = `
UPDATE order_days o SET pack = p.pack
FROM (SELECT d.customer_id, d.day, (SELECT coalesce(${packOf('d.day')}, '') FROM (${OF_DAY}) c) AS pack FROM ${EACH_DAY}) p
WHERE o.tenant_id = $1 AND o.customer_id = p.customer_id AND o.day = p.day`;

/** Packs the orders of the days on which orders have changed since they were packed. The caller has locked the customer. */
export async function packDays(db: TenantDb, id: CustomerId, currency: string): Promise<void> {
  const unpacked = await db.query<{ day: number }>(READ_UNPACKED, [id]);
  for (let start = 0; start < unpacked.length; start += DAYS_AT_ONCE) {
    const some = unpacked.slice(start, start + DAYS_AT_ONCE).map(({ day }) => ({ id, day }));
    await db.query(PACK, daysParameters(some, currency));
  }
}

// Needs the primary key of order_days.
const READ_PACKS = 'SELECT day, pack FROM order_days WHERE tenant_id = $1 AND customer_id = $2 AND day = ANY ($3::int[]) ORDER BY day';

/** Reads the orders of some days, sorted, after `packDays`. */
export async function* readPacks(db: TenantDb, id: CustomerId, days: readonly number[]): AsyncGenerator<DayPack> {
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE)
    yield* await db.query<DayPack>(READ_PACKS, [id, days.slice(start, start + DAYS_AT_ONCE)]);
}

// Needs orders_by_customer: rows without a placement stand together in it.
const UNLINKED = `placed_at IS NULL AND ${REFUND_COUNTS}`;
const FIND_REFUNDED = `
SELECT DISTINCT c.asked_id AS id
FROM ${EACH_IDENTIFIER} c, LATERAL (SELECT order_key FROM orders WHERE tenant_id = $1 AND customer_id = c.id AND ${UNLINKED} LIMIT 1) o`;

/** Finds the customers with refunds that name no order. */
export async function findRefunded(db: TenantDb, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  if (ids.length === 0) return new Set();
  const rows = await db.prepared<{ id: CustomerId }>(FIND_REFUNDED, [uuidColumn(ids)]);
  return new Set(rows.map(({ id }) => id));
}

const READ_REFUNDS = `
SELECT (extract(epoch FROM coalesce(refunded_at, '-infinity')) * 1000)::float8 AS "atMs",
       (${REFUNDED} * 10000)::float8 AS amount, coalesce(currency <> $3, false) AS "foreign"
FROM orders
WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND ${UNLINKED}
LIMIT ${MOST_ORDERS + 1}`;

/** Reads the customer's refunds that name no order. @returns more than `MOST_ORDERS` when there are more than memory should hold */
export const readRefunds = (db: TenantDb, id: CustomerId, currency: string): Promise<UnlinkedRefund[]> =>
  db.query<UnlinkedRefund>(READ_REFUNDS, [id, currency]);
