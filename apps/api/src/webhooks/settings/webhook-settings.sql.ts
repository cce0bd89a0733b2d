import type { OutboundEvent } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { DestinationEntity } from '#libs/entities';

export interface WebhookSettingsRow {
  readonly url: string | null;
  readonly enabled: boolean;
  readonly disabled_reason: string | null;
  readonly event_types: OutboundEvent['event'][] | null;
  readonly score_delta_threshold: number | null;
  readonly secret_hint: string | null;
  readonly secret_created_at: Date | null;
  readonly previous_secret_expires_at: Date | null;
}

// A tenant has at most one first webhook, one current secret, and one expiring secret.
const FIND_SETTINGS = `
SELECT w.url, coalesce(w.enabled, true) AS enabled, w.disabled_reason, w.event_types, w.score_delta_threshold::float8,
       current.hint AS secret_hint, current.created_at AS secret_created_at, previous.expires_at AS previous_secret_expires_at
FROM tenants t
LEFT JOIN destinations w ON w.tenant_id = t.id AND w.id = t.id
LEFT JOIN webhook_secrets current ON current.tenant_id = t.id AND current.expires_at IS NULL
LEFT JOIN webhook_secrets previous ON previous.tenant_id = t.id AND previous.expires_at > $2
WHERE t.id = $1`;

/** @returns null for a tenant that does not exist. */
export async function findWebhookSettings(db: TenantDb, now: Date): Promise<WebhookSettingsRow | null> {
  const [row] = await db.query<WebhookSettingsRow>(FIND_SETTINGS, [now]);
  return row ?? null;
}

export interface EndpointHealthRow {
  readonly last_success_at: Date | null;
  readonly last_failure_at: Date | null;
  readonly consecutive_failures: number;
}

// Needs the primary key of endpoint_health. A tenant has few rows.
const FIND_ENDPOINT_HEALTH = `
SELECT last_success_at, last_failure_at, consecutive_failures FROM endpoint_health WHERE tenant_id = $1 AND url = $2`;

/** Reads the health of an endpoint. @returns null while nothing has been sent to it. */
export async function findEndpointHealth(db: TenantDb, url: string): Promise<EndpointHealthRow | null> {
  const [row] = await db.query<EndpointHealthRow>(FIND_ENDPOINT_HEALTH, [url]);
  return row ?? null;
}

export interface DeliveryCounts {
  readonly pending: number;
  readonly dead_letters: number;
}

// Needs the indexes deliveries_due and deliveries_dead, which contain only these rows.
const COUNT_DELIVERIES = `
SELECT (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1 AND status IN ('pending', 'failed')) AS pending,
       (SELECT count(*)::int FROM deliveries WHERE tenant_id = $1 AND status = 'dead_letter') AS dead_letters`;

export async function countDeliveries(db: TenantDb): Promise<DeliveryCounts> {
  const [counts] = await db.query<DeliveryCounts>(COUNT_DELIVERIES);
  return counts ?? { pending: 0, dead_letters: 0 };
}

/** The settings of the tenant's first webhook. A tenant may set all of them except `disabledReason`, which the service sets. */
export interface StoredEndpoint {
  readonly url: string | null;
  readonly enabled: boolean;
  readonly disabledReason: string | null;
  readonly eventTypes: OutboundEvent['event'][] | null;
  readonly scoreDeltaThreshold: number | null;
}

/** Stores the settings of the endpoint. The caller has locked the tenant, so no other request inserts the row at the same time. */
export async function storeEndpoint(db: TenantDb, endpoint: StoredEndpoint, now: Date): Promise<void> {
  const destinations = db.repository(DestinationEntity);
  const id = db.tenantId;
  const row = { ...endpoint, scoreDeltaThreshold: endpoint.scoreDeltaThreshold?.toString() ?? null, updatedAt: now };
  if ((await destinations.update({ id }, row)) === 0) await destinations.insert({ ...row, id, createdAt: now });
}
