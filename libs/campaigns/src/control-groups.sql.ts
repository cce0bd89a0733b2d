/**
 * SQL that is true when the percentage of the campaign puts the customer in its control group. A hash of campaign and customer decides: the
 * same in every send, a different one in every campaign. Postgres keeps these hashes from version to version, because hash partitions
 * depend on them. MD5 would take most of the time of a large choice. Uses $2, the campaign, and $9, its percentage.
 * @param id column of the customer's id
 */
export const isHeldOut = (id: string): string => `(uuid_hash_extended(${id}, hashtextextended($2::uuid::text, 0)) & 4294967295) % 100 < $9`;

/** SQL that is true when the percentage of the tenant puts the customer in its control group. The hash takes the tenant's secret in place of the campaign. */
export const isTenantControl = (id: string): string => `
(uuid_hash_extended(${id}, (SELECT hashtextextended(encode(control_key, 'hex'), 0) FROM tenants WHERE id = $1)) & 4294967295) % 100
  < (SELECT control_percent FROM tenants WHERE id = $1)`;

/** The SQL conditions that tell the two kinds of control groups apart. */
interface ControlGroup {
  /** The group in `campaign_parts.chosen_as`. */
  readonly chosenAs: 'holdout' | 'tenant_control';
  /** The sends `s` that choose for it. */
  readonly sends: string;
  /** The recipients `r` that are in it. */
  readonly members: string;
  /** The recipients `e` that the results compare, whatever their group. */
  readonly compared: string;
  readonly isMember: (id: string) => string;
}

// The hash of each member comes first: while no percentage was lowered, it leaves no customer to look up.
const keptIn = ({ chosenAs, sends, members, compared, isMember }: ControlGroup): string => `
  SELECT m.customer_id FROM (
    SELECT r.customer_id, r.send_id, p.delivered_at, coalesce(p.delivered_at, s.sent_at) + s.window_days * interval '1 day' AS until
    FROM campaign_sends s JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = s.id AND p.state IN ('sending', 'delivered')
    JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = s.id AND r.part = p.part AND r.holdout AND ${members}
    WHERE s.tenant_id = $1 AND ${sends}
    UNION ALL
    SELECT c.id, s.id, NULL, 'infinity' FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id,
    LATERAL unnest(p.customer_ids, p.chosen_as) AS c (id, chosen_as)
    WHERE p.tenant_id = $1 AND p.state = 'open' AND ${sends} AND c.chosen_as = '${chosenAs}') m
  WHERE m.until > $22 AND NOT ${isMember('m.customer_id')}
    AND NOT EXISTS (
      SELECT 1 FROM campaign_recipients e
      JOIN campaign_parts q ON q.tenant_id = $1 AND q.send_id = e.send_id AND q.part = e.part AND q.state = 'delivered'
      WHERE e.tenant_id = $1 AND e.customer_id = m.customer_id AND ${compared}
        AND (q.delivered_at, e.send_id) < (coalesce(m.delivered_at, 'infinity'), m.send_id))
  GROUP BY 1`;

/**
 * Common table expressions with the customers who stay in a control group although its percentage was lowered. Results count each customer
 * in the group of the first delivery, until its window has passed. A contact before then would bring orders that count as those of the
 * control group. Only the first delivery counts: if later ones did, a campaign that is sent every week would never free anybody. Needs the
 * primary keys, campaign_recipients_by_part and campaign_recipients_by_customer.
 */
export const KEPT_CONTROLS = `
kept_holdout AS (${keptIn({
  chosenAs: 'holdout',
  sends: 's.campaign_id = $2',
  members: 'r.spared IS NULL',
  compared: 'e.campaign_id = $2 AND e.spared IS NULL',
  isMember: isHeldOut,
})}),
kept_tenant_control AS (${keptIn({
  chosenAs: 'tenant_control',
  sends: 'true',
  members: "r.spared = 'tenant_control'",
  compared: "(e.spared IS NULL OR e.spared = 'tenant_control')",
  isMember: isTenantControl,
})})`;
