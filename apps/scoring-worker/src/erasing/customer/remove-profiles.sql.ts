import { newIds, PROFILES_REMOVED } from '#libs/core';
import { type TenantDb, textColumn, uuidColumn } from '#libs/database';
import { endpointOf, markEndpointDue, MAX_ATTEMPTS, readDestinations } from '#libs/delivery';

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, body, max_attempts, next_attempt_at, decided_at, created_at)
SELECT $1, one.id, $4, $5, '${PROFILES_REMOVED}', 'pending', one.body, ${MAX_ATTEMPTS}, now(), now(), now()
FROM unnest($2::uuid[], $3::text[]) AS one (id, body)
RETURNING id`;

/**
 * Lets a worker clear what we wrote about erased customers at vendors where that is possible. The delivery is the last place with the
 * identifier, and loses it when it ends. Call it before the deliveries of the destination are locked: a worker locks the endpoint first.
 */
export async function removeProfiles(db: TenantDb, externalIds: readonly string[]): Promise<void> {
  for (const destination of await readDestinations(db)) {
    const endpoint = destination.kind === 'shopify' && destination.enabled ? endpointOf(db.tenantId, destination) : null;
    if (endpoint === null) continue;
    await markEndpointDue(db, endpoint);
    const bodies = externalIds.map((externalId) => JSON.stringify({ event: PROFILES_REMOVED, external_ids: [externalId] }));
    await db.query(INSERT, [uuidColumn(newIds(bodies.length)), textColumn(bodies), endpoint.id, destination.id]);
  }
}
