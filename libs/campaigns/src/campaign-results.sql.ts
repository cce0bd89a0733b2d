import { ORDER_STATES } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Customers of one group, and how many of them returned. */
export interface GroupRow {
  readonly holdout: boolean;
  /** True when their time to return has passed. */
  readonly matured: boolean;
  readonly n: number;
  readonly returned: number;
  /** Two decimals. */
  readonly revenue: string;
  readonly revenue_squares: number;
  readonly window_days: number;
}

// Each customer counts once, from the first send on: ids of sends rise with time. Orders count as in scores, net of refunds, in the
// currency of the shop. Reads the orders of each customer once, whatever the planner estimates. Needs the primary key of
// campaign_recipients, orders_by_customer and the primary key of kept_orders.
const RESULTS = `
WITH first AS (
  SELECT DISTINCT ON (r.customer_id) r.customer_id, r.holdout, r.sent_at, s.window_days,
         least($3, r.sent_at + s.window_days * interval '1 day') AS until
  FROM campaign_recipients r JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
  WHERE r.tenant_id = $1 AND r.campaign_id = $2 ORDER BY r.customer_id, r.send_id)
SELECT f.holdout, f.until < $3 AS matured, count(*)::int AS n, count(*) FILTER (WHERE b.orders > 0)::int AS returned,
       round(coalesce(sum(b.revenue), 0), 2)::text AS revenue, coalesce(sum(b.revenue * b.revenue), 0)::float8 AS revenue_squares,
       max(f.window_days) AS window_days
FROM first f, LATERAL (
  SELECT count(*) AS orders,
         sum(o.net) FILTER (WHERE o.currency IS NULL OR o.currency = (SELECT currency FROM tenants WHERE id = $1)) AS revenue
  FROM (
    SELECT amount - greatest(refunded, refunded_total) AS net, currency FROM orders
    WHERE tenant_id = $1 AND customer_id = f.customer_id AND placed_at > f.sent_at AND placed_at <= f.until AND state <> ${ORDER_STATES.cancelled}
      AND NOT test AND NOT fully_refunded AND (amount IS NULL OR amount > greatest(refunded, refunded_total))
    UNION ALL
    SELECT (e.amount - e.refunded) * 0.0001, e.currency
    FROM kept_orders k, LATERAL unnest(k.placed_at, k.amounts, k.refunds, k.currencies) AS e (placed_at, amount, refunded, currency)
    WHERE k.tenant_id = $1 AND k.customer_id = f.customer_id AND k.last_at > f.sent_at AND k.first_at <= f.until
      AND e.placed_at > f.sent_at AND e.placed_at <= f.until) o) b
GROUP BY 1, 2`;

const KEPT = 'SELECT kept_results FROM campaigns WHERE tenant_id = $1 AND id = $2';

/** Returns up to four rows: treated and held out, with and without time left. For a campaign that ended long ago, the kept counts. */
export async function readResults(db: TenantDb, campaignId: string, now: Date): Promise<GroupRow[]> {
  const [campaign] = await db.query<{ kept_results: GroupRow[] | null }>(KEPT, [campaignId]);
  return campaign?.kept_results ?? db.query<GroupRow>(RESULTS, [campaignId, now]);
}
