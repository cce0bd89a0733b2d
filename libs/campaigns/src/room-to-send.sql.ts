import { DAY_MS, firstIdOf, HOUR_MS, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs campaign_parts_open, campaign_parts_sending and the primary key of campaign_sends. A downloaded list has no delivery.
const READ = `
SELECT EXISTS (SELECT 1 FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
               WHERE p.tenant_id = $1 AND p.state = 'open' AND s.campaign_id = $2) AS preparing,
       (SELECT count(*)::int FROM (SELECT 1 FROM campaign_parts WHERE tenant_id = $1 AND (state = 'open' OR state = 'sending' AND delivery_id IS NOT NULL) LIMIT $3) p) AS parts`;

const { recipientsPerDay, sendsPerHour } = LIMITS.campaign;
const { least, perCustomer } = recipientsPerDay;

// Needs the primary key of campaign_sends (its ids grow with time) and that of customers. Customers are counted only when a tenant sends to
// more than `least` recipients.
const IS_FULL = `
SELECT sent.in_hour >= ${sendsPerHour} AS sends, sent.recipients > ${least} AND sent.recipients > ${perCustomer} * (SELECT count(*) FROM customers WHERE tenant_id = $1) AS recipients
FROM (SELECT coalesce(sum(recipients_count), 0) AS recipients, count(*) FILTER (WHERE sent_at > $3) AS in_hour
      FROM campaign_sends WHERE tenant_id = $1 AND id >= $4 AND sent_at > $2) sent`;

/** Why a campaign has to wait before it is sent again. */
export type SendDelay = 'preparing' | 'too_many_parts' | 'too_many_sends' | 'too_many_recipients';

/**
 * Keeps a tenant from choosing customers faster than workers make deliveries of them. The caller holds `lockCampaigns`.
 * @returns null when the campaign may be sent now. `preparing`: workers still make the deliveries of its last send. `too_many_parts`: the
 * campaigns of the tenant have too many deliveries under way. `too_many_sends`: they were sent too often within an hour. `too_many_recipients`:
 * they have had too many within a day.
 */
export async function sendDelay(db: TenantDb, campaignId: string, now: Date): Promise<SendDelay | null> {
  const [row] = await db.query<{ preparing: boolean; parts: number }>(READ, [campaignId, LIMITS.campaign.partsUnderWay]);
  if (row?.preparing === true) return 'preparing';
  if (row !== undefined && row.parts >= LIMITS.campaign.partsUnderWay) return 'too_many_parts';
  const [dayAgo, hourAgo] = [new Date(now.getTime() - DAY_MS), new Date(now.getTime() - HOUR_MS)];
  const [full] = await db.query<{ sends: boolean; recipients: boolean }>(IS_FULL, [dayAgo, hourAgo, firstIdOf(dayAgo)]);
  if (full?.sends === true) return 'too_many_sends';
  return full?.recipients === true ? 'too_many_recipients' : null;
}
