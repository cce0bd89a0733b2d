import type { SendSource } from '#libs/campaigns';
import {
  type CampaignArm,
  type CampaignChannel,
  type CampaignPartState,
  type Consent,
  type CustomerId,
  DELETED_GROUP,
  type Label,
  type Lifecycle,
} from '#libs/core';
import { consentOf, refusesMarketing, type TenantDb } from '#libs/database';

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
const sendsWhere = (condition: string, end: string): string => `
SELECT s.*, p.* FROM (
  SELECT id, sent_at, source, recipients_count AS recipients, holdout_count AS holdout FROM campaign_sends
  WHERE tenant_id = $1 AND campaign_id = $2 AND ${condition} ORDER BY id DESC ${end}) s,
LATERAL (SELECT coalesce(sum(recipients_count) FILTER (WHERE state = 'delivered'), 0)::int AS recipients_delivered,
                coalesce(sum(recipients_count) FILTER (WHERE state = 'undelivered'), 0)::int AS recipients_undelivered
         FROM campaign_parts WHERE tenant_id = $1 AND send_id = s.id) p
ORDER BY s.id DESC`;

const LIST = sendsWhere('($3::uuid IS NULL OR id < $3)', 'LIMIT $4');
const READ_ONE = sendsWhere('id = $3', '');

/** Reads a send that the campaign has. */
export async function readSend(db: TenantDb, campaignId: string, sendId: string): Promise<SendRow> {
  const [row] = await db.query<SendRow>(READ_ONE, [campaignId, sendId]);
  if (row === undefined) throw new Error('the send is gone');
  return row;
}

// Needs the primary key of campaign_parts. Parts with a delivery follow it.
const RECORD_OUTCOME = `
WITH recorded AS (
  UPDATE campaign_parts SET state = $3, delivered_at = CASE WHEN $3 = 'delivered' THEN $4::timestamptz END
  WHERE tenant_id = $1 AND send_id = $2 AND state = 'sending' AND delivery_id IS NULL RETURNING 1)
SELECT count(*)::int AS parts FROM recorded`;

/** Counts the customers of a list as contacted, or releases them. @returns the number of its parts that were waiting */
export async function recordListOutcome(db: TenantDb, sendId: string, state: 'delivered' | 'undelivered', now: Date): Promise<number> {
  const [row] = await db.query<{ parts: number }>(RECORD_OUTCOME, [sendId, state, now]);
  return row?.parts ?? 0;
}

/** Lists the sends of a campaign, newest first. @param beforeId list sends older than this one; null begins with the newest. */
export const listCampaignSends = (db: TenantDb, campaignId: string, beforeId: string | null, rows: number): Promise<SendRow[]> =>
  db.query<SendRow>(LIST, [campaignId, beforeId, rows]);

/** A send. Its recipients are read part by part. */
export interface SendParts {
  readonly id: string;
  readonly sent_at: Date;
  readonly channel: CampaignChannel;
  readonly include_unsubscribed: boolean;
  readonly arms: readonly CampaignArm[];
  /** Parts are numbered from 0. */
  readonly parts: number;
  /** Parts that no worker has processed. */
  readonly open: number;
  /** Parts of a list without a report yet whether their customers were contacted. */
  readonly waiting: number;
  /** Parts with customers who were contacted. */
  readonly contacted: number;
  readonly given_up: number;
}

// Needs the primary keys.
const FIND = `
SELECT s.id, s.sent_at, c.channel, c.include_unsubscribed, c.arms, p.* FROM campaign_sends s JOIN campaigns c ON c.tenant_id = $1 AND c.id = s.campaign_id,
LATERAL (SELECT count(*)::int AS parts, count(*) FILTER (WHERE state = 'open')::int AS open,
                count(*) FILTER (WHERE state = 'sending' AND delivery_id IS NULL)::int AS waiting,
                count(*) FILTER (WHERE state = 'delivered' AND recipients_count > 0)::int AS contacted,
                count(*) FILTER (WHERE state = 'undelivered')::int AS given_up
         FROM campaign_parts WHERE tenant_id = $1 AND send_id = s.id) p
WHERE s.tenant_id = $1 AND s.campaign_id = $2 AND s.id = $3`;

export async function findSendParts(db: TenantDb, campaignId: string, sendId: string): Promise<SendParts | null> {
  return (await db.query<SendParts>(FIND, [campaignId, sendId]))[0] ?? null;
}

/** A contacted customer with the current score. Decimals stay text. */
export interface RecipientRow {
  readonly id: CustomerId;
  readonly orders_count: number;
  readonly external_id: string;
  readonly score: string | null;
  readonly label: Label | null;
  readonly lifecycle: Lifecycle | null;
  /** Two decimals. */
  /** Null: the day of the last order is not known. */
  readonly to_win: string | null;
  readonly currency: string;
  readonly marketing_consent: Consent;
  readonly state: CampaignPartState;
  /** The place of the arm; null without arms. */
  readonly arm: number | null;
}

// Needs the primary keys. Leaves out the same customers as the worker does for a delivery, so that the file does not name customers who have left.
const READ_PART = `
SELECT c.id, c.orders_count, c.external_id, c.score, c.label, c.lifecycle, CASE WHEN c.last_order_at IS NOT NULL THEN c.revenue_at_risk END AS to_win, t.currency, ${consentOf('c')} AS marketing_consent, p.state, r.arm
FROM campaign_parts p JOIN campaign_recipients r ON r.tenant_id = $1 AND r.send_id = p.send_id AND r.part = p.part AND NOT r.holdout
JOIN customers c ON c.tenant_id = $1 AND c.id = r.customer_id JOIN tenants t ON t.id = $1
WHERE p.tenant_id = $1 AND p.send_id = $2 AND p.part = $3 AND ($5::int IS NULL OR r.arm = $5) AND c.list_group > ${DELETED_GROUP} AND (NOT ${refusesMarketing('c')} OR $4)
  AND NOT EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.customer_id = c.id AND j.type = 'erase' AND j.status IN ('queued', 'running'))
ORDER BY c.revenue_order, c.id`;

/**
 * Reads the contacted customers of a part, at most a thousand, most revenue at risk first.
 * @param arm the place of an arm: only its customers; null: all
 */
export const readRecipients = (db: TenantDb, send: SendParts, part: number, arm: number | null): Promise<RecipientRow[]> =>
  db.query<RecipientRow>(READ_PART, [send.id, part, send.include_unsubscribed, arm]);
