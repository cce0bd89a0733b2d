import { ORDER_STATES } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Customers of one group, and how many of them returned. */
export interface GroupRow {
  readonly holdout: boolean;
  /** True when their time to return has passed. */
  readonly matured: boolean;
  readonly n: number;
  /** Customers whom another campaign chose within the window. What they did from then on does not count. */
  readonly contaminated: number;
  readonly returned: number;
  /** Two decimals. */
  readonly revenue: string;
  readonly revenue_squares: number;
  readonly window_days: number;
}

/**
 * SQL that adds up the orders of a customer behind an instant and up to another: `orders`, and `revenue` (null without any). Orders count
 * as in scores, net of refunds, revenue only in the currency of the shop. Needs orders_by_customer and the primary key of kept_orders.
 * @param id column of the customer's id
 */
export const ordersWithin = (id: string, after: string, until: string): string => `
  SELECT count(*) AS orders,
         sum(o.net) FILTER (WHERE o.currency IS NULL OR o.currency = (SELECT currency FROM tenants WHERE id = $1)) AS revenue
  FROM (
    SELECT amount - greatest(refunded, refunded_total) AS net, currency FROM orders
    WHERE tenant_id = $1 AND customer_id = ${id} AND placed_at > ${after} AND placed_at <= ${until} AND state <> ${ORDER_STATES.cancelled}
      AND NOT test AND NOT fully_refunded AND (amount IS NULL OR amount > greatest(refunded, refunded_total))
    UNION ALL
    SELECT (e.amount - e.refunded) * 0.0001, e.currency
    FROM kept_orders k, LATERAL unnest(k.placed_at, k.amounts, k.refunds, k.currencies) AS e (placed_at, amount, refunded, currency)
    WHERE k.tenant_id = $1 AND k.customer_id = ${id} AND k.last_at > ${after} AND k.first_at <= ${until}
      AND e.placed_at > ${after} AND e.placed_at <= ${until}) o`;

// Each customer counts once, from the first send on: ids of sends rise with time. A customer counts until another campaign chose them to
// be contacted: those contacted, and alike those of the control group, whom the other campaign spared. Leaving them out altogether would
// prefer customers who came back before the other campaign, in both groups, and so hide the effect. Reads the orders of each customer once,
// whatever the planner estimates. Needs the primary key of campaign_recipients and campaign_recipients_by_customer.
const RESULTS = `
WITH first AS (
  SELECT DISTINCT ON (r.customer_id) r.customer_id, r.holdout, r.sent_at, r.cut_at, s.window_days,
         least($3, r.sent_at + s.window_days * interval '1 day') AS until
  FROM campaign_recipients r JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
  WHERE r.tenant_id = $1 AND r.campaign_id = $2 AND r.spared IS NULL ORDER BY r.customer_id, r.send_id)
SELECT f.holdout, f.until < $3 AS matured, count(*)::int AS n, count(other.at)::int AS contaminated, count(*) FILTER (WHERE b.orders > 0)::int AS returned,
       round(coalesce(sum(b.revenue), 0), 2)::text AS revenue, coalesce(sum(b.revenue * b.revenue), 0)::float8 AS revenue_squares,
       max(f.window_days) AS window_days
FROM first f, LATERAL (
  SELECT least(f.cut_at, min(sent_at)) AS at FROM campaign_recipients
  WHERE tenant_id = $1 AND customer_id = f.customer_id AND sent_at > f.sent_at AND sent_at <= f.until AND campaign_id <> $2
    AND (NOT holdout OR spared = 'other_control')) other,
LATERAL (${ordersWithin('f.customer_id', 'f.sent_at', 'least(f.until, other.at)')}) b
GROUP BY 1, 2`;

const KEPT = 'SELECT kept_results FROM campaigns WHERE tenant_id = $1 AND id = $2';

/** Returns up to four rows: treated and held out, with and without time left. For a campaign that ended long ago, the kept counts. */
export async function readResults(db: TenantDb, campaignId: string, now: Date): Promise<GroupRow[]> {
  const [campaign] = await db.query<{ kept_results: GroupRow[] | null }>(KEPT, [campaignId]);
  return campaign?.kept_results ?? db.query<GroupRow>(RESULTS, [campaignId, now]);
}
