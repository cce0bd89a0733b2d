import { type CustomerId, placeholderOf } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { HAS_ORDER_ID, ORDER_ID } from '#libs/orders';
import { createWaitingCustomers, foldWaiting, forgetInRequests } from '#libs/ingestion';
import { deleteCustomers, deleteRowsOf, eraseFromOthers, takeFromTotals } from './forget-customers.sql.js';
import { foldAgain, foldNewer, withNewerEvents } from './newer-events.sql.js';
import { leaveAliases } from './leave-aliases.sql.js';
import { lockOutIngest } from './lock-out-ingest.js';

// The row lock keeps a second worker away for the length of a transaction.
const TAKE_ERASURE = `
WITH taken AS (UPDATE churn_jobs SET status = 'running', started_at = coalesce(started_at, $3)
WHERE tenant_id = $1 AND id = (SELECT id FROM churn_jobs WHERE tenant_id = $1 AND id = $2 AND type = 'erase'
                               AND status IN ('queued', 'running') FOR UPDATE SKIP LOCKED)
RETURNING customer_id, shop, requested_at)
SELECT customer_id, shop, requested_at::text AS before FROM taken`;

export interface Erasure {
  readonly customer_id: CustomerId;
  /** platform:shop when only the data from this shop is to be erased; else ''. */
  readonly shop: string;
  /** Events received at or after this Postgres timestamp are kept. */
  readonly before: string;
}

/** @returns the customer to erase; null when the job has ended or another worker has it */
export async function takeErasure(db: TenantDb, jobId: string, now: Date): Promise<Erasure | null> {
  const [job] = await db.query<Erasure>(TAKE_ERASURE, [jobId, now]);
  return job ?? null;
}

/** Deletes up to $3 rows beyond the first $3. */
const trim = (table: string, key: string, condition = ''): string => `
DELETE FROM ${table} WHERE tenant_id = $1 AND ${key} = ANY (ARRAY(
  SELECT ${key} FROM ${table} WHERE tenant_id = $1 AND customer_id = $2 ${condition} OFFSET $3 LIMIT $3))
RETURNING ${key}`;

// Need the indexes events_by_customer, orders_by_customer and outbox_by_customer. The score history is not trimmed: it has at most one row a day.
const TRIM_EVENTS = trim('events', 'event_id', 'AND received_at < $4');
const TRIM_OUTBOX = trim('outbox', 'id');
/** SQL: something about the order may be stored under its placeholder customer. */
const MAY_HAVE_PLACEHOLDER = `(refunded > 0 OR moved_from IS NOT NULL) AND ${HAS_ORDER_ID}`;
// The row locks keep the worker from folding events into orders that are about to be deleted.
const ORDERS_TO_TRIM = `
SELECT order_key, moved_from, CASE WHEN ${MAY_HAVE_PLACEHOLDER} THEN ${ORDER_ID} END AS order_id
FROM orders WHERE tenant_id = $1 AND customer_id = $2 OFFSET $3 LIMIT $3 FOR UPDATE`;
const DELETE_ORDERS = 'DELETE FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[])';

/** Deletes rows of the customer beyond `limit` rows per table. @returns the number of deleted rows; 0 when no table had more */
export async function trimCustomer(
  db: TenantDb,
  { customer_id: id, before }: Erasure,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<number> {
  const hasOwners = (await previousOwners(db, id)).length > 0;
  if (hasOwners) {
    await lockOutIngest(db);
    await foldWithOwners(db, id);
  }
  const orders = await trimOrders(db, id, before, { limit, hasOwners });
  await foldMoved(db, orders, now);
  let rows = orders.length;
  rows += (await db.query(TRIM_EVENTS, [id, limit, before])).length;
  return rows + (await db.query(TRIM_OUTBOX, [id, limit])).length;
}

async function trimOrders(
  db: TenantDb,
  id: CustomerId,
  before: string,
  { limit, hasOwners }: { readonly limit: number; readonly hasOwners: boolean },
): Promise<MaybeMoved[]> {
  await foldRefundsOf(db, id, { from: limit, count: limit });
  const orders = await db.query<MaybeMoved & { order_key: string }>(ORDERS_TO_TRIM, [id, limit]);
  // The order row is the only link to the kept events of its placeholder customer. The last transaction needs it to fold these events again.
  const staying = await withNewerEvents(db, placeholdersOf(db, orders), before);
  // An order that was moved from another customer just now waits for the next round.
  const gone = orders.filter(
    ({ order_id: orderId, moved_from: owner }) =>
      (orderId === null || !staying.has(placeholderOf(db.tenantId, orderId))) && (hasOwners || owner === null),
  );
  await db.query(DELETE_ORDERS, [gone.map(({ order_key: key }) => key)]);
  // Deleted together with the orders, because only the orders link to these rows.
  await deletePlaceholders(db, placeholdersOf(db, gone), before);
  return gone;
}

// Needs orders_by_customer.
const PREVIOUS_OWNERS = 'SELECT DISTINCT moved_from AS id FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND moved_from IS NOT NULL';

/** Returns the previous owners of this customer's orders. */
const previousOwners = async (db: TenantDb, id: CustomerId): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(PREVIOUS_OWNERS, [id])).map((row) => row.id);

/** Folds the waiting requests of the customer and of previous owners of its orders. Folding may reveal further owners. */
export async function foldWithOwners(db: TenantDb, id: CustomerId): Promise<void> {
  const folded = new Set<CustomerId>();
  for (let next = [id]; next.length > 0; next = (await previousOwners(db, id)).filter((owner) => !folded.has(owner))) {
    await foldWaiting(db, next);
    for (const each of next) folded.add(each);
  }
}

/** A deleted order, and the customer who had it before. */
interface MaybeMoved {
  /** Null when the order has no id, or no previous owner. */
  readonly order_id: string | null;
  readonly moved_from: CustomerId | null;
}

/** Restores orders that came from other customers for these customers, from their own events. */
async function foldMoved(db: TenantDb, orders: readonly MaybeMoved[], now: Date): Promise<void> {
  const moved = orders.flatMap(({ order_id: orderId, moved_from: owner }) =>
    orderId === null || owner === null || owner === placeholderOf(db.tenantId, orderId) ? [] : { orderId, owner },
  );
  const owners = [...new Set(moved.map(({ owner }) => owner))];
  if (moved.length > 0) await foldAgain(db, { orderIds: moved.map(({ orderId }) => orderId), owners }, now);
}

const placeholdersOf = (db: TenantDb, orders: readonly { readonly order_id: string | null }[]): CustomerId[] =>
  orders.flatMap(({ order_id: orderId }) => (orderId === null ? [] : placeholderOf(db.tenantId, orderId)));

// Needs orders_by_customer.
const ORDER_IDS = `
SELECT ${ORDER_ID} AS order_id FROM orders
WHERE tenant_id = $1 AND customer_id = $2 AND ${HAS_ORDER_ID} OFFSET $3 LIMIT $4`;

/** Folds waiting refunds and cancellations of the customer's orders that were sent without a customer id, so that they are erased too. */
async function foldRefundsOf(
  db: TenantDb,
  id: CustomerId,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<void> {
  const orders = await db.query<{ order_id: string }>(ORDER_IDS, [id, from, count]);
  await foldWaiting(db, placeholdersOf(db, orders));
}

// Includes replaced versions of events that now belong to another customer.
const DELETE_REPLACED = 'DELETE FROM replaced_events WHERE tenant_id = $1 AND customer_id = $2 AND received_at < $3';
const DELETE_EVENTS = 'DELETE FROM events WHERE tenant_id = $1 AND customer_id = $2 AND received_at < $3';
const EXTERNAL_ID = 'SELECT external_id FROM customers WHERE tenant_id = $1 AND id = $2';

/** The last transaction finds at most twice the number of orders that a trim leaves. */
const MOST_ORDERS = 4000;

/**
 * Removes everything about the customer at once, and takes it out of the totals from today on. Events that stay begin a new customer. A table with a column for a customer
 * needs a statement here, in `forget-customers.sql.ts`, in `erase-from-campaigns.sql.ts` or in `forgetInRequests`, or a foreign key to `customers`; a test compares.
 */
export async function eraseRest(db: TenantDb, { customer_id: id, before }: Erasure, now: Date): Promise<void> {
  await lockOutIngest(db);
  await createWaitingCustomers(db, [id]);
  // Locks requests before the customer, in the same order as scoring, so that the two cannot deadlock.
  await foldWithOwners(db, id);
  await foldRefundsOf(db, id, { from: 0, count: MOST_ORDERS });
  await forgetInRequests(db, [id]);
  const { placeholders, orders } = await erasePlaceholders(db, id, before);
  await deleteRowsOf(db, [id]);
  for (const sql of [DELETE_REPLACED, DELETE_EVENTS]) await db.query(sql, [id, before]);
  await foldMoved(db, orders, now);
  const [customer] = await db.query<{ external_id: string }>(EXTERNAL_ID, [id]);
  await eraseFromOthers(db, [id], customer === undefined ? [] : [customer.external_id]);
  await leaveAliases(db, id);
  const gone = await deleteCustomers(db, [id]);
  if (customer !== undefined) await foldNewer(db, { id, externalId: customer.external_id, placeholders }, before, now);
  await takeFromTotals(db, gone, now);
}

// Needs orders_by_customer and orders_by_previous_owner.
const ORDERS_WITH_PLACEHOLDER = `
SELECT ${ORDER_ID} AS order_id, customer_id, moved_from FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND ${MAY_HAVE_PLACEHOLDER}
UNION ALL
SELECT ${ORDER_ID}, customer_id, NULL FROM orders WHERE tenant_id = $1 AND moved_from = $2 AND ${HAS_ORDER_ID}`;

/**
 * Deletes refunds, cancellations and deletions that arrived before their order and are stored under its placeholder customer.
 * @returns the placeholder customers, and the orders that may have had them
 */
async function erasePlaceholders(
  db: TenantDb,
  id: CustomerId,
  before: string,
): Promise<{ readonly placeholders: readonly CustomerId[]; readonly orders: readonly MaybeMoved[] }> {
  const orders = await db.query<MaybeMoved & { order_id: string; customer_id: CustomerId }>(ORDERS_WITH_PLACEHOLDER, [id]);
  // An order that has moved to another customer stays with that customer, with all its events.
  const placeholders = orders.flatMap(({ order_id: orderId, customer_id: owner }) => {
    const placeholder = placeholderOf(db.tenantId, orderId);
    return owner === id || owner === placeholder ? [placeholder] : [];
  });
  await deletePlaceholders(db, placeholders, before);
  return { placeholders, orders };
}

const DELETE_PLACEHOLDER_EVENTS = 'DELETE FROM events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND received_at < $3';
const DELETE_PLACEHOLDER_ORDERS = 'DELETE FROM orders WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])';

/** Deletes events and orders of placeholder customers, but keeps events that were received later. */
export async function deletePlaceholders(db: TenantDb, placeholders: readonly CustomerId[], before: string): Promise<void> {
  if (placeholders.length === 0) return;
  await db.query(DELETE_PLACEHOLDER_EVENTS, [placeholders, before]);
  await db.query(DELETE_PLACEHOLDER_ORDERS, [placeholders]);
}

const FINISH_ERASURE = `
UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = 1, customer_id = NULL WHERE tenant_id = $1 AND id = $2`;
// Also clears the customer from earlier erasures that failed.
const FORGET_FAILED = `UPDATE churn_jobs SET customer_id = NULL WHERE tenant_id = $1 AND customer_id = $2 AND status = 'failed' AND $3 IN ('', shop)`;

export async function finishErasure(db: TenantDb, jobId: string, { customer_id: id, shop }: Erasure, now: Date): Promise<void> {
  await db.query(FINISH_ERASURE, [jobId, now]);
  await db.query(FORGET_FAILED, [id, shop]);
}
