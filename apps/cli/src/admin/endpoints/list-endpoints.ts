import { type DestinationKind, endpointIdOf, type TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { findTenant } from '../tenants.js';

interface Health {
  readonly disabled_reason: string | null;
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly consecutive_failures: number;
}

/** A place that deliveries go to. A URL may hold a secret of the tenant, so only its host is shown. */
export interface EndpointLine extends Health {
  /** The id of the destination; for an address that only campaigns use, the id of the endpoint. */
  readonly id: string;
  readonly kind: DestinationKind;
  readonly used_by: 'settings' | 'campaigns';
  readonly name: string;
  readonly host: string | null;
  readonly enabled: boolean;
  readonly pending: number;
  readonly dead_letters: number;
}

interface DestinationRow extends Omit<EndpointLine, 'host' | 'used_by'> {
  readonly url: string | null;
}

interface CampaignRow extends Health {
  readonly url: string;
  readonly name: string;
}

const HEALTH = 'h.last_success_at, h.last_failure_at, coalesce(h.consecutive_failures, 0) AS consecutive_failures';

// A tenant has at most ten destinations. A first webhook without a URL is as good as none.
const DESTINATIONS = `
SELECT d.id, d.kind, d.name, d.url, d.enabled, d.disabled_reason, ${HEALTH},
       (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1 AND status IN ('pending', 'failed') AND destination_id = d.id) AS pending,
       (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1 AND status = 'dead_letter' AND destination_id = d.id) AS dead_letters
FROM destinations d LEFT JOIN endpoint_health h ON h.tenant_id = $1 AND (h.url = d.url OR h.id = d.id)
WHERE d.tenant_id = $1 AND (d.kind <> 'webhook' OR d.url IS NOT NULL) ORDER BY d.id = d.tenant_id DESC, d.created_at, d.id`;
const CAMPAIGNS = `
SELECT c.webhook_url AS url, string_agg(c.name, ', ' ORDER BY c.name) AS name, h.disabled_reason, ${HEALTH}
FROM campaigns c LEFT JOIN endpoint_health h ON h.tenant_id = $1 AND h.url = c.webhook_url
WHERE c.tenant_id = $1 AND c.status <> 'archived' AND c.webhook_url IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM destinations d WHERE d.tenant_id = $1 AND d.url = c.webhook_url)
GROUP BY c.webhook_url, h.disabled_reason, h.last_success_at, h.last_failure_at, h.consecutive_failures ORDER BY c.webhook_url`;
// Needs the indexes deliveries_due and deliveries_dead.
const COUNT_OF_CAMPAIGNS = `
SELECT endpoint_id, count(*) FILTER (WHERE status <> 'dead_letter')::int AS pending, count(*) FILTER (WHERE status = 'dead_letter')::int AS dead_letters
FROM deliveries WHERE tenant_id = $1 AND status IN ('pending', 'failed', 'dead_letter') AND campaign_id IS NOT NULL GROUP BY endpoint_id`;

/** Lists the endpoints of a tenant: the first webhook, further destinations, then the addresses that only campaigns use. */
export async function listEndpoints(database: Database, nameOrId: string): Promise<EndpointLine[]> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, (db) => readEndpoints(db));
}

export async function readEndpoints(db: TenantDb): Promise<EndpointLine[]> {
  const destinations = await db.query<DestinationRow>(DESTINATIONS);
  const campaigns = await db.query<CampaignRow>(CAMPAIGNS);
  const counts = await db.query<{ endpoint_id: string; pending: number; dead_letters: number }>(COUNT_OF_CAMPAIGNS);
  return [
    ...destinations.map(({ url, ...row }): EndpointLine => ({ ...row, used_by: 'settings', host: hostOf(url) })),
    ...campaigns.map((row) => campaignLine(db.tenantId, row, counts)),
  ];
}

function campaignLine(
  tenantId: TenantId,
  { url, name, ...health }: CampaignRow,
  counts: readonly { endpoint_id: string; pending: number; dead_letters: number }[],
): EndpointLine {
  const id = endpointIdOf(tenantId, url);
  const { pending = 0, dead_letters = 0 } = counts.find(({ endpoint_id: endpointId }) => endpointId === id) ?? {};
  const enabled = health.disabled_reason === null;
  return { id, kind: 'webhook', used_by: 'campaigns', name, host: hostOf(url), enabled, ...health, pending, dead_letters };
}

/** Returns the host of a URL without a port. @returns null for a kind without a URL */
export const hostOf = (url: string | null): string | null => (url === null ? null : new URL(url).host);
