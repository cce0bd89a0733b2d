import { type CustomerRange, DELIVERY_OF_RECIPIENT, recipientsOf } from '#libs/campaigns';
import { DELETED_GROUP } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A customer whom a send has chosen, to contact or not. */
export interface Assignment {
  readonly campaign_id: string;
  readonly campaign: string;
  readonly send_id: string;
  readonly external_id: string;
  readonly assigned_to: 'contact' | 'control' | 'shop_control' | 'other_control';
  /** Name of the arm; null without arms and in control groups. */
  readonly arm: string | null;
  readonly delivery: 'delivered' | 'undelivered' | 'pending';
  readonly sent_at: Date;
  readonly delivered_at: Date | null;
  readonly window_days: number;
}

// Needs the primary keys, and what recipientsOf and DELIVERY_OF_RECIPIENT need.
const LIST = `
SELECT r.campaign_id, s.name AS campaign, r.send_id, c.external_id,
  CASE WHEN NOT r.holdout THEN 'contact' WHEN r.spared IS NULL THEN 'control' WHEN r.spared = 'tenant_control' THEN 'shop_control' ELSE 'other_control' END AS assigned_to,
  g.arms -> r.arm::int ->> 'name' AS arm,
  CASE WHEN p.state IN ('delivered', 'undelivered') THEN p.state ELSE 'pending' END AS delivery, s.sent_at, p.delivered_at, p.window_days
FROM ${recipientsOf('true', '$2::uuid', '$3::uuid')} r
JOIN customers c ON c.tenant_id = $1 AND c.id = r.customer_id AND c.list_group > ${DELETED_GROUP}
JOIN campaigns g ON g.tenant_id = $1 AND g.id = r.campaign_id
JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = r.send_id, ${DELIVERY_OF_RECIPIENT}
WHERE NOT EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.customer_id = c.id AND j.type = 'erase' AND j.status IN ('queued', 'running'))
ORDER BY r.customer_id, r.send_id`;

/** Lists the choices of all campaigns for a range of customers. */
export const listAssignments = (db: TenantDb, { after, upTo }: CustomerRange): Promise<Assignment[]> =>
  db.query<Assignment>(LIST, [after, upTo]);
