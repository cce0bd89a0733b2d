import { type OutboundEvent, type TenantId, toTenantId } from '#libs/core';
import { column, type Database, rowColumns, type TenantDb } from '#libs/database';
import { type DeadLetterReason, MAX_ATTEMPTS } from '#libs/delivery';

// Jumps from tenant to tenant on the primary key (tenant_id, id), so that a large backlog costs no more than a small one.
const FIND_TENANTS = `
WITH RECURSIVE found AS (
  (SELECT tenant_id FROM outbox ORDER BY tenant_id LIMIT 1)
  UNION ALL
  SELECT next.* FROM found, LATERAL (SELECT tenant_id FROM outbox o WHERE o.tenant_id > found.tenant_id ORDER BY tenant_id LIMIT 1) next
)
SELECT tenant_id FROM found`;

/** Tenants with announcements that wait to be relayed. */
export async function tenantsWithOutboxEvents(database: Database): Promise<TenantId[]> {
  const rows = await database.acrossTenants('find announcements to relay', (send) => send(FIND_TENANTS, []));
  return rows.map((row) => toTenantId(String(row['tenant_id'])));
}

// One relay of a tenant at a time: two could commit what they took of one customer in the wrong order.
const LOCK = `SELECT pg_try_advisory_xact_lock(hashtextextended('relay ' || $1::uuid::text, 0)) AS taken`;

/** @returns false when another worker is relaying for the tenant: it, or the sweep, sees what we would have seen. */
export async function lockRelay(db: TenantDb): Promise<boolean> {
  return (await db.query<{ taken: boolean }>(LOCK))[0]?.taken === true;
}

/** What a tenant has set, as far as it decides what becomes of an announcement. */
export interface RelaySettings {
  readonly url: string | null;
  readonly enabled: boolean;
  readonly event_types: readonly string[] | null;
  readonly has_secret: boolean;
}

// Needs the primary keys of webhook_endpoints and webhook_secrets.
const READ_SETTINGS = `
SELECT url, enabled, event_types, EXISTS (SELECT FROM webhook_secrets s WHERE s.tenant_id = $1 AND s.expires_at IS NULL) AS has_secret
FROM webhook_endpoints WHERE tenant_id = $1`;

/** @returns null for a tenant that has never set anything. */
export async function readRelaySettings(db: TenantDb): Promise<RelaySettings | null> {
  return (await db.prepared<RelaySettings>(READ_SETTINGS))[0] ?? null;
}

export interface OutboxRow {
  readonly id: string;
  readonly customer_id: string;
  readonly sequence: string;
  readonly event: string;
  readonly payload: OutboundEvent;
  /** As Postgres writes it: it only passes through. */
  readonly created_at: string;
  readonly traceparent: string | null;
}

// Needs the primary key (tenant_id, id) and outbox_by_customer; the array and OFFSET 0 keep to them whatever the planner knows of the
// table, so that a large backlog costs no more for each. Whoever is among the oldest is taken with everything that waits: ids rise
// with the clocks of several workers, so of two announcements of a customer the later may have the lower id.
const TAKE = `
DELETE FROM outbox WHERE tenant_id = $1 AND id = ANY (ARRAY(
  SELECT theirs.id FROM (SELECT DISTINCT customer_id FROM (SELECT customer_id FROM outbox WHERE tenant_id = $1 ORDER BY id LIMIT $2) o) oldest,
       LATERAL (SELECT id FROM outbox WHERE tenant_id = $1 AND customer_id = oldest.customer_id OFFSET 0) theirs))
RETURNING id, customer_id, sequence, event, payload, created_at::text, traceparent`;

/** Takes the oldest announcements out of the outbox, in no particular order. */
export const takeOutboxEvents = (db: TenantDb, limit: number): Promise<OutboxRow[]> => db.prepared<OutboxRow>(TAKE, [limit]);

export interface NewDelivery extends Omit<OutboxRow, 'payload'> {
  readonly body: string;
}

const DELIVERIES = rowColumns<NewDelivery>(
  {
    id: column.uuid((row) => row.id),
    customer_id: column.uuid((row) => row.customer_id),
    sequence: column.bigint((row) => row.sequence),
    event: column.text((row) => row.event),
    body: column.text((row) => row.body),
    decided_at: column.instantText((row) => row.created_at),
    traceparent: column.text((row) => row.traceparent),
  },
  4,
);

// The id of the announcement becomes the id of the delivery: there cannot be two of one.
const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, event, status, customer_id, sequence, body, max_attempts, next_attempt_at,
                        decided_at, created_at, completed_at, dead_letter_reason, traceparent)
SELECT $1, id, $2, event, CASE WHEN $3::text IS NULL THEN 'pending' ELSE 'dead_letter' END, customer_id, sequence, body, ${MAX_ATTEMPTS},
       CASE WHEN $3::text IS NULL THEN now() END, decided_at, now(), CASE WHEN $3::text IS NOT NULL THEN now() END, $3, traceparent
FROM ${DELIVERIES.unnest('delivery')}`;

/** @param dead why they are dead letters from the beginning; null: they are to be sent. */
export async function insertDeliveries(
  db: TenantDb,
  endpointId: string,
  dead: DeadLetterReason | null,
  rows: readonly NewDelivery[],
): Promise<void> {
  await db.prepared(INSERT, [endpointId, dead, ...DELIVERIES.parametersOf(rows)]);
}
