import { type CampaignArm, type CampaignPartState, type ChosenAs, DELETED_GROUP, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, overFirstRows, refusesMarketing, SHARED_ERASURE_LOCK, type TenantDb } from '#libs/database';
import { type DeadLetterReason, MAX_ATTEMPTS } from '#libs/delivery';

// Needs campaign_parts_open.
const FIND_TENANTS = overFirstRows(
  { table: 'campaign_parts', keys: 'tenant_id', where: `state = 'open' AND ${isWorking()}` },
  'SELECT tenant_id FROM found',
);

/** Finds the tenants with campaign parts that have no delivery yet. */
export async function tenantsWithParts(database: Database): Promise<TenantId[]> {
  const rows = await database.findWork('find campaigns to send', FIND_TENANTS);
  return rows.map((row) => toTenantId(String(row['tenant_id'])));
}

/** Up to 1,000 customers that a campaign has chosen to contact, with the members of control groups among them. */
export interface CampaignPart {
  readonly send_id: string;
  readonly part: number;
  readonly customer_ids: readonly string[];
  /** The group of each customer, in the same order. */
  readonly chosen_as: readonly ChosenAs[];
  /** The place of the arm of each customer; null in control groups. Empty without arms. */
  readonly arms: readonly (number | null)[];
  /** The arms of the campaign as they are now. */
  readonly offers: readonly CampaignArm[];
  readonly campaign_id: string;
  readonly name: string;
  /** The campaign's current URL; null for the channel `download`. */
  readonly webhook_url: string | null;
  /** Number of customers to contact at the time they were chosen. */
  readonly recipients_count: number;
  readonly include_unsubscribed: boolean;
  /** Id of the delivery that the part becomes; null when the part has no customers to contact, or its channel makes no delivery. */
  readonly delivery_id: string | null;
  /** Deliveries of the whole send. */
  readonly deliveries: number;
  readonly sent_at: Date;
}

// Needs campaign_parts_open. The row lock is the claim. It ends when the worker dies. The lock of the campaign makes a change of its URL
// wait, so that it moves this delivery too.
const TAKE = `
SELECT p.send_id, p.part, p.customer_ids, p.chosen_as, p.arms, c.arms AS offers, p.recipients_count, s.campaign_id, s.name, c.webhook_url, c.include_unsubscribed, s.sent_at,
       CASE WHEN p.recipients_count > 0 THEN s.delivery_ids[p.part + 1] END AS delivery_id, cardinality(s.delivery_ids) AS deliveries
FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id JOIN campaigns c ON c.tenant_id = $1 AND c.id = s.campaign_id
WHERE p.tenant_id = $1 AND p.state = 'open' ORDER BY p.send_id, p.part LIMIT 1 FOR UPDATE OF p SKIP LOCKED FOR SHARE OF c`;

/** Locks the oldest part that no other worker has. @returns null when there is none */
export async function takePart(db: TenantDb): Promise<CampaignPart | null> {
  // An erasure runs before or after, as with ingest, so that no erased customer becomes a recipient.
  await db.query(SHARED_ERASURE_LOCK);
  return (await db.query<CampaignPart>(TAKE))[0] ?? null;
}

export interface PartCustomer {
  readonly id: string;
  readonly external_id: string;
  readonly chosen_as: ChosenAs;
  readonly arm: number | null;
}

// Needs the primary key of customers. A customer may have been deleted or have unsubscribed since the campaign chose them, may refuse marketing now, or wait for erasure: the query leaves them out.
const READ_CUSTOMERS = `
SELECT c.id, c.external_id, p.chosen_as, p.arm FROM unnest($2::uuid[], $3::text[], $5::smallint[]) AS p (id, chosen_as, arm) JOIN customers c ON c.tenant_id = $1 AND c.id = p.id
WHERE c.list_group > ${DELETED_GROUP} AND (NOT ${refusesMarketing('c')} OR $4) AND NOT EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = $1 AND j.customer_id = c.id AND j.type = 'erase' AND j.status IN ('queued', 'running'))
ORDER BY c.revenue_order, c.id`;

export const readCustomers = (db: TenantDb, part: CampaignPart): Promise<PartCustomer[]> =>
  db.query<PartCustomer>(READ_CUSTOMERS, [part.customer_ids, part.chosen_as, part.include_unsubscribed, part.arms]);

const INSERT_RECIPIENTS = `
INSERT INTO campaign_recipients (tenant_id, campaign_id, customer_id, send_id, part, holdout, spared, arm, sent_at, cell, slope)
SELECT c.tenant_id, $2, c.id, $3, $4, p.chosen_as <> 'contacted', CASE WHEN p.chosen_as NOT IN ('contacted', 'holdout') THEN p.chosen_as END, p.arm, $5,
       c.contact_cell, c.score * (1 - c.score)
FROM unnest($6::uuid[], $7::text[], $8::smallint[]) AS p (id, chosen_as, arm) JOIN customers c ON c.tenant_id = $1 AND c.id = p.id`;

export async function insertRecipients(db: TenantDb, part: CampaignPart, customers: readonly PartCustomer[]): Promise<void> {
  const [ids, chosenAs, arms] = [customers.map(({ id }) => id), customers.map((each) => each.chosen_as), customers.map(({ arm }) => arm)];
  await db.query(INSERT_RECIPIENTS, [part.campaign_id, part.send_id, part.part, part.sent_at, ids, chosenAs, arms]);
}

const INSERT_DELIVERY = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, event, status, campaign_id, batch, body, max_attempts, next_attempt_at,
                        decided_at, created_at, completed_at, dead_letter_reason)
VALUES ($1, $2, $3, 'retention.campaign.sent', CASE WHEN $7::text IS NULL THEN 'dead_letter' ELSE 'pending' END, $4, $6, $7, ${MAX_ATTEMPTS},
        CASE WHEN $7::text IS NOT NULL THEN now() END, $5, now(), CASE WHEN $7::text IS NULL THEN now() END,
        CASE WHEN $7::text IS NULL THEN '${'customer_erased' satisfies DeadLetterReason}' END)`;

/** @param body null when no customer of the part is left; the delivery is then stored as given up. */
export async function insertDelivery(db: TenantDb, part: CampaignPart, endpointId: string, body: string | null): Promise<void> {
  const batch = part.deliveries > 1 ? `${part.part + 1}/${part.deliveries}` : null;
  await db.query(INSERT_DELIVERY, [part.delivery_id, endpointId, part.campaign_id, part.sent_at, batch, body]);
}

const FINISH = `
UPDATE campaign_parts SET customer_ids = '{}', chosen_as = '{}', arms = '{}', state = $4, delivery_id = $5, delivered_at = $6
WHERE tenant_id = $1 AND send_id = $2 AND part = $3`;

/** @param state `delivered` only for a part without customers to contact */
export async function finishPart(db: TenantDb, part: CampaignPart, state: Exclude<CampaignPartState, 'open'>): Promise<void> {
  await db.query(FINISH, [part.send_id, part.part, state, part.delivery_id, state === 'delivered' ? part.sent_at : null]);
}
