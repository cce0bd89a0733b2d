import type { TenantDb } from '#libs/database';
import { CUSTOMER_OF_RECIPIENT, type GroupRow, ordersWithin } from './campaign-results.sql.js';

/** Customers whom at least one campaign chose: those in the tenant-wide control group (`holdout`), and all others. */
export interface OverallRow extends Omit<GroupRow, 'contaminated'> {
  /** The first delivery for which one of them was chosen. */
  readonly since: Date;
}

// Each customer counts from the first delivery on for which they were chosen, whichever group of whichever campaign they were in: later
// choices depend on what earlier ones brought about, and so differ between the two groups. The others include the control groups of single
// campaigns. A part that was not delivered counts for neither group. "Returned" is an order within the window; revenue counts until now, so that it has every campaign
// since. Needs campaign_recipients_by_customer.
const RESULTS = `
WITH first AS (
  SELECT DISTINCT ON (o.customer_id) o.customer_id, r.spared IS NOT NULL AS holdout, p.delivered_at AS since, s.window_days,
         least($2, p.delivered_at + s.window_days * interval '1 day') AS until
  FROM campaign_recipients r CROSS JOIN LATERAL (SELECT ${CUSTOMER_OF_RECIPIENT} AS customer_id) o JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part AND p.state = 'delivered'
  JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id
  WHERE r.tenant_id = $1 AND (r.spared IS NULL OR r.spared = 'tenant_control') ORDER BY o.customer_id, p.delivered_at, r.send_id, r.customer_id)
SELECT f.holdout, f.until < $2 AS matured, count(*)::int AS n, count(*) FILTER (WHERE b.orders > 0)::int AS returned,
       round(coalesce(sum(a.revenue), 0), 2)::text AS revenue, coalesce(sum(a.revenue * a.revenue), 0)::float8 AS revenue_squares,
       max(f.window_days) AS window_days, min(f.since) AS since
FROM first f, LATERAL (${ordersWithin('f.customer_id', 'f.since', 'f.until')}) b, LATERAL (${ordersWithin('f.customer_id', 'f.since', '$2')}) a
GROUP BY 1, 2`;

/** Returns up to four rows: the tenant-wide control group and all others, with and without time left. */
export const readOverallResults = (db: TenantDb, now: Date): Promise<OverallRow[]> => db.query<OverallRow>(RESULTS, [now]);
