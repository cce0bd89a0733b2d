import { type TenantId, toTenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';

/** An address that deliveries of a tenant go to. */
export interface DueEndpoint {
  readonly tenantId: TenantId;
  readonly id: string;
}

// Needs index endpoint_health_due. By the clock of the database, as every time that deliveries wait for: workers' clocks differ.
const FIND_DUE = `
SELECT tenant_id, id FROM endpoint_health
WHERE due_at <= now() AND (lease_until IS NULL OR lease_until < now()) ORDER BY due_at LIMIT $1`;

/** Addresses that have something to do and that no worker is at, longest due first. */
export async function findDueEndpoints(database: Database, limit: number): Promise<DueEndpoint[]> {
  const rows = await database.acrossTenants('find due deliveries', (send) => send(FIND_DUE, [limit]));
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), id: String(row['id']) }));
}

// Needs the primary key: a tenant has few addresses.
const FIND_DUE_OF_TENANT = `
SELECT id FROM endpoint_health WHERE tenant_id = $1 AND due_at <= now() AND (lease_until IS NULL OR lease_until < now())`;

export async function findDueEndpointsOf(db: TenantDb): Promise<DueEndpoint[]> {
  return (await db.prepared<{ id: string }>(FIND_DUE_OF_TENANT)).map(({ id }) => ({ tenantId: db.tenantId, id }));
}

/** How the address stood when the lease on it began. */
export interface LeasedEndpoint {
  readonly url: string;
  readonly consecutive_failures: number;
  readonly failing_for_ms: number;
  /** Only deliveries of campaigns ask: what the tenant has set for its own address stands in its settings. */
  readonly disabled_reason: string | null;
}

// Needs the primary key. While the breaker is open the address is not due.
const TAKE_LEASE = `
UPDATE endpoint_health SET lease_token = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond'
WHERE tenant_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < clock_timestamp()) AND due_at <= clock_timestamp()
RETURNING url, consecutive_failures, coalesce(extract(epoch FROM now() - failing_since), 0)::float8 * 1000 AS failing_for_ms, disabled_reason`;

/** One worker at a time sends to an address. @returns null when another has the lease, or there is nothing to do. */
export async function takeLease(db: TenantDb, endpointId: string, token: string, leaseMs: number): Promise<LeasedEndpoint | null> {
  return (await db.prepared<LeasedEndpoint>(TAKE_LEASE, [endpointId, token, leaseMs]))[0] ?? null;
}

/** How the address has behaved since the lease was last renewed. */
export interface Behaviour {
  readonly consecutiveFailures: number;
  /** Null: it does not fail. */
  readonly failingForMs: number | null;
  /** Null: the breaker is closed. */
  readonly openForMs: number | null;
  readonly hasSucceeded: boolean;
  readonly hasFailed: boolean;
}

const RENEW_LEASE = `
UPDATE endpoint_health SET
  lease_until = clock_timestamp() + $4 * interval '1 millisecond', consecutive_failures = $5,
  failing_since = now() - $6::float8 * interval '1 millisecond', open_until = now() + $7::float8 * interval '1 millisecond',
  last_success_at = CASE WHEN $8 THEN now() ELSE last_success_at END, last_failure_at = CASE WHEN $9 THEN now() ELSE last_failure_at END
WHERE tenant_id = $1 AND id = $2 AND lease_token = $3
RETURNING 1`;

/** Keeps the lease and holds the row until the end of the transaction. @returns false when it is another worker's by now. */
export async function renewLease(
  db: TenantDb,
  { endpointId, token, leaseMs }: { endpointId: string; token: string; leaseMs: number },
  behaviour: Behaviour,
): Promise<boolean> {
  const { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed } = behaviour;
  const rows = await db.prepared(RENEW_LEASE, [
    endpointId, token, leaseMs, consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed,
  ]); // prettier-ignore
  return rows.length > 0;
}

// Needs index deliveries_due. A new statement after the row lock, so that it sees whatever the relay has inserted before it.
const END_LEASE = `
UPDATE endpoint_health r SET lease_token = NULL, lease_until = NULL, due_at = (
  SELECT greatest(min(d.next_attempt_at), r.open_until) FROM deliveries d
  WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status IN ('pending', 'failed') HAVING min(d.next_attempt_at) IS NOT NULL)
WHERE r.tenant_id = $1 AND r.id = $2`;

/** Gives the address back, due again when its next delivery or its next probe is. */
export async function endLease(db: TenantDb, endpointId: string): Promise<void> {
  await db.prepared(END_LEASE, [endpointId]);
}
