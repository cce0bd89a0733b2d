import type { TenantDb } from '#libs/database';
import { ordersWithin } from './campaign-results.sql.js';
import { addUp, type OverallRow } from './groups.js';
import { type CustomerRange, DELIVERY_OF_RECIPIENT, recipientsOf } from './recipients.sql.js';

// Each customer counts from the first delivery on for which they were chosen, whichever group of whichever campaign they were in: later
// choices depend on what earlier ones brought about, and so differ between the two groups. The others include the control groups of single
// campaigns. A part that was not delivered counts for neither group. "Returned" is an order within the window; revenue counts until now, so
// that it has every campaign since. Needs campaign_recipients_by_customer.
const RESULTS = `
WITH first AS (
  SELECT DISTINCT ON (r.customer_id) r.customer_id, r.spared IS NOT NULL AS holdout, p.delivered_at AS since, p.window_days,
         least($2, p.delivered_at + p.window_days * interval '1 day') AS until
  FROM ${recipientsOf("(r.spared IS NULL OR r.spared = 'tenant_control')", '$3::uuid', '$4::uuid')} r, ${DELIVERY_OF_RECIPIENT}
  WHERE r.tenant_id = $1 AND p.state = 'delivered'
  ORDER BY r.customer_id, p.delivered_at, r.send_id, r.identifier)
SELECT f.holdout, f.until < $2 AS matured, count(*)::int AS n, count(*) FILTER (WHERE b.orders > 0)::int AS returned,
       round(coalesce(sum(a.revenue), 0), 2)::text AS revenue, coalesce(sum(a.revenue * a.revenue), 0)::float8 AS revenue_squares,
       max(f.window_days) AS window_days, min(f.since) AS since
FROM first f, LATERAL (${ordersWithin('f.customer_id', 'f.since', 'f.until')}) b, LATERAL (${ordersWithin('f.customer_id', 'f.since', '$2')}) a
GROUP BY 1, 2`;

type StoredRow = Omit<OverallRow, 'since'> & { readonly since: Date };

/** Counts the tenant-wide control group and all others, with and without time left, for a range of customers. */
export async function countOverall(db: TenantDb, { after, upTo }: CustomerRange, now: Date): Promise<OverallRow[]> {
  const rows = await db.query<StoredRow>(RESULTS, [now, after, upTo]);
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

/** Adds up the results of different customers. */
export const addOverall = (parts: readonly (readonly OverallRow[])[]): OverallRow[] =>
  addUp(parts.flat(), (a, b) => ({ since: a.since < b.since ? a.since : b.since }));
