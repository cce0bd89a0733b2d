import { FIRST_ID, LAST_ID } from '#libs/core';
import { HAS_ALIASES, type TenantDb } from '#libs/database';

/** Customers with ids above `after` and up to `upTo`. Statements over the recipients of a large shop take them range by range. */
export interface CustomerRange {
  readonly after: string;
  readonly upTo: string;
}

export const ALL_CUSTOMERS: CustomerRange = { after: FIRST_ID, upTo: LAST_ID };

const COLUMNS = 'r.tenant_id, r.campaign_id, r.send_id, r.part, r.holdout, r.spared, r.arm, r.cell, r.slope, r.cut_at';

/**
 * SQL: the recipients `r` of campaigns with their customers, of a range of customers. A campaign may have chosen a customer under an
 * `identifier` that is an alias by now. Needs the primary key of campaign_recipients or campaign_recipients_by_customer,
 * customer_aliases_by_customer and its primary key.
 * @param which condition on `r`
 * @param after parameter with the lower end of the range
 * @param upTo parameter with its upper end
 */
export const recipientsOf = (which: string, after: string, upTo: string): string => `(
  SELECT r.customer_id, r.customer_id AS identifier, ${COLUMNS} FROM campaign_recipients r
  WHERE r.tenant_id = $1 AND r.customer_id > ${after} AND r.customer_id <= ${upTo} AND ${which}
    AND NOT (${HAS_ALIASES} AND EXISTS (SELECT 1 FROM customer_aliases a WHERE a.tenant_id = $1 AND a.alias_id = r.customer_id))
  UNION ALL
  SELECT a.customer_id, r.customer_id AS identifier, ${COLUMNS} FROM customer_aliases a
  JOIN campaign_recipients r ON r.tenant_id = $1 AND r.customer_id = a.alias_id
  WHERE a.tenant_id = $1 AND a.customer_id > ${after} AND a.customer_id <= ${upTo} AND ${which})`;

/**
 * SQL: the state and the time of the delivery `p` of a recipient `r`, and the `window_days` of its send. OFFSET 0 forces a lookup for each
 * recipient. Before the planner has statistics of the deliveries of a first campaign, it would otherwise read all recipients for each
 * delivery. Needs the primary keys of campaign_parts and campaign_sends.
 */
export const DELIVERY_OF_RECIPIENT = `LATERAL (
  SELECT p.state, p.delivered_at, s.window_days FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
  WHERE p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part OFFSET 0) p`;

const nth = (which: string): string => `
SELECT customer_id AS id FROM campaign_recipients WHERE tenant_id = $1 AND customer_id > $2 ${which} ORDER BY customer_id OFFSET $3 LIMIT 1`;
// Needs the primary key.
const NTH_OF_CAMPAIGN = nth('AND campaign_id = $4');
// Needs campaign_recipients_by_customer.
const NTH_OF_ALL = nth('');

/**
 * Returns the customer that is `count` recipients further on in the order of ids.
 *
 * @param campaignId null: of all campaigns
 * @returns null when there are fewer
 */
export async function customerAfter(db: TenantDb, campaignId: string | null, after: string, count: number): Promise<string | null> {
  const rows =
    campaignId === null
      ? await db.query<{ id: string }>(NTH_OF_ALL, [after, count])
      : await db.query<{ id: string }>(NTH_OF_CAMPAIGN, [after, count, campaignId]);
  return rows[0]?.id ?? null;
}
