import { plainArray, type TenantDb } from '#libs/database';
import { EndpointHealthEntity } from '#libs/entities';
import type { DestinationEndpoint } from './destinations.sql.js';

// An open breaker stays open. The row lock delays a worker that ends its lease, so that it sees the deliveries inserted after this.
const CALL = `
INSERT INTO endpoint_health AS r (tenant_id, id, url, due_at) VALUES ($1, $2, $3, now() + $4 * interval '1 millisecond')
ON CONFLICT (tenant_id, id) DO UPDATE SET due_at = least(r.due_at, greatest(excluded.due_at, r.open_until))`;

// Needs deliveries_due. Open deliveries of the destination's previous endpoint move to the new one, are tried at once, and go first.
const MOVE = `
UPDATE deliveries SET endpoint_id = $2, next_attempt_at = least(next_attempt_at, now()) WHERE tenant_id = $1 AND status IN ('pending', 'failed') AND destination_id = $3
  AND endpoint_id = ANY (ARRAY(SELECT id FROM endpoint_health WHERE tenant_id = $1 AND id <> ALL ($4::uuid[]) AND due_at IS NOT NULL))`;

/**
 * Marks the endpoint of a destination as due now, and moves the destination's open deliveries at its previous endpoint to it.
 * @param current the endpoints of all destinations of the tenant; no delivery moves away from these
 */
export async function markDestinationDue(
  db: TenantDb,
  destinationId: string,
  endpoint: DestinationEndpoint,
  current: readonly string[],
): Promise<void> {
  await markEndpointDue(db, endpoint);
  await db.prepared(MOVE, [endpoint.id, destinationId, plainArray(current)]);
}

// The update changes nothing but locks the row, so that the nightly cleanup cannot delete an endpoint that a delivery is about to use.
const NAME = `
INSERT INTO endpoint_health AS r (tenant_id, id, url) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, id) DO UPDATE SET url = r.url`;

/** Stores the endpoint without marking it due. */
export async function registerEndpoint(db: TenantDb, { id, url }: DestinationEndpoint): Promise<void> {
  await db.query(NAME, [id, url]);
}

// Needs the primary key.
const TRY_NOW =
  'UPDATE endpoint_health SET due_at = now(), open_until = NULL, consecutive_failures = 0 WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Marks the endpoints as due now because a person asked for it, even while their breaker is open. */
export async function retryEndpointsNow(db: TenantDb, endpointIds: readonly string[]): Promise<void> {
  await db.query(TRY_NOW, [endpointIds]);
}

// Needs deliveries_due.
const TRY_WAITING = `
UPDATE deliveries SET next_attempt_at = now()
WHERE tenant_id = $1 AND endpoint_id = ANY ($2::uuid[]) AND status IN ('pending', 'failed') AND next_attempt_at > now()`;

/** Does the same, and lets everything go now that waits for another attempt at them. */
export async function retryWaitingNow(db: TenantDb, endpointIds: readonly string[]): Promise<void> {
  await retryEndpointsNow(db, endpointIds);
  await db.query(TRY_WAITING, [endpointIds]);
}

/** Marks the endpoint as due. @param waitMs from now */
export async function markEndpointDue(db: TenantDb, { id, url }: DestinationEndpoint, waitMs = 0): Promise<void> {
  await db.prepared(CALL, [id, url, waitMs]);
}

/** Enables the endpoint and forgets its failures. With a failure of days ago the next one would disable it again at once. */
export async function enableEndpoint(db: TenantDb, endpointId: string): Promise<void> {
  const health = { disabledReason: null, consecutiveFailures: 0, failingSince: null, openUntil: null };
  await db.repository(EndpointHealthEntity).update({ id: endpointId }, health);
}
