import { type CampaignChannel, type CustomerId, type DeliveryStatus, FIRST_ID } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import { ORDER_COUNTS } from '#libs/orders';
import type { Bound } from './timeline-order.js';

/** A send with the customer among its recipients or in its control group. */
export interface CustomerSend {
  readonly campaign_id: string;
  readonly send_id: string;
  readonly name: string;
  readonly channel: CampaignChannel;
  readonly sent_at: Date;
  readonly holdout: boolean;
  readonly window_days: number;
  readonly delivery_status: DeliveryStatus | null;
  readonly is_over: boolean;
  readonly has_ordered: boolean;
}

const OWN = identifiersOf('$2::uuid');

// Needs campaign_recipients_by_customer; for each send the primary keys of campaign_sends, campaign_parts and deliveries, and
// orders_by_customer. The subqueries and OFFSET 0 make the planner look up each send and delivery; a join may read all
// deliveries of a shop. Orders count as in the results of campaigns (libs/campaigns, `RESULTS`): from the delivery on.
const LIST_SENDS = `
SELECT r.campaign_id, r.send_id, s.name, (SELECT channel FROM campaigns WHERE tenant_id = $1 AND id = r.campaign_id) AS channel, r.sent_at, r.holdout, s.window_days, coalesce(s.until < $6, false) AS is_over,
       CASE WHEN r.holdout THEN NULL WHEN p.state = 'delivered' THEN 'success' WHEN p.state = 'undelivered' THEN 'dead_letter'
            WHEN p.delivery_id IS NULL THEN 'pending' ELSE (SELECT status FROM deliveries WHERE tenant_id = $1 AND id = p.delivery_id) END AS delivery_status,
       EXISTS (SELECT 1 FROM orders
               WHERE tenant_id = $1 AND customer_id = ANY (${OWN}) AND placed_at > p.delivered_at AND placed_at <= s.until
                 AND ${ORDER_COUNTS}) AS has_ordered
FROM (SELECT * FROM campaign_recipients
      WHERE tenant_id = $1 AND customer_id = ANY (${OWN}) AND spared IS NULL AND (sent_at, send_id) < ($3, $4::uuid)
      ORDER BY sent_at DESC, send_id DESC LIMIT $5) r,
LATERAL (SELECT state, delivery_id, delivered_at FROM campaign_parts
         WHERE tenant_id = $1 AND send_id = r.send_id AND part = r.part OFFSET 0) p,
LATERAL (SELECT name, window_days, p.delivered_at + window_days * interval '1 day' AS until FROM campaign_sends
         WHERE tenant_id = $1 AND id = r.send_id OFFSET 0) s
ORDER BY r.sent_at DESC, r.send_id DESC`;

/** Lists the sends of campaigns that have the customer, below a bound, latest first. */
export const listSends = (db: TenantDb, id: CustomerId, { at, key }: Bound, rows: number, now: Date): Promise<CustomerSend[]> =>
  db.query<CustomerSend>(LIST_SENDS, [id, at, key ?? FIRST_ID, rows, now]);
