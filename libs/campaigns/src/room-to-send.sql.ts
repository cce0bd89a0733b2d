import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs campaign_parts_open, campaign_parts_sending and the primary key of campaign_sends.
const READ = `
SELECT EXISTS (SELECT FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
               WHERE p.tenant_id = $1 AND p.state = 'open' AND s.campaign_id = $2) AS preparing,
       (SELECT count(*)::int FROM (SELECT FROM campaign_parts WHERE tenant_id = $1 AND state IN ('open', 'sending') LIMIT $3) p) AS parts`;

/** Why a campaign has to wait before it is sent again. */
export type SendDelay = 'preparing' | 'too_many_parts';

/**
 * Keeps a tenant from choosing customers faster than workers make deliveries of them. The caller holds `lockCampaigns`.
 * @returns null when the campaign may be sent now. `preparing`: workers still make the deliveries of its last send. `too_many_parts`: the
 * campaigns of the tenant have too many deliveries under way.
 */
export async function sendDelay(db: TenantDb, campaignId: string): Promise<SendDelay | null> {
  const [row] = await db.query<{ preparing: boolean; parts: number }>(READ, [campaignId, LIMITS.campaign.partsUnderWay]);
  if (row?.preparing === true) return 'preparing';
  return row !== undefined && row.parts >= LIMITS.campaign.partsUnderWay ? 'too_many_parts' : null;
}
