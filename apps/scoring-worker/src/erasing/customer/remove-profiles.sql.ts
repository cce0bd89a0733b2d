import { newId, PROFILES_REMOVED } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { endpointOf, markEndpointDue, MAX_ATTEMPTS, readDestinations } from '#libs/delivery';

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, body, max_attempts, next_attempt_at, decided_at, created_at)
VALUES ($1, $2, $3, $4, '${PROFILES_REMOVED}', 'pending', $5, ${MAX_ATTEMPTS}, now(), now(), now())`;

/**
 * Lets a worker clear what we wrote about an erased customer at vendors where that is possible. The delivery is the last place with the
 * identifier, and loses it when it ends. Call it before the deliveries of the destination are locked: a worker locks the endpoint first.
 */
export async function removeProfiles(db: TenantDb, externalId: string): Promise<void> {
  for (const destination of await readDestinations(db)) {
    const endpoint = destination.kind === 'shopify' && destination.enabled ? endpointOf(db.tenantId, destination) : null;
    if (endpoint === null) continue;
    await markEndpointDue(db, endpoint);
    const body = JSON.stringify({ event: PROFILES_REMOVED, external_ids: [externalId] });
    await db.query(INSERT, [newId(), endpoint.id, destination.id, body]);
  }
}
