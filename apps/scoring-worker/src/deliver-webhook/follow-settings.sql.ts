import type { TenantDb } from '#libs/database';
import { type DeadLetterReason, enableEndpoint, markEndpointDue } from '#libs/delivery';
import type { LeasedEndpoint } from './lease-endpoint.sql.js';

/** Deliveries that became dead letters without another attempt. */
export interface GivenUp {
  readonly reason: DeadLetterReason;
  readonly count: number;
}

// Need index deliveries_due.
const giveUpWhere = (condition: string): string => `
WITH given_up AS (
  UPDATE deliveries SET status = 'dead_letter', dead_letter_reason = $3, next_attempt_at = NULL, completed_at = now()
  WHERE tenant_id = $1 AND endpoint_id = $2 AND status IN ('pending', 'failed') AND ${condition} RETURNING 1)
SELECT count(*)::int AS count FROM given_up`;
const GIVE_UP_ALL = giveUpWhere('true');
const GIVE_UP_OWN = giveUpWhere('campaign_id IS NULL');
const GIVE_UP_CAMPAIGNS = giveUpWhere('campaign_id IS NOT NULL');

async function giveUp(db: TenantDb, sql: string, endpointId: string, reason: DeadLetterReason): Promise<GivenUp> {
  const [row] = await db.query<{ count: number }>(sql, [endpointId, reason]);
  return { reason, count: row?.count ?? 0 };
}

/** Gives up all open deliveries of the endpoint. */
export const giveUpAll = (db: TenantDb, endpointId: string, reason: DeadLetterReason): Promise<GivenUp> =>
  giveUp(db, GIVE_UP_ALL, endpointId, reason);

const READ_ENDPOINT = 'SELECT url, enabled FROM webhook_endpoints WHERE tenant_id = $1';

/** The endpoint of a lease after the settings were applied, and the deliveries that were given up. */
export interface Followed {
  readonly endpoint: LeasedEndpoint;
  readonly givenUp: readonly GivenUp[];
}

/**
 * Applies the tenant's current settings to the open deliveries of the endpoint: gives them up when the tenant removed or disabled the
 * endpoint, moves them when the tenant has another URL, and gives up the deliveries of campaigns when the endpoint is disabled.
 */
export async function followSettings(db: TenantDb, endpointId: string, leased: LeasedEndpoint): Promise<Followed> {
  const [settings] = await db.prepared<{ url: string | null; enabled: boolean }>(READ_ENDPOINT);
  const url = settings?.url ?? null;
  const givenUp: GivenUp[] = [];
  let endpoint = leased;
  if (leased.disabled_reason !== null && settings?.enabled === true && url === leased.url) {
    await enableEndpoint(db, endpointId);
    endpoint = { ...leased, disabled_reason: null, consecutive_failures: 0, failing_for_ms: 0 };
  } else if (leased.disabled_reason !== null) {
    givenUp.push(await giveUp(db, GIVE_UP_CAMPAIGNS, endpointId, 'endpoint_disabled'));
  }
  if (url === null) givenUp.push(await giveUp(db, GIVE_UP_OWN, endpointId, 'url_removed'));
  else if (settings?.enabled !== true) givenUp.push(await giveUp(db, GIVE_UP_OWN, endpointId, 'endpoint_disabled'));
  else if (url !== leased.url) await markEndpointDue(db, url);
  return { endpoint, givenUp };
}
