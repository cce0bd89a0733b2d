import { endpointIdOf } from '#libs/core';
import type { TenantDb } from '#libs/database';

// An open breaker stays open. The row lock makes whoever is about to end a lease see what is inserted after this.
const CALL = `
INSERT INTO endpoint_health AS r (tenant_id, id, url, due_at) VALUES ($1, $2, $3, now())
ON CONFLICT (tenant_id, id) DO UPDATE SET due_at = least(r.due_at, greatest(now(), r.open_until))`;

// Needs deliveries_due. What waits at an address that the tenant has left goes to the new one, before anything newer does.
const MOVE = `
UPDATE deliveries SET endpoint_id = $2 WHERE tenant_id = $1 AND status IN ('pending', 'failed') AND campaign_id IS NULL
  AND endpoint_id = ANY (ARRAY(SELECT id FROM endpoint_health WHERE tenant_id = $1 AND id <> $2 AND due_at IS NOT NULL))`;

/**
 * Lets the tenant's own address have something to do from now on, including what waits at another one that was its own before.
 * @returns the id of the address.
 */
export async function markEndpointDue(db: TenantDb, url: string): Promise<string> {
  const endpointId = endpointIdOf(db.tenantId, url);
  await db.prepared(CALL, [endpointId, url]);
  await db.prepared(MOVE, [endpointId]);
  return endpointId;
}

// The update changes nothing, and locks the row: so nobody forgets an address that a delivery is about to refer to.
const NAME = `
INSERT INTO endpoint_health AS r (tenant_id, id, url) VALUES ($1, $2, $3) ON CONFLICT (tenant_id, id) DO UPDATE SET url = r.url`;

/** Knows the address by its id from now on, and lets it have nothing to do. @returns the id. */
export async function registerEndpoint(db: TenantDb, url: string): Promise<string> {
  const endpointId = endpointIdOf(db.tenantId, url);
  await db.query(NAME, [endpointId, url]);
  return endpointId;
}

// Needs the primary key.
const TRY_NOW = 'UPDATE endpoint_health SET due_at = now(), open_until = NULL WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

/** Lets the addresses be tried at once because a person has asked for it, also while their breaker is open. */
export async function retryEndpointsNow(db: TenantDb, receiverIds: readonly string[]): Promise<void> {
  await db.query(TRY_NOW, [receiverIds]);
}

/** Lets an address that a campaign is sent to have something to do from now on. @returns its id. */
export async function markCampaignEndpointDue(db: TenantDb, url: string): Promise<string> {
  const endpointId = endpointIdOf(db.tenantId, url);
  await db.prepared(CALL, [endpointId, url]);
  return endpointId;
}

// Needs the primary key.
const REVIVE = 'UPDATE endpoint_health SET disabled_reason = NULL WHERE tenant_id = $1 AND id = $2';

/** A person says where campaigns are to be sent: if that address was given up, it is tried again. */
export async function reenableEndpoint(db: TenantDb, url: string): Promise<void> {
  await db.query(REVIVE, [endpointIdOf(db.tenantId, url)]);
}
