import { campaignResults, countInRanges, keepResults } from '#libs/campaigns';
import { firstIdOf, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Sends per transaction. */
const SENDS_AT_ONCE = 1000;

// Needs campaign_sends_to_thin. Ids rise with time. Picks sends of one campaign, the one with the oldest send.
const PICK = `
SELECT campaign_id, array_agg(id) AS sends FROM (
  SELECT campaign_id, id FROM campaign_sends WHERE tenant_id = $1 AND NOT thinned AND id < $2
    AND campaign_id = (SELECT campaign_id FROM campaign_sends WHERE tenant_id = $1 AND NOT thinned AND id < $2 ORDER BY id LIMIT 1)
  ORDER BY id LIMIT ${SENDS_AT_ONCE}) s GROUP BY 1`;

// Results of other campaigns count a customer until a delivery of this one. Needs the primary keys and campaign_recipients_by_customer.
const KEEP_CUTS = `
WITH cuts AS (
  SELECT a.campaign_id, a.customer_id, a.send_id, min(p.delivered_at) AS at FROM campaign_recipients r
  JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = r.send_id AND p.part = r.part AND p.state = 'delivered'
  JOIN campaign_recipients a ON a.tenant_id = $1 AND a.customer_id = r.customer_id AND a.campaign_id <> r.campaign_id AND a.spared IS NULL
  JOIN campaign_parts q ON q.tenant_id = $1 AND q.send_id = a.send_id AND q.part = a.part AND q.delivered_at < p.delivered_at
  JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = a.send_id AND p.delivered_at <= q.delivered_at + s.window_days * interval '1 day'
  WHERE r.tenant_id = $1 AND r.campaign_id = $2 AND ($3::uuid[] IS NULL OR r.send_id = ANY ($3)) AND (NOT r.holdout OR r.spared = 'other_control')
  GROUP BY 1, 2, 3)
UPDATE campaign_recipients a SET cut_at = least(a.cut_at, c.at) FROM cuts c
WHERE a.tenant_id = $1 AND a.campaign_id = c.campaign_id AND a.customer_id = c.customer_id AND a.send_id = c.send_id`;

// Needs the primary keys. Results count each customer from the first delivery on, and no cooldown reaches back that far.
const THIN = `
DELETE FROM campaign_recipients r USING campaign_parts q
WHERE r.tenant_id = $1 AND r.campaign_id = $2 AND r.send_id = ANY ($3::uuid[]) AND q.tenant_id = $1 AND q.send_id = r.send_id AND q.part = r.part
  AND EXISTS (SELECT 1 FROM campaign_recipients e
              JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = e.send_id AND p.part = e.part AND p.state = 'delivered'
              WHERE e.tenant_id = $1 AND e.campaign_id = $2 AND e.customer_id = r.customer_id AND e.spared IS NOT DISTINCT FROM r.spared
                AND (r.arm IS NULL OR e.arm = r.arm)
                AND (p.delivered_at, e.send_id) < (coalesce(q.delivered_at, 'infinity'), r.send_id))`;
const MARK = 'UPDATE campaign_sends SET thinned = true WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Deletes recipients of old sends that an earlier delivery of the same campaign already counts. @returns whether there is more to do */
export async function thinRecipients(db: TenantDb, now: Date): Promise<boolean> {
  const [picked] = await db.query<{ campaign_id: string; sends: string[] }>(PICK, [firstIdOf(retainedSince(now))]);
  if (picked === undefined) return false;
  await db.query(KEEP_CUTS, [picked.campaign_id, picked.sends]);
  await db.query(THIN, [picked.campaign_id, picked.sends]);
  await db.query(MARK, [picked.sends]);
  return true;
}

// A tenant has few campaigns.
const FIND_ENDED = `
SELECT id FROM campaigns c WHERE tenant_id = $1 AND status = 'archived' AND last_sent_at < $2
  AND NOT EXISTS (SELECT 1 FROM counted_results k WHERE k.tenant_id = $1 AND k.about = c.id AND k.final) LIMIT 1 FOR UPDATE`;

// The first delivery for which any campaign chose a customer stays: the comparison with the tenant-wide control group begins with it. Needs
// the primary keys and campaign_recipients_by_customer.
const FORGET = `
DELETE FROM campaign_recipients r USING campaign_parts q
WHERE r.tenant_id = $1 AND r.campaign_id = $2 AND q.tenant_id = $1 AND q.send_id = r.send_id AND q.part = r.part
  AND (r.spared IN ('other_control', 'other_control_holdout') OR q.state = 'undelivered' OR EXISTS (
    SELECT 1 FROM campaign_recipients e
    JOIN campaign_parts p ON p.tenant_id = $1 AND p.send_id = e.send_id AND p.part = e.part AND p.state = 'delivered'
    WHERE e.tenant_id = $1 AND e.customer_id = r.customer_id AND (e.spared IS NULL OR e.spared = 'tenant_control')
      AND (p.delivered_at, e.send_id) < (q.delivered_at, r.send_id)))`;

/**
 * Stores the results of a campaign that ended long ago as counts, and deletes the recipients that nothing else needs. @returns whether there was one
 */
export async function forgetRecipients(db: TenantDb, now: Date): Promise<boolean> {
  const [ended] = await db.query<{ id: string }>(FIND_ENDED, [retainedSince(now)]);
  if (ended === undefined) return false;
  await keepResults(db, ended.id, await countInRanges(campaignResults(ended.id), now, (work) => work(db)), now);
  await db.query(KEEP_CUTS, [ended.id, null]);
  await db.query(FORGET, [ended.id]);
  return true;
}

// Deleting a send deletes its parts. A send with waiting parts is kept. Needs the primary keys and campaign_recipients_by_part.
const FORGET_SENDS = `
DELETE FROM campaign_sends WHERE tenant_id = $1 AND id = ANY (ARRAY(
  SELECT s.id FROM campaign_sends s WHERE s.tenant_id = $1 AND s.thinned AND s.id < $2
    AND NOT EXISTS (SELECT 1 FROM campaign_recipients r WHERE r.tenant_id = $1 AND r.send_id = s.id)
    AND NOT EXISTS (SELECT 1 FROM campaign_parts p WHERE p.tenant_id = $1 AND p.send_id = s.id AND p.state IN ('open', 'sending'))
  ORDER BY s.id LIMIT ${SENDS_AT_ONCE})) RETURNING 1`;

/** Deletes old sends that no kept recipient belongs to. @returns whether there is more to do. */
export async function forgetSends(db: TenantDb, now: Date): Promise<boolean> {
  return (await db.query(FORGET_SENDS, [firstIdOf(retainedSince(now))])).length === SENDS_AT_ONCE;
}

const retainedSince = (now: Date): Date => new Date(now.getTime() - LIMITS.campaign.recipientRetentionMs);
