import type { TenantDb } from '#libs/database';

/** The current address of a campaign. */
export interface CampaignAddress {
  readonly id: string;
  /** Campaigns with deliveries have one. */
  readonly webhook_url: string;
  /** The service has switched the URL off. */
  readonly is_disabled: boolean;
}

// Needs the primary keys; a tenant has few endpoints. The settings can switch an endpoint on that campaigns share.
const READ = `
SELECT c.id, c.webhook_url,
       h.disabled_reason IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM destinations w WHERE w.tenant_id = $1 AND w.enabled AND w.url = c.webhook_url) AS is_disabled
FROM campaigns c LEFT JOIN endpoint_health h ON h.tenant_id = $1 AND h.url = c.webhook_url
WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[])`;

export const readCampaignAddresses = (db: TenantDb, campaignIds: readonly string[]): Promise<CampaignAddress[]> =>
  db.query<CampaignAddress>(READ, [campaignIds]);

// Needs campaign_parts_by_delivery, campaign_recipients_by_part and campaign_recipients_by_customer. Of several deliveries that name the
// same customer the latest is sent.
const CHOSEN_AGAIN = `
WITH open AS (SELECT unnest(customer_ids) AS customer_id FROM campaign_parts WHERE tenant_id = $1 AND state = 'open')
SELECT p.delivery_id AS id, count(*)::int AS customers
FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part AND NOT r.holdout
WHERE p.tenant_id = $1 AND p.delivery_id = ANY ($2::uuid[]) AND p.state = 'undelivered' AND (
  r.customer_id IN (SELECT customer_id FROM open) OR EXISTS (
    SELECT 1 FROM campaign_recipients o JOIN campaign_parts q ON q.tenant_id = $1 AND q.send_id = o.send_id AND q.part = o.part
    WHERE o.tenant_id = $1 AND o.customer_id = r.customer_id AND o.send_id <> r.send_id
      AND (q.state = 'sending' OR q.delivered_at > s.sent_at
           OR (q.state = 'undelivered' AND q.delivery_id = ANY ($2::uuid[]) AND o.send_id > r.send_id))))
GROUP BY 1`;

/**
 * Finds the deliveries of campaigns that were given up and have customers that any campaign has chosen again since. Sending them now would contact
 * these customers twice, or spoil a control group. The caller holds `lockCampaigns`.
 */
export const findChosenAgain = (
  db: TenantDb,
  deliveryIds: readonly string[],
): Promise<{ readonly id: string; readonly customers: number }[]> => db.query(CHOSEN_AGAIN, [deliveryIds]);

// Needs campaign_parts_by_delivery.
const RESERVE = `
UPDATE campaign_parts SET state = 'sending' WHERE tenant_id = $1 AND delivery_id = ANY ($2::uuid[]) AND state = 'undelivered'`;

/** Reserves the customers of deliveries that are sent again. Customers who were reached before stay reached. */
export async function reserveParts(db: TenantDb, deliveryIds: readonly string[]): Promise<void> {
  await db.query(RESERVE, [deliveryIds]);
}
