import { type CustomerId, placeholderOf } from '#libs/core';
import { findAliases, type TenantDb } from '#libs/database';
import { eventKeyOf, IS_REMOVED, orderKeyOf } from '#libs/orders';
import { createWaitingCustomers, foldWaiting } from '#libs/ingestion';
import { deletePlaceholders, type Erasure, foldWithOwners } from './erase-customer.sql.js';
import { seeAgain } from './leave-aliases.sql.js';
import { lockOutIngest } from './lock-out-ingest.js';
import { foldAgain } from './newer-events.sql.js';

/** All event ids of a shop begin with `sf:` and the shop. ';' comes after ':'. */
const FROM_SHOP = `event_id >= 'sf:' || $3 || ':' AND event_id < 'sf:' || $3 || ';'`;

// Needs events_by_customer, orders_by_customer and the primary keys of customers and shop_customers.
const HAS_OTHER_SOURCES = `
SELECT EXISTS (SELECT 1 FROM customers WHERE tenant_id = $1 AND id = $2) AND (
  EXISTS (SELECT 1 FROM events WHERE tenant_id = $1 AND customer_id = $2 AND NOT (${FROM_SHOP}))
  OR EXISTS (SELECT 1 FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop <> $3)
  OR (EXISTS (SELECT 1 FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND ${IS_REMOVED})
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
const DELETE_ORDERS = 'DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND order_key = ANY ($3::text[]) RETURNING moved_from';
const FORGET_MOVES = 'UPDATE orders SET moved_from = NULL WHERE tenant_id = $1 AND moved_from = $2 AND order_key = ANY ($3::text[])';
// The retention keeps no event that tells which shop an order came from.
const DELETE_REMOVED = `
DELETE FROM orders WHERE tenant_id = $1 AND customer_id = $2 AND ${IS_REMOVED}
AND EXISTS (SELECT 1 FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop = $3)`;
const FORGET_SHOP = 'DELETE FROM shop_customers WHERE tenant_id = $1 AND customer_id = $2 AND shop = $3 RETURNING shop';
// A tenant has few rows.
const DELETE_REJECTED = `DELETE FROM rejected_events WHERE tenant_id = $1 AND customer_id = $2 AND via = 'storefront' AND sender = $3`;
const DELETE_DATA_REQUESTS = `DELETE FROM data_requests WHERE tenant_id = $1 AND customer_id = $2 AND platform || ':' || shop = $3`;

/**
 * Removes what came from one shop about a customer who is known from elsewhere too: its events, the orders that they are about, and removed
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
  await foldWithOwners(db, id);
  const gone = await db.query<{ event_id: string; order_id: string | null }>(DELETE_EVENTS, [id, shop, limit, before]);
  const orderIds = [...new Set(gone.map(({ order_id: orderId }) => orderId).filter((orderId) => orderId !== null))];
  const placeholders = orderIds.map((orderId) => placeholderOf(db.tenantId, orderId));
  await foldWaiting(db, placeholders);
  await deletePlaceholders(db, placeholders, before);
  const keys = [...orderIds.map(orderKeyOf), ...gone.map(({ event_id: eventId }) => eventKeyOf(eventId))];
  const deleted = await db.query<{ moved_from: CustomerId | null }>(DELETE_ORDERS, [id, keys]);
  await db.query(FORGET_MOVES, [id, keys]);
  const hadRemoved = await deleteRemoved(db, id, shop);
  for (const sql of [DELETE_DATA_REQUESTS, DELETE_REJECTED]) await db.query(sql, [id, shop]);
  await seeAgain(db, await withCustomer(db, id));
  if (gone.length > 0 || hadRemoved) {
    const others = deleted.flatMap(({ moved_from: owner }) => (owner === null || placeholders.includes(owner) ? [] : owner));
    await foldAgain(db, { orderIds, owners: [id, ...others], placeholders }, now);
  }
  return gone.length;
}

/** Deletes what the retention has left of the customer from the shop. @returns whether the retention had removed events of the shop */
async function deleteRemoved(db: TenantDb, id: CustomerId, shop: string): Promise<boolean> {
  await db.query(DELETE_REMOVED, [id, shop]);
  return (await db.query(FORGET_SHOP, [id, shop])).length > 0;
}

/** Returns the identifier and, when it is an alias, its customer. */
async function withCustomer(db: TenantDb, id: CustomerId): Promise<CustomerId[]> {
  const aliases = await findAliases(db, [id]);
  return [id, ...aliases.map(({ customer_id: customerId }) => customerId)];
}
