import { identifiersOf, type TenantDb } from '#libs/database';
import { ORDER_COUNTS, REFUNDED } from '#libs/orders';
import { addUp, type GroupRow } from './groups.js';
import { type CustomerRange, DELIVERY_OF_RECIPIENT, recipientsOf } from './recipients.sql.js';

/**
 * SQL that adds up the orders of a customer and its aliases behind an instant and up to another: `orders`, and `revenue` (null without any).
 * Orders count as in scores, net of refunds, revenue only in the currency of the shop. Needs orders_by_customer and customer_aliases_by_customer.
 * @param id column of the customer's id
 */
export const ordersWithin = (id: string, after: string, until: string): string => `
  SELECT count(*) AS orders,
         sum(o.net) FILTER (WHERE o.currency IS NULL OR o.currency = (SELECT currency FROM tenants WHERE id = $1)) AS revenue
  FROM (
    SELECT amount - ${REFUNDED} AS net, currency FROM orders
    WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf(id)}) AND placed_at > ${after} AND placed_at <= ${until} AND ${ORDER_COUNTS}) o`;

/**
 * SQL that returns `at`: the first time within the window when a delivery of another campaign chose a customer of `f`; null when none did.
 * Chosen are the customers it contacted, and those it would have contacted but for the control group of a campaign.
 */
export const CHOSEN_BY_ANOTHER = `
  SELECT least(f.cut_at, min(p.delivered_at)) AS at FROM campaign_recipients r
  JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part
  WHERE r.tenant_id = $1 AND r.customer_id = ANY (${identifiersOf('f.customer_id')}) AND r.campaign_id <> f.campaign_id
    AND p.delivered_at > f.since AND p.delivered_at <= f.until AND (NOT r.holdout OR r.spared = 'other_control')`;

const RECIPIENTS = recipientsOf('r.campaign_id = $2', '$4::uuid', '$5::uuid');

// Each customer counts once, even when chosen under several identifiers. Counting starts with the first delivery, which all groups of a
// part share, and ends with a delivery of another campaign that chose the customer. This holds for those contacted and for those that the
// other campaign spared as its control group. Leaving these customers out altogether would favour customers who came back before the other
// campaign, in both groups, and so hide the effect. LATERAL makes Postgres read the orders of each customer once. Needs the primary keys of
// campaign_recipients and campaign_parts, and campaign_recipients_by_customer.
const RESULTS = `
WITH first AS (
  SELECT DISTINCT ON (r.customer_id) r.campaign_id, r.customer_id, r.holdout, r.arm, p.delivered_at AS since, r.cut_at, p.window_days,
         least($3, p.delivered_at + p.window_days * interval '1 day') AS until
  FROM ${RECIPIENTS} r, ${DELIVERY_OF_RECIPIENT}
  WHERE r.tenant_id = $1 AND p.state = 'delivered' AND r.spared IS NULL ORDER BY r.customer_id, p.delivered_at, r.send_id, r.identifier)
SELECT f.holdout, f.arm, f.until < $3 AS matured, count(*)::int AS n, count(other.at)::int AS contaminated,
       count(*) FILTER (WHERE b.orders > 0)::int AS returned,
       round(coalesce(sum(b.revenue), 0), 2)::text AS revenue, coalesce(sum(b.revenue * b.revenue), 0)::float8 AS revenue_squares,
       max(f.window_days) AS window_days
FROM first f, LATERAL (${CHOSEN_BY_ANOTHER}) other,
LATERAL (${ordersWithin('f.customer_id', 'f.since', 'least(f.until, other.at)')}) b
GROUP BY 1, 2, 3`;

// Needs the primary keys.
const UNDELIVERED = `
SELECT count(*)::int AS customers FROM (
  SELECT 1 FROM ${recipientsOf('r.campaign_id = $2', '$3::uuid', '$4::uuid')} r, ${DELIVERY_OF_RECIPIENT}
  WHERE NOT r.holdout GROUP BY r.customer_id HAVING bool_and(p.state = 'undelivered')) c`;

/** Numbers behind the results of a campaign. */
export interface CampaignNumbers {
  /** Two rows for the control group and for each arm, or for all treated customers without arms: with and without time left. */
  readonly groups: readonly GroupRow[];
  /** Customers not reached by any delivery of the campaign, because all deliveries to them were given up. */
  readonly undelivered: number;
}

/** Counts the results of a campaign for a range of customers. */
export async function countCampaign(db: TenantDb, campaignId: string, { after, upTo }: CustomerRange, now: Date): Promise<CampaignNumbers> {
  const groups = await db.query<GroupRow>(RESULTS, [campaignId, now, after, upTo]);
  const [undelivered] = await db.query<{ customers: number }>(UNDELIVERED, [campaignId, after, upTo]);
  return { groups, undelivered: undelivered?.customers ?? 0 };
}

/** Adds up the results of different customers. */
export const addCampaigns = (parts: readonly CampaignNumbers[]): CampaignNumbers => ({
  groups: addUp(
    parts.flatMap(({ groups }) => groups),
    (a, b) => ({ arm: a.arm, contaminated: a.contaminated + b.contaminated }),
    ({ arm }) => arm,
  ),
  undelivered: parts.reduce((sum, { undelivered }) => sum + undelivered, 0),
});
