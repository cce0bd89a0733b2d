import { type CustomerId, DAY_MS } from '#libs/core';
import { EACH_KEPT, identifiersOf, ORDER_COUNTS, REFUND_COUNTS, REFUNDED, type TenantDb } from '#libs/database';
import type { UnlinkedRefund } from '#libs/scoring';
import { packOf } from './day-pack.js';
import type { DayTotals } from './day-totals.js';

const countedOf = (orders: string, kept: string): string => `
SELECT placed_at, (amount - ${REFUNDED}) * 10000 AS net, coalesce(currency <> $3, false) AS is_foreign
FROM orders
WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND ${ORDER_COUNTS} AND ${orders}
UNION ALL
SELECT e.placed_at, (e.amount - e.refunded)::numeric, coalesce(e.currency <> $3, false)
FROM kept_orders k, ${EACH_KEPT} WHERE k.tenant_id = $1 AND k.customer_id = ANY (${identifiersOf('$2::uuid')}) AND ${kept}`;
const COLUMNS = 'orders, foreign_orders, valued, units, first_at, last_at, pack';
const sumsOf = (day: string): string => `
count(*) AS orders, count(*) FILTER (WHERE is_foreign) AS foreign_orders, count(net) FILTER (WHERE NOT is_foreign) AS valued,
coalesce(sum(net) FILTER (WHERE NOT is_foreign), 0) AS units, min(placed_at) AS first_at, max(placed_at) AS last_at, ${packOf(day)} AS pack`;

const DELETE_ALL = 'DELETE FROM order_days WHERE tenant_id = $1 AND customer_id = $2';
const DAY_OF = `floor(date_part('epoch', placed_at) / 86400)::int`;
const ADD_ALL = `
INSERT INTO order_days (tenant_id, customer_id, day, ${COLUMNS})
SELECT t.id, $2, day, ${sumsOf('day')} FROM tenants t, (SELECT *, ${DAY_OF} AS day FROM (${countedOf('placed_at IS NOT NULL', 'true')}) c) d
WHERE t.id = $1 GROUP BY t.id, day`;
const TRUST = 'UPDATE customers SET order_days_in = $3 WHERE tenant_id = $1 AND id = $2';

/** Adds up all orders of a customer by day, which takes seconds for a million orders. The caller has locked the customer. */
export async function addUpAllDays(db: TenantDb, id: CustomerId, currency: string): Promise<void> {
  await db.query(DELETE_ALL, [id]);
  await db.query(ADD_ALL, [id, currency]);
  await db.query(TRUST, [id, currency]);
}

const DELETE_DAYS = `${DELETE_ALL} AND day = ANY ($3::int[])`;
const onDay = (at: string): string => `${at} >= d.starts AND ${at} < d.ends`;
// The ends of a day are parameters, because a function of its number may leak rows: then row-level security keeps the condition away from the index.
// Needs orders_by_customer (tenant_id, customer_id, placed_at), of which it reads the range of each day, and the primary key of kept_orders.
const ADD_DAYS = `
INSERT INTO order_days (tenant_id, customer_id, day, ${COLUMNS})
SELECT t.id, $2, d.day, ${COLUMNS} FROM tenants t, unnest($4::int[], $5::timestamptz[], $6::timestamptz[]) AS d (day, starts, ends), LATERAL (
  SELECT ${sumsOf('d.day')}
  FROM (${countedOf(onDay('placed_at'), `k.last_at >= d.starts AND k.first_at < d.ends AND ${onDay('e.placed_at')}`)}) c) sums
WHERE t.id = $1 AND orders > 0`;

const startOf = (day: number): string => new Date(day * DAY_MS).toISOString();

/** Adds up some days anew. The caller has locked the customer, so that of two workers the second one sees the orders of both. */
export async function addUpDays(db: TenantDb, id: CustomerId, currency: string, days: readonly number[]): Promise<void> {
  if (days.length === 0) return;
  await db.query(DELETE_DAYS, [id, days]);
  await db.query(ADD_DAYS, [id, currency, days, days.map(startOf), days.map((day) => startOf(day + 1))]);
}

const DISTRUST = 'UPDATE customers SET order_days_in = NULL WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND order_days_in IS NOT NULL';

/** Lets the next score add up all days. Callers that change orders without adding up their days must call it. */
export async function distrustOrderDays(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length > 0) await db.query(DISTRUST, [ids]);
}

// Needs the primary key of order_days.
const READ_DAYS = `
SELECT day, orders, foreign_orders, valued, trunc(units)::text AS units, CASE WHEN day > $3 THEN orders ELSE 0 END AS recent,
       (extract(epoch FROM first_at) * 1000)::float8 AS first_ms, (extract(epoch FROM last_at) * 1000)::float8 AS last_ms
FROM order_days WHERE tenant_id = $1 AND customer_id = $2 ORDER BY day`;

/** @param recentAfter day after which all orders are recent */
export const readDays = (db: TenantDb, id: CustomerId, recentAfter: number): Promise<DayTotals[]> =>
  db.query<DayTotals>(READ_DAYS, [id, recentAfter]);

/** The orders of a day; see `day-pack.ts`. */
export interface DayPack {
  readonly day: number;
  readonly pack: Buffer;
}

/** Days in memory at once. */
const DAYS_AT_ONCE = 200;
const READ_PACKS = 'SELECT day, pack FROM order_days WHERE tenant_id = $1 AND customer_id = $2 AND day > $3 ORDER BY day LIMIT $4';
const READ_SOME_PACKS = 'SELECT day, pack FROM order_days WHERE tenant_id = $1 AND customer_id = $2 AND day = ANY ($3::int[])';

/** The orders of all days, from the first day on. */
export async function* readPacks(db: TenantDb, id: CustomerId): AsyncGenerator<DayPack> {
  let last: number | undefined = -(2 ** 31);
  while (last !== undefined) {
    const packs: DayPack[] = await db.query<DayPack>(READ_PACKS, [id, last, DAYS_AT_ONCE]);
    yield* packs;
    last = packs.length < DAYS_AT_ONCE ? undefined : packs.at(-1)!.day;
  }
}

/** The orders of the days that have any, in no particular order. */
export async function* readPacksOf(db: TenantDb, id: CustomerId, days: readonly number[]): AsyncGenerator<DayPack> {
  for (let start = 0; start < days.length; start += DAYS_AT_ONCE)
    yield* await db.query<DayPack>(READ_SOME_PACKS, [id, days.slice(start, start + DAYS_AT_ONCE)]);
}

// Needs orders_by_customer: rows without a placement stand together in it.
const READ_REFUNDS = `
SELECT (extract(epoch FROM coalesce(refunded_at, '-infinity')) * 1000)::float8 AS "atMs",
       (${REFUNDED} * 10000)::float8 AS amount, coalesce(currency <> $3, false) AS "foreign"
FROM orders
WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND placed_at IS NULL AND ${REFUND_COUNTS}
LIMIT $4`;

/** Reads the customer's refunds that name no order. @param limit the most refunds */
export const readRefunds = (db: TenantDb, id: CustomerId, currency: string, limit: number): Promise<UnlinkedRefund[]> =>
  db.query<UnlinkedRefund>(READ_REFUNDS, [id, currency, limit]);
