import { type CustomerId, placeholderOf } from '#libs/core';
import { allIdentifiersOf, type TenantDb } from '#libs/database';
import { orderKeyOf, removedKeyOf } from '#libs/orders';
import { DataRequestEntity } from '#libs/entities';
import { endRest } from '#libs/work';
import { createWaitingCustomers, foldNewest, foldWaiting, OWNER } from '#libs/ingestion';

// Needs the primary keys of orders and customers.
const FIND_SUBJECTS = `
SELECT id, external_id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
UNION
SELECT c.id, c.external_id FROM orders o JOIN customers c ON c.tenant_id = $1 AND c.id = ${OWNER}
WHERE o.tenant_id = $1 AND o.order_key = ANY ($3::text[])`;

// Needs the primary key of customers.
const WITH_ALIASES = `SELECT id, external_id FROM customers WHERE tenant_id = $1 AND id = ANY (${allIdentifiersOf('$2::uuid[]')})`;

export interface KnownCustomer {
  readonly id: CustomerId;
  readonly external_id: string;
}

/** The customers and orders that a privacy request names. */
export interface NamedSubjects {
  readonly ids: readonly CustomerId[];
  readonly orderIds: readonly string[];
}

/** Returns the customers with these ids and the customers of the orders, with all their identifiers. */
export const findSubjects = async (db: TenantDb, named: NamedSubjects): Promise<KnownCustomer[]> =>
  allIdentifiersIn(db, await findNamed(db, named));

/** Returns the customers with these ids and the customers of the orders. */
export async function findNamed(db: TenantDb, { ids, orderIds }: NamedSubjects): Promise<CustomerId[]> {
  // Customers and orders that have just arrived may still wait for the worker.
  await createWaitingCustomers(db, ids);
  await foldWaiting(db, ids);
  if (orderIds.length > 0) await foldNewest(db);
  const keys = orderIds.map(orderKeyOf);
  const found = await db.query<KnownCustomer>(FIND_SUBJECTS, [ids, keys.concat(keys.map(removedKeyOf))]);
  return found.map(({ id }) => id);
}

/** Returns the customers with all their identifiers as they are joined now. */
export const allIdentifiersIn = (db: TenantDb, ids: readonly CustomerId[]): Promise<KnownCustomer[]> =>
  db.query<KnownCustomer>(WITH_ALIASES, [ids]);

// The statements need events_by_customer and orders_by_customer.
const FORGET_PLACEHOLDERS = ['events', 'orders'].map(
  (table) => `DELETE FROM ${table} WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[])`,
);

/** Deletes what is stored about the orders under their placeholder customers. Erasing a customer does not reach it, because the order never came or has another customer. */
export async function forgetPlaceholders(db: TenantDb, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  const placeholders = orderIds.map((orderId) => placeholderOf(db.tenantId, orderId));
  await foldWaiting(db, placeholders);
  for (const sql of FORGET_PLACEHOLDERS) await db.query(sql, [placeholders]);
}

// A tenant has few rows. `sender` is platform:shop.
const FORGET_REJECTED = `
DELETE FROM rejected_events
WHERE tenant_id = $1 AND via = 'storefront' AND sender = $2 AND (customer_id = ANY ($3::uuid[]) OR order_id = ANY ($4::text[]))`;

/** Deletes rejected events of the shop about these customers and orders. Customers known only from rejected events are not reached by an erasure. */
export async function forgetRejectedOf(db: TenantDb, shop: string, { ids, orderIds }: NamedSubjects): Promise<void> {
  await db.query(FORGET_REJECTED, [shop, ids, orderIds]);
}

export interface NewDataRequest {
  readonly id: string;
  readonly platform: string;
  readonly shop: string;
  readonly reference: string;
  readonly customer: KnownCustomer;
}

/** Stores a request once: a unique index covers shop, reference and customer. @returns false when it was already stored. */
export function recordDataRequest(db: TenantDb, request: NewDataRequest, now: Date): Promise<boolean> {
  const { id, platform, shop, reference, customer } = request;
  const row = { id, platform, shop, reference, customerId: customer.id, externalId: customer.external_id, requestedAt: now };
  return db.repository(DataRequestEntity).insertIfAbsent(row);
}

// A worker finds the request by this value, even when the connection ends.
const REQUEST_REDACTION = `
UPDATE storefront_connections SET redact_requested_at = coalesce(redact_requested_at, $3) WHERE tenant_id = $1 AND id = $2`;

export async function requestRedaction(db: TenantDb, connectionId: string, now: Date): Promise<void> {
  await db.query(REQUEST_REDACTION, [connectionId, now]);
}

// Needs the primary key. A worker handles the due rows.
const ASK_IF_UNINSTALLED = `
UPDATE storefront_connections SET uninstall_reported_at = $3, sync_due_at = $3
WHERE tenant_id = $1 AND id = $2 AND status = 'connected' AND sync_due_at IS NOT NULL RETURNING id`;

/** Lets a worker ask the platform whether our token is still valid. @returns false for a connection to a platform that cannot be asked */
export async function askIfUninstalled(db: TenantDb, connectionId: string, now: Date): Promise<boolean> {
  const asked = await db.query(ASK_IF_UNINSTALLED, [connectionId, now]);
  await endRest(db, 'storefront');
  return asked.length > 0;
}
