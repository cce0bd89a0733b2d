import type { TenantDb } from '#libs/database';
import { type DeadLetterReason, markEndpointDue } from '#libs/delivery';
import type { LeasedEndpoint } from './lease-endpoint.sql.js';

// Need index deliveries_due.
const GIVE_UP = `
UPDATE deliveries SET status = 'dead_letter', dead_letter_reason = $3, next_attempt_at = NULL, completed_at = now()
WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed')`;
const GIVE_UP_OWN = `${GIVE_UP} AND campaign_id IS NULL`;
const GIVE_UP_CAMPAIGNS = `${GIVE_UP} AND campaign_id IS NOT NULL`;

/** Gives up all open deliveries of the endpoint. */
export async function giveUpAll(db: TenantDb, endpointId: string, reason: DeadLetterReason): Promise<void> {
  await db.query(GIVE_UP, [endpointId, reason]);
}

const READ_ENDPOINT = 'SELECT url, enabled FROM webhook_endpoints WHERE tenant_id = $1';
const ENABLE_ENDPOINT = 'UPDATE endpoint_health SET disabled_reason = NULL WHERE tenant_id = $1 AND id = $2';

/**
 * Applies the tenant's current settings to the open deliveries of the endpoint: gives them up when the tenant removed or disabled the
 * endpoint, moves them when the tenant has another URL, and gives up the deliveries of campaigns when the endpoint is disabled.
 */
export async function followSettings(db: TenantDb, endpointId: string, leased: LeasedEndpoint): Promise<void> {
  const [endpoint] = await db.prepared<{ url: string | null; enabled: boolean }>(READ_ENDPOINT);
  const url = endpoint?.url ?? null;
  if (leased.disabled_reason !== null && endpoint?.enabled === true && url === leased.url) {
    await db.query(ENABLE_ENDPOINT, [endpointId]);
  } else if (leased.disabled_reason !== null) {
    await db.query(GIVE_UP_CAMPAIGNS, [endpointId, 'endpoint_disabled' satisfies DeadLetterReason]);
  }
  if (url === null) {
    await db.query(GIVE_UP_OWN, [endpointId, 'url_removed' satisfies DeadLetterReason]);
  } else if (endpoint?.enabled !== true) {
    await db.query(GIVE_UP_OWN, [endpointId, 'endpoint_disabled' satisfies DeadLetterReason]);
  } else if (url !== leased.url) {
    await markEndpointDue(db, url);
  }
}
