import type { CustomerId } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import { type OrderTotals, recentSince } from '#libs/scoring';
import { ORDER_COUNTS, REFUNDED, REFUND_COUNTS } from '../counted-orders.sql.js';

// Does the same as `totalsOf` of libs/scoring, for a customer with too many orders to hold in memory; a test compares both. Needs index
// orders_by_customer. "facts" leaves out what never counts. "walked" goes back through time in each group of equal amounts: a refund that
// names no order (+1) takes the nearest earlier order (-1). An order stays when it brings the sum below every sum before it, that is when
// no refund was left for it.
const READ_TOTALS = `
WITH facts AS MATERIALIZED (
  SELECT order_key, placed_at IS NOT NULL AS is_order, coalesce(placed_at, refunded_at, '-infinity') AS at,
         CASE WHEN placed_at IS NULL THEN 0 ELSE amount END - CASE WHEN placed_at IS NULL THEN -1 ELSE 1 END * ${REFUNDED} AS net,
         coalesce(o.currency <> t.currency, false) AS is_foreign
  FROM orders o JOIN tenants t ON t.id = o.tenant_id
  WHERE o.tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')})
    AND CASE WHEN placed_at IS NULL THEN ${REFUND_COUNTS} ELSE ${ORDER_COUNTS} END),
refunds AS MATERIALIZED (SELECT net, is_foreign, count(*) AS refunds FROM facts WHERE NOT is_order GROUP BY net, is_foreign),
walked AS (
  SELECT order_key, is_order, net, is_foreign, back, at, sum(CASE WHEN is_order THEN -1 ELSE 1 END) OVER (PARTITION BY net, is_foreign ORDER BY back) AS balance
  FROM (SELECT f.*, row_number() OVER (ORDER BY at DESC, is_order, order_key DESC) AS back
        FROM facts f WHERE (net, is_foreign) IN (SELECT net, is_foreign FROM refunds)) f),
removed AS MATERIALIZED (
  SELECT order_key, net, is_foreign
  FROM (SELECT *, min(balance) OVER (PARTITION BY net, is_foreign ORDER BY back ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS lowest
        FROM walked) w
  WHERE is_order AND balance >= least(0, coalesce(lowest, 0))),
loose AS (
  SELECT coalesce(sum(net * (refunds - (SELECT count(*) FROM removed x WHERE x.net = r.net AND NOT x.is_foreign))), 0) AS units
  FROM refunds r WHERE NOT is_foreign)
SELECT floor(extract(epoch FROM at) / 86400)::int AS day, count(*)::int AS orders, count(*) FILTER (WHERE is_foreign)::int AS "foreignOrders",
       count(*) FILTER (WHERE at > $3)::int AS recent, count(net) FILTER (WHERE NOT is_foreign)::int AS valued,
       trunc(coalesce(sum(net) FILTER (WHERE NOT is_foreign), 0) * 10000)::text AS units,
       (extract(epoch FROM min(at)) * 1000)::float8 AS "firstMs", (extract(epoch FROM max(at)) * 1000)::float8 AS "lastMs"
FROM facts f WHERE is_order AND NOT EXISTS (SELECT 1 FROM removed r WHERE r.order_key = f.order_key) GROUP BY 1
UNION ALL
SELECT NULL, 0, 0, 0, 0, trunc(units * 10000)::text, NULL, NULL FROM loose
ORDER BY 1 NULLS LAST`;

/** The counted orders of one UTC day, or the loose refunds. */
interface TotalsRow {
  /** UTC day number; null: this is the row of the loose refunds. */
  readonly day: number | null;
  readonly orders: number;
  readonly foreignOrders: number;
  /** Orders of the last 30 × 24 hours. */
  readonly recent: number;
  /** Orders with a known amount in the tenant's currency, and the sum of these in ten-thousandths. */
  readonly valued: number;
  readonly units: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Adds up the orders of a customer in the database. It takes seconds for a million orders, and memory for their days only. */
export async function readTotals(db: TenantDb, id: CustomerId, nowMs: number): Promise<OrderTotals> {
  const rows = await db.query<TotalsRow>(READ_TOTALS, [id, new Date(recentSince(nowMs))]);
  const days = rows.flatMap(({ day, units, ...row }) => (day === null ? [] : [{ ...row, day, units: BigInt(units) }]));
  const sum = (of: (row: (typeof days)[number]) => number): number => days.reduce((total, row) => total + of(row), 0);
  return {
    ordersTotal: sum(({ orders }) => orders),
    foreignOrders: sum(({ foreignOrders }) => foreignOrders),
    recentOrders: sum(({ recent }) => recent),
    firstOrderAtMs: days[0]?.firstMs ?? null,
    lastOrderAtMs: days.at(-1)?.lastMs ?? null,
    bought: days.reduce((total, { units }) => total + units, 0n),
    valuedOrders: sum(({ valued }) => valued),
    looseRefunds: BigInt(rows.find(({ day }) => day === null)?.units ?? 0),
    days: {
      offsets: Uint32Array.of(0, days.length),
      day: Int32Array.from(days, ({ day }) => day),
      value: Float64Array.from(days, ({ units, valued }) => (valued === 0 ? Number.NaN : Number(units) / 10_000)),
    },
  };
}
