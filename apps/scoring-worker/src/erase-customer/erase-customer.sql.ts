import type { CustomerId } from '#libs/core';
import { EXCLUSIVE_ERASURE_LOCK, type TenantDb } from '#libs/database';

// The row lock keeps a second worker away for the length of a transaction.
const TAKE_ERASURE = `
UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3)
WHERE tenant_id = $1 AND id = (SELECT id FROM churn_jobs WHERE tenant_id = $1 AND id = $2 AND type = 'erase'
                               AND status IN ('queued', 'running') FOR UPDATE SKIP LOCKED)
RETURNING customer_id`;

/** @returns the customer to erase; null when the job has ended or another worker is at it. */
export async function takeErasure(db: TenantDb, jobId: string, now: Date): Promise<CustomerId | null> {
  const [job] = await db.query<{ customer_id: CustomerId }>(TAKE_ERASURE, [jobId, now]);
  return job?.customer_id ?? null;
}

/** Deletes what lies beyond the first $3 rows, as many at a time. */
const trim = (table: string, key: string): string => `
WITH gone AS (
  DELETE FROM ${table} WHERE tenant_id = $1 AND ${key} = ANY (ARRAY(
    SELECT ${key} FROM ${table} WHERE tenant_id = $1 AND customer_id = $2 OFFSET $3 LIMIT $3))
  RETURNING 1)
SELECT count(*)::int AS rows FROM gone`;

// Need the indexes events_by_customer, orders_by_customer and outbox_by_customer. A history has a row a day at the most.
const TRIMS = [trim('events', 'event_id'), trim('orders', 'order_key'), trim('outbox', 'id')];

/** Shortens what is stored of the customer to `limit` rows a table. @returns how many rows went; 0 when there was nothing to shorten. */
export async function trimCustomer(db: TenantDb, id: CustomerId, limit: number): Promise<number> {
  let rows = 0;
  for (const sql of TRIMS) rows += (await db.query<{ rows: number }>(sql, [id, limit]))[0]?.rows ?? 0;
  return rows;
}

// From here on nobody stores an event of the tenant until the customer is gone; see SHARED_ERASURE_LOCK.
const LOCK_OUT_INGEST = `SELECT ${EXCLUSIVE_ERASURE_LOCK}`;

// Requests before the customer, as whoever scores locks them, so that the two cannot block each other for ever.
const REST = [
  'DELETE FROM score_requests WHERE tenant_id = $1 AND customer_id = $2',
  'SELECT FROM customers WHERE tenant_id = $1 AND id = $2 FOR UPDATE',
  'DELETE FROM events WHERE tenant_id = $1 AND customer_id = $2',
  'DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2',
  // Orders that have gone over to another customer are that one's.
  'UPDATE orders SET moved_from = NULL WHERE tenant_id = $1 AND moved_from = $2',
  'DELETE FROM outbox WHERE tenant_id = $1 AND customer_id = $2',
  `UPDATE churn_job_parts SET customer_ids = array_remove(customer_ids, $2::uuid)
   WHERE tenant_id = $1 AND NOT done AND $2::uuid = ANY (customer_ids)`,
  // The history goes with the customer, by its foreign key.
  'DELETE FROM customers WHERE tenant_id = $1 AND id = $2',
];

/** Removes everything about the customer at once. Every table that names customers has its line here; a test searches all tables. */
export async function eraseRest(db: TenantDb, id: CustomerId): Promise<void> {
  await db.query(LOCK_OUT_INGEST);
  for (const sql of REST) await db.query(sql, [id]);
}

const FINISH_ERASURE = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = 1, customer_id = NULL WHERE tenant_id = $1 AND id = $2`;

export async function finishErasure(db: TenantDb, jobId: string, now: Date): Promise<void> {
  await db.query(FINISH_ERASURE, [jobId, now]);
}
