import type { SendSource } from '#libs/campaigns';
import { type CampaignPartState, DELETED_GROUP, type Label, type Lifecycle } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** A send with the counts of its recipients. */
export interface SendRow {
  readonly id: string;
  readonly sent_at: Date;
  readonly source: SendSource;
  readonly recipients: number;
  readonly recipients_delivered: number;
  readonly recipients_undelivered: number;
  readonly holdout: number;
}

// Ids grow with time. Needs campaign_sends_by_key, and the primary key of campaign_parts for each send of the page.
const LIST = `
SELECT s.*, p.* FROM (
  SELECT id, sent_at, source, recipients_count AS recipients, holdout_count AS holdout FROM campaign_sends
  WHERE tenant_id = $1 AND campaign_id = $2 AND ($3::uuid IS NULL OR id < $3) ORDER BY id DESC LIMIT $4) s,
LATERAL (SELECT coalesce(sum(recipients_count) FILTER (WHERE state = 'delivered'), 0)::int AS recipients_delivered,
                coalesce(sum(recipients_count) FILTER (WHERE state = 'undelivered'), 0)::int AS recipients_undelivered
         FROM campaign_parts WHERE tenant_id = $1 AND send_id = s.id) p
ORDER BY s.id DESC`;

/** Lists the sends of a campaign, newest first. @param beforeId list sends older than this one; null begins with the newest. */
export const listCampaignSends = (db: TenantDb, campaignId: string, beforeId: string | null, rows: number): Promise<SendRow[]> =>
  db.query<SendRow>(LIST, [campaignId, beforeId, rows]);

/** A send whose recipients are read part by part. */
export interface SendParts {
  readonly id: string;
  readonly sent_at: Date;
  readonly include_unsubscribed: boolean;
  /** Parts are numbered from 0. */
  readonly parts: number;
  /** Parts that no worker has processed. */
  readonly open: number;
}

// Needs the primary keys.
const FIND = `
SELECT s.id, s.sent_at, c.include_unsubscribed, p.* FROM campaign_sends s JOIN campaigns c ON c.tenant_id = $1 AND c.id = s.campaign_id,
LATERAL (SELECT count(*)::int AS parts, count(*) FILTER (WHERE state = 'open')::int AS open
         FROM campaign_parts WHERE tenant_id = $1 AND send_id = s.id) p
WHERE s.tenant_id = $1 AND s.campaign_id = $2 AND s.id = $3`;

export async function findSendParts(db: TenantDb, campaignId: string, sendId: string): Promise<SendParts | null> {
  return (await db.query<SendParts>(FIND, [campaignId, sendId]))[0] ?? null;
}

/** A contacted customer with the present score. Decimals stay text. */
export interface RecipientRow {
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly lifecycle: Lifecycle | null;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  readonly currency: string;
  readonly state: CampaignPartState;
}

// Needs campaign_recipients_by_part and the primary keys. Leaves out the same customers as the worker when it makes the delivery, so that
// nobody writes by the file to those who have left since.
const READ_PART = `
SELECT c.external_id, c.score, c.label, c.lifecycle, c.revenue_at_risk, t.currency, p.state
FROM campaign_parts p JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part AND NOT r.holdout
JOIN customers c ON c.tenant_id = $1 AND c.id = r.customer_id JOIN tenants t ON t.id = $1
WHERE p.tenant_id = $1 AND p.send_id = $2 AND p.part = $3 AND c.list_group > ${DELETED_GROUP} AND (c.unsubscribed_at IS NULL OR $4)
  AND NOT EXISTS (SELECT FROM churn_jobs j WHERE j.tenant_id = $1 AND j.customer_id = c.id AND j.type = 'erase' AND j.status IN ('queued', 'running'))
ORDER BY c.revenue_order, c.id`;

/** Reads the contacted customers of a part, at most a thousand, most revenue at risk first. */
export const readRecipients = (db: TenantDb, send: SendParts, part: number): Promise<RecipientRow[]> =>
  db.query<RecipientRow>(READ_PART, [send.id, part, send.include_unsubscribed]);
