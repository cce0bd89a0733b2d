import { type CustomerId, placeholderOf } from '#libs/core';
import { eventKeyOf, findAliases, FIRST_ACTIVITY, LAST_ACTIVITY, orderKeyOf, type TenantDb } from '#libs/database';
import { createWaitingCustomers, foldWaiting, insertScoreRequests, scoreRequestOf } from '#libs/ingestion';
import { distrustOrderDays } from '#libs/score-inputs';
import { deletePlaceholders, type Erasure } from './erase-customer.sql.js';
import { lockOutIngest } from './lock-out-ingest.js';
import { EVENTS_AT_ONCE, readAgain, STORED_EVENT, type StoredEvent } from './newer-events.sql.js';

/** All event ids of a shop begin with `sf:` and the shop. ';' comes after ':'. */
const FROM_SHOP = `event_id >= 'sf:' || $3 || ':' AND event_id < 'sf:' || $3 || ';'`;

// Needs events_by_customer and the primary keys of customers, kept_orders and shop_customers.
const HAS_OTHER_SOURCES = `
SELECT EXISTS (SELECT 1 FROM customers WHERE tenant_id = $1 AND id = $2) AND (
  EXISTS (SELECT 1 FROM events WHERE tenant_id = $1 AND customer_id = $2 AND NOT (${FROM_SHOP}))
  OR EXISTS (SELECT 1 FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop <> $3)
  OR (EXISTS (SELECT 1 FROM kept_orders WHERE tenant_id = $1 AND customer_id = $2)
      AND NOT EXISTS (SELECT 1 FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop = $3))) AS others`;

/** Returns whether anything about the customer came from elsewhere than this shop. @param shop platform:shop */
export async function hasOtherSources(db: TenantDb, id: CustomerId, shop: string): Promise<boolean> {
  await createWaitingCustomers(db, [id]);
  const [row] = await db.query<{ others: boolean }>(HAS_OTHER_SOURCES, [id, shop]);
  return row?.others === true;
}

// Needs events_by_customer.
const DELETE_EVENTS = `
DELETE FROM events WHERE tenant_id = $1 AND event_id = ANY (ARRAY(
  SELECT event_id FROM events WHERE tenant_id = $1 AND customer_id = $2 AND ${FROM_SHOP} AND received_at < $5 LIMIT $4))
RETURNING event_id, data ->> 'order_id' AS order_id`;
// Needs the primary key of orders.
const DELETE_ORDERS = 'DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND order_key = ANY ($3::text[])';
const FORGET_MOVES = 'UPDATE orders SET moved_from = NULL WHERE tenant_id = $1 AND moved_from = $2 AND order_key = ANY ($3::text[])';
// Needs events_by_customer.
const OTHER_EVENTS = `
SELECT ${STORED_EVENT} FROM events
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND data ->> 'order_id' = ANY ($3::text[]) AND event_id > $4
ORDER BY event_id LIMIT ${EVENTS_AT_ONCE}`;
// The retention keeps no event that tells which shop an order came from.
const DELETE_KEPT = `
DELETE FROM kept_orders WHERE tenant_id = $1 AND customer_id = $2
AND EXISTS (SELECT 1 FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop = $3)`;
const FORGET_SHOP = 'DELETE FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop = $3 RETURNING shop';
const DELETE_DATA_REQUESTS = `DELETE FROM data_requests WHERE tenant_id = $1 AND customer_id = $2 AND platform || ':' || shop = $3`;
// Nothing is left when the retention has removed what another shop sent. The old times stay then, because a customer without them is never scored.
const SEEN = `
UPDATE customers SET first_seen_at = coalesce(${FIRST_ACTIVITY}, first_seen_at), last_activity_at = coalesce(${LAST_ACTIVITY}, last_activity_at)
WHERE tenant_id = $1 AND id = $2`;

/**
 * Removes what came from one shop about a customer who is known from elsewhere too: its events, the orders that they are about, and kept
 * orders. Orders that other events name as well are folded again from those, and the customer is scored again, without webhooks.
 * @param limit the largest number of events to remove
 * @returns the number of events that it removed
 */
export async function eraseFromShop(
  db: TenantDb,
  { customer_id: id, shop, before }: Erasure,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<number> {
  await lockOutIngest(db);
  await foldWaiting(db, [id]);
  const gone = await db.query<{ event_id: string; order_id: string | null }>(DELETE_EVENTS, [id, shop, limit, before]);
  const orderIds = [...new Set(gone.map(({ order_id: orderId }) => orderId).filter((orderId) => orderId !== null))];
  const placeholders = orderIds.map((orderId) => placeholderOf(db.tenantId, orderId));
  await foldWaiting(db, placeholders);
  await deletePlaceholders(db, placeholders, before);
  const keys = [...orderIds.map(orderKeyOf), ...gone.map(({ event_id: eventId }) => eventKeyOf(eventId))];
  for (const sql of [DELETE_ORDERS, FORGET_MOVES]) await db.query(sql, [id, keys]);
  const hadRemoved = await deleteKept(db, id, shop);
  await db.query(DELETE_DATA_REQUESTS, [id, shop]);
  const changed = await withCustomer(db, id);
  for (const each of changed) await db.query(SEEN, [each]);
  if (gone.length > 0 || hadRemoved) {
    await distrustOrderDays(db, changed);
    await foldAgain(db, id, orderIds, now);
  }
  return gone.length;
}

/** Deletes what the retention has left of the customer from the shop. @returns whether the retention had removed events of the shop */
async function deleteKept(db: TenantDb, id: CustomerId, shop: string): Promise<boolean> {
  await db.query(DELETE_KEPT, [id, shop]);
  return (await db.query(FORGET_SHOP, [id, shop])).length > 0;
}

/** Returns the identifier and, when it is an alias, its customer, in the order in which scoring locks them. */
async function withCustomer(db: TenantDb, id: CustomerId): Promise<CustomerId[]> {
  const aliases = await findAliases(db, [id]);
  return [id, ...aliases.map(({ customer_id: customerId }) => customerId)].toSorted();
}

async function foldAgain(db: TenantDb, id: CustomerId, orderIds: readonly string[], now: Date): Promise<void> {
  const owners = [id, ...orderIds.map((orderId) => placeholderOf(db.tenantId, orderId))];
  let stored: StoredEvent[];
  let last = '';
  do {
    stored = await db.query<StoredEvent>(OTHER_EVENTS, [owners, orderIds, last]);
    last = stored.at(-1)?.event_id ?? last;
    const { orders } = scoreRequestOf(readAgain(stored, id, now));
    await insertScoreRequests(db, { customers: [], orders, others: [id], changedDays: [] }, true);
  } while (stored.length === EVENTS_AT_ONCE);
}
