import { newId, startOfLocalDay, type SummaryEvent, type TenantId, toTenantId } from '#libs/core';
import { isFree } from '#libs/work';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { MAX_ATTEMPTS } from '#libs/delivery';

export interface DueSummary {
  readonly tenantId: TenantId;
  readonly destinationId: string;
}

// Needs index destinations_by_message.
const FIND_DUE = `
SELECT tenant_id, id FROM destinations d WHERE next_message_at <= $2 AND ${isWorking()} AND ${isFree('message', 'd.tenant_id', 'd.id')} ORDER BY next_message_at LIMIT 100`;

export async function findDueSummaries(database: Database, now: Date): Promise<DueSummary[]> {
  const rows = await database.findWork('find messages to people', FIND_DUE, [now]);
  return rows.map((row) => ({ tenantId: toTenantId(String(row['tenant_id'])), destinationId: String(row['id']) }));
}

// Needs the primary key.
const TAKE = `
SELECT d.enabled, d.next_message_at, t.timezone FROM destinations d JOIN tenants t ON t.id = $1
WHERE d.tenant_id = $1 AND d.id = $2 AND d.next_message_at <= $3 FOR UPDATE OF d`;

export interface SummaryTime {
  readonly enabled: boolean;
  readonly next_message_at: Date;
  readonly timezone: string;
}

/** @returns null when it is not due any more. */
export async function takeSummary(db: TenantDb, destinationId: string, now: Date): Promise<SummaryTime | null> {
  return (await db.query<SummaryTime>(TAKE, [destinationId, now]))[0] ?? null;
}

const PLAN = 'UPDATE destinations SET next_message_at = $3 WHERE tenant_id = $1 AND id = $2';

export async function planSummary(db: TenantDb, destinationId: string, at: Date | null): Promise<void> {
  await db.query(PLAN, [destinationId, at]);
}

// Reads all customers of the tenant, once a day. Counts as the list of customers filters: a deleted customer is in neither, until it orders again.
const COUNT_ENTERED = `
SELECT count(*)::int AS entered FROM customers
WHERE tenant_id = $1 AND high_risk_since >= $2 AND high_risk_since < $3`;

/** Counts the customers who entered high risk from the day `from` to the day before `until`, days of the tenant, and are still there. */
export async function countEntered(db: TenantDb, from: string, until: string, timezone: string): Promise<number> {
  return (
    (
      await db.query<{ entered: number }>(
        COUNT_ENTERED,
        [from, until].map((day) => startOfLocalDay(day, timezone)),
      )
    )[0]?.entered ?? 0
  );
}

const INSERT = `
INSERT INTO deliveries (tenant_id, id, endpoint_id, destination_id, event, status, body, max_attempts, next_attempt_at, decided_at, created_at)
VALUES ($1, $2, $3, $3, $4, 'pending', $5, ${MAX_ATTEMPTS}, now(), $6, now())`;

/** Inserts the delivery of a message. The endpoint of a vendor has the id of its destination. */
export async function insertMessage(db: TenantDb, destinationId: string, event: SummaryEvent, text: string, now: Date): Promise<void> {
  await db.query(INSERT, [newId(), destinationId, event, JSON.stringify({ event, text }), now]);
}
