import { type TenantId, toTenantId } from '#libs/core';
import { CLOCK, type Database, isWorking, type TenantDb } from '#libs/database';

/** An endpoint of a tenant with due deliveries. */
export interface DueEndpoint {
  readonly tenantId: TenantId;
  readonly id: string;
}

// Needs index endpoint_health_due. Uses the clock of the database, like all times that deliveries wait for: workers' clocks differ. Tenants
// alternate, so that one with many due endpoints does not delay the others.
const FIND_DUE = `
SELECT tenant_id, id FROM (
  SELECT tenant_id, id, due_at, row_number() OVER (PARTITION BY tenant_id ORDER BY due_at) AS turn FROM endpoint_health
  WHERE due_at <= now() AND (lease_until IS NULL OR lease_until < now()) AND ${isWorking()} AND tenant_id <> ALL ($3::uuid[])) due
ORDER BY turn, due_at LIMIT $2`;

/** Finds due endpoints without a lease, longest due first. @param except tenants to leave out */
export async function findDueEndpoints(database: Database, limit: number, except: readonly TenantId[]): Promise<DueEndpoint[]> {
  const rows = await database.findWork('find due deliveries', FIND_DUE, [limit, except]);
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), id: String(row['id']) }));
}

// Needs the primary key: a tenant has few endpoints.
const FIND_DUE_OF_TENANT = `
SELECT id FROM endpoint_health WHERE tenant_id = $1 AND due_at <= now() AND (lease_until IS NULL OR lease_until < now())`;

export async function findDueEndpointsOf(db: TenantDb): Promise<DueEndpoint[]> {
  return (await db.prepared<{ id: string }>(FIND_DUE_OF_TENANT)).map(({ id }) => ({ tenantId: db.tenantId, id }));
}

/** Health of the endpoint at the start of the lease. */
export interface LeasedEndpoint {
  readonly url: string;
  readonly consecutive_failures: number;
  readonly failing_for_ms: number;
  /** Counts for deliveries of campaigns only. For the tenant's own endpoint the settings decide. */
  readonly disabled_reason: string | null;
  /** True when the previous worker did not end its lease. */
  readonly was_abandoned: boolean;
}

// Needs the primary key. While the breaker is open the endpoint is not due.
const TAKE_LEASE = `
WITH before AS MATERIALIZED (
  SELECT lease_token FROM endpoint_health
  WHERE tenant_id = $1 AND id = $2 AND (lease_until IS NULL OR lease_until < now()) AND due_at <= now() FOR UPDATE),
taken AS (
  UPDATE endpoint_health e SET lease_token = $3, lease_until = now() + $4 * interval '1 millisecond'
  FROM before WHERE e.tenant_id = $1 AND e.id = $2
  RETURNING url, consecutive_failures, failing_since, disabled_reason, before.lease_token IS NOT NULL AS was_abandoned)
SELECT url, consecutive_failures, coalesce(extract(epoch FROM now() - failing_since), 0)::float8 * 1000 AS failing_for_ms, disabled_reason,
       was_abandoned FROM taken`;

/** Leases the endpoint to one worker. @returns null when another worker has it, or nothing is due. */
export async function takeLease(db: TenantDb, endpointId: string, token: string, leaseMs: number): Promise<LeasedEndpoint | null> {
  return (await db.prepared<LeasedEndpoint>(TAKE_LEASE, [endpointId, token, leaseMs]))[0] ?? null;
}

/** Health of the endpoint as observed since the lease was last renewed. */
export interface HealthUpdate {
  readonly consecutiveFailures: number;
  /** Null while it does not fail. */
  readonly failingForMs: number | null;
  /** Null while the breaker is closed. */
  readonly openForMs: number | null;
  readonly hasSucceeded: boolean;
  readonly hasFailed: boolean;
}

// A user who tests or repairs the endpoint clears its failures. Failures that the worker saw before that do not bring them back.
const unlessCleared = (column: string, value: string): string =>
  `${column} = CASE WHEN consecutive_failures = $10 THEN ${value} ELSE ${column} END`;
const RENEW_LEASE = `
UPDATE endpoint_health SET
  lease_until = clock.now + $4 * interval '1 millisecond', ${unlessCleared('consecutive_failures', '$5')},
  ${unlessCleared('failing_since', "clock.now - $6::float8 * interval '1 millisecond'")},
  ${unlessCleared('open_until', "clock.now + $7::float8 * interval '1 millisecond'")},
  last_success_at = CASE WHEN $8 THEN clock.now ELSE last_success_at END, last_failure_at = CASE WHEN $9 THEN clock.now ELSE last_failure_at END
FROM ${CLOCK} WHERE tenant_id = $1 AND id = $2 AND lease_token = $3
RETURNING disabled_reason, consecutive_failures, coalesce(extract(epoch FROM clock.now - failing_since), 0)::float8 * 1000 AS failing_for_ms`;

type RenewedEndpoint = Pick<LeasedEndpoint, 'disabled_reason' | 'consecutive_failures' | 'failing_for_ms'>;

/** A lease to renew. */
export interface HeldLease {
  readonly endpointId: string;
  readonly token: string;
  readonly leaseMs: number;
  /** Failures in a row that the worker has last stored or read. */
  readonly storedFailures: number;
}

/**
 * Renews the lease and locks its row until the end of the transaction.
 * @returns the endpoint as it is stored now; null when another worker has the lease
 */
export async function renewLease(
  db: TenantDb,
  { endpointId, token, leaseMs, storedFailures }: HeldLease,
  health: HealthUpdate,
): Promise<RenewedEndpoint | null> {
  const { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed } = health;
  const rows = await db.prepared<RenewedEndpoint>(RENEW_LEASE, [
    endpointId,
    token,
    leaseMs,
    consecutiveFailures,
    failingForMs,
    openForMs,
    hasSucceeded,
    hasFailed,
    storedFailures,
  ]);
  return rows[0] ?? null;
}

// Needs index deliveries_due. A new statement after the row lock, so that it sees all that the relay has inserted before.
const END_LEASE = `
UPDATE endpoint_health r SET lease_token = NULL, lease_until = NULL, due_at = (
  SELECT greatest(min(d.next_attempt_at), r.open_until) FROM deliveries d
  WHERE d.tenant_id = $1 AND d.endpoint_id = $2 AND d.status IN ('pending', 'failed') HAVING min(d.next_attempt_at) IS NOT NULL)
WHERE r.tenant_id = $1 AND r.id = $2`;

/** Ends the lease. The endpoint is due again with its next delivery or its next probe. */
export async function endLease(db: TenantDb, endpointId: string): Promise<void> {
  await db.prepared(END_LEASE, [endpointId]);
}
