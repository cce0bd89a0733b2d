import { type OutboundEvent, type OutboxPayload, type TenantId, toTenantId } from '#libs/core';
import { column, type Database, isWorking, overFirstRows, rowColumns, type TenantDb } from '#libs/database';
import { type DeadLetterReason, MAX_ATTEMPTS } from '#libs/delivery';

// Needs the primary key.
const FIND_TENANTS = overFirstRows({ table: 'outbox', keys: 'tenant_id', where: isWorking() }, 'SELECT tenant_id FROM found');

/** Finds the tenants with outbox events to relay. */
export async function tenantsWithOutboxEvents(database: Database): Promise<TenantId[]> {
  const rows = await database.findWork('find outbox events to relay', FIND_TENANTS);
  return rows.map((row) => toTenantId(String(row['tenant_id'])));
}

// One relay per tenant at a time: two could commit the events of one customer in the wrong order. Other transactions can still store events. A change
// of settings locks the same row, so it happens before or after.
const LOCK = 'SELECT id FROM tenants WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED';

/** @returns false when another worker relays for the tenant. That worker or the next sweep relays our events too. */
export async function lockRelay(db: TenantDb): Promise<boolean> {
  return (await db.query(LOCK)).length > 0;
}

export interface OutboxRow<Payload extends OutboxPayload = OutboxPayload> {
  readonly id: string;
  readonly customer_id: string;
  readonly sequence: string;
  readonly event: string;
  readonly payload: Payload;
  /** Text as Postgres writes it, because the value only passes through. */
  readonly created_at: string;
  readonly traceparent: string | null;
}

// Needs the primary key (tenant_id, id) and outbox_by_customer. The array and OFFSET 0 make the planner use them with any statistics, so that an
// event of a large backlog costs no more than another. It takes all waiting events of the customers with the oldest events: ids rise with the clocks
// of several workers, so the later of two events of a customer may have the lower id.
const TAKE = `
WITH taken AS (DELETE FROM outbox WHERE tenant_id = $1 AND id = ANY (ARRAY(
  SELECT theirs.id FROM (SELECT DISTINCT customer_id FROM (SELECT customer_id FROM outbox WHERE tenant_id = $1 ORDER BY id LIMIT $2) o) oldest,
       LATERAL (SELECT id FROM outbox WHERE tenant_id = $1 AND customer_id = oldest.customer_id OFFSET 0) theirs))
RETURNING id, customer_id, sequence, event, payload, created_at, traceparent)
SELECT id, customer_id, sequence, event, payload, created_at::text, traceparent FROM taken`;

/** Takes the oldest events out of the outbox, in no particular order. */
export const takeOutboxEvents = (db: TenantDb, limit: number): Promise<OutboxRow[]> => db.prepared<OutboxRow>(TAKE, [limit]);

/** An outbox event that may go to webhooks. */
export type WebhookRow = OutboxRow<OutboundEvent>;

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
  5,
);

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, customer_id, sequence, body, max_attempts, next_attempt_at,
                        decided_at, created_at, completed_at, dead_letter_reason, traceparent)
SELECT t.id, delivery.id, $2, $4, event, CASE WHEN $3::text IS NULL THEN 'pending' ELSE 'dead_letter' END, customer_id, sequence, body, ${MAX_ATTEMPTS},
       CASE WHEN $3::text IS NULL THEN now() END, decided_at, now(), CASE WHEN $3::text IS NOT NULL THEN now() END, $3, traceparent
FROM tenants t, ${DELIVERIES.unnest('delivery')} WHERE t.id = $1`;

/** New deliveries of one destination. */
export interface NewDeliveries {
  readonly destinationId: string;
  readonly endpointId: string;
  /** Reason why they are stored as dead letters; null to send them. */
  readonly dead: DeadLetterReason | null;
  readonly rows: readonly NewDelivery[];
}

export async function insertDeliveries(db: TenantDb, { destinationId, endpointId, dead, rows }: NewDeliveries): Promise<void> {
  await db.prepared(INSERT, [endpointId, dead, destinationId, ...DELIVERIES.parametersOf(rows)]);
}
