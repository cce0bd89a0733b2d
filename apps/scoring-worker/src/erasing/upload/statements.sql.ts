import type { CustomerId } from '#libs/core';
import { consentedAt, refusedAt, type TenantDb, textColumn, unsubscribedAt, uuidColumn } from '#libs/database';
import { STORED_BYTES } from '#libs/ingestion';

/** One version of an event: its current content, or an earlier one that a later import corrected. */
export interface Statement {
  readonly event_id: string;
  readonly customer_id: CustomerId;
  readonly event_type: string;
  readonly occurred_at: Date;
  readonly received_at: Date;
  /** Null: the event names no order. */
  readonly order_id: string | null;
  /** True for an event that says whether the customer accepts marketing, has unsubscribed or was deleted. */
  readonly says_more: boolean;
  /** The quota counts them. */
  readonly bytes: number;
  /** Only the upload has said it. */
  readonly goes: boolean;
}

/** SQL: the upload $3 alone has brought it. */
const GOES = 'coalesce(uploads <@ ARRAY[$3::uuid], false)';
const COLUMNS = `event_id, customer_id, event_type, occurred_at, received_at, data ->> 'order_id' AS order_id, data, ${GOES} AS goes,
  coalesce(data ? 'accepts_marketing', false) OR event_type IN ('customer_deleted', 'email_unsubscribed') AS says_more`;

// Needs the primary keys of events, replaced_events and customers. Events are locked in the order in which they are inserted.
const READ = `
WITH current AS MATERIALIZED (SELECT ${COLUMNS} FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) ORDER BY event_id FOR UPDATE),
said AS (
  SELECT * FROM current
  UNION ALL
  SELECT ${COLUMNS} FROM replaced_events WHERE tenant_id = $1 AND event_id = ANY ($2::text[]))
SELECT s.event_id, s.customer_id, s.event_type, s.occurred_at, s.received_at, s.order_id, s.goes, s.says_more, ${STORED_BYTES} AS bytes
FROM said s LEFT JOIN customers c ON c.tenant_id = $1 AND c.id = s.customer_id`;

/** Reads all that was said of the events. */
export const readStatements = (db: TenantDb, uploadId: string, eventIds: readonly string[]): Promise<Statement[]> =>
  db.query<Statement>(READ, [textColumn(eventIds), uploadId]);

const BROUGHT_TOO = 'uploads @> ARRAY[$3::uuid] AND NOT uploads <@ ARRAY[$3::uuid]';
const leave = (table: string): string => `
UPDATE ${table} SET uploads = array_remove(uploads, $3::uuid) WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) AND ${BROUGHT_TOO}`;
const remove = (table: string): string => `
DELETE FROM ${table} WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) AND uploads <@ ARRAY[$3::uuid]`;

const CONTENT = ['customer_id', 'event_type', 'occurred_at', 'value', 'data', 'received_at', 'received_by', 'uploads'];
// Needs the primary keys of events and replaced_events.
const PUT_BACK = `
WITH latest AS (
  SELECT r.event_id, max(r.number) AS number FROM events e JOIN replaced_events r ON r.tenant_id = $1 AND r.event_id = e.event_id
  WHERE e.tenant_id = $1 AND e.event_id = ANY ($2::text[]) AND e.uploads <@ ARRAY[$3::uuid] GROUP BY r.event_id),
back AS (
  DELETE FROM replaced_events r USING latest l WHERE r.tenant_id = $1 AND r.event_id = l.event_id AND r.number = l.number RETURNING r.*)
UPDATE events e SET ${CONTENT.map((name) => `${name} = back.${name}`).join(', ')}
FROM back WHERE e.tenant_id = $1 AND e.event_id = back.event_id`;

/** Removes the statements that only this upload made. An event gets back the statement before it, or is deleted if there is none. */
export async function removeStatements(db: TenantDb, uploadId: string, eventIds: readonly string[]): Promise<void> {
  const steps = [leave('replaced_events'), remove('replaced_events'), leave('events'), PUT_BACK, remove('events')];
  for (const sql of steps) await db.query(sql, [textColumn(eventIds), uploadId]);
}

// Need the primary key of orders.
const OWNERS = `
SELECT DISTINCT o.id FROM orders, LATERAL (VALUES (customer_id), (moved_from)) AS o (id)
WHERE tenant_id = $1 AND order_key = ANY ($2::text[]) AND o.id IS NOT NULL`;
// The retention has removed events of older orders, so the remaining events do not describe them completely.
const DELETE_ORDERS = `
DELETE FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[])
  AND (placed_at IS NULL OR placed_at >= coalesce((SELECT retained_from FROM tenants WHERE id = $1), '-infinity'))`;

/** Returns the customers who have the orders, or had them before. */
export const findOwnersOf = async (db: TenantDb, orderKeys: readonly string[]): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(OWNERS, [textColumn(orderKeys)])).map(({ id }) => id);

/** Deletes orders, so that they can be folded again from their remaining events. @returns their customers */
export async function deleteOrders(db: TenantDb, orderKeys: readonly string[]): Promise<CustomerId[]> {
  const owners = await findOwnersOf(db, orderKeys);
  await db.query(DELETE_ORDERS, [textColumn(orderKeys)]);
  return owners;
}

// Needs events_by_customer.
const WITH_MORE = `
SELECT c.id FROM unnest($2::uuid[]) AS c (id), LATERAL (
  SELECT 1 FROM events e WHERE e.tenant_id = $1 AND e.customer_id = c.id AND e.uploads @> ARRAY[$3::uuid] LIMIT 1) more`;

/** Returns the customers that other events of the upload name too. */
export const withMoreOf = async (db: TenantDb, uploadId: string, ids: readonly CustomerId[]): Promise<CustomerId[]> =>
  (await db.query<{ id: CustomerId }>(WITH_MORE, [uuidColumn(ids), uploadId])).map(({ id }) => id);

const isIn = (table: string, column = 'customer_id'): string =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.tenant_id = $1 AND x.${column} = c.id)`;
/** Tables that keep a customer: people and programs write to them, also for customers without orders. */
const SAID_OF_CUSTOMERS = [
  isIn('events'),
  isIn('replaced_events'),
  isIn('orders'),
  isIn('shop_customers'),
  isIn('customer_traits'),
  isIn('customer_notes'),
  isIn('customer_aliases'),
  isIn('customer_aliases', 'alias_id'),
];
// Needs an index by customer of each table.
const EMPTY = `
SELECT c.id, c.external_id FROM customers c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND NOT (${SAID_OF_CUSTOMERS.join(' OR ')})`;

/** Returns the customers who have no event, order, trait, note or alias any more. */
export const findEmptyCustomers = (db: TenantDb, ids: readonly CustomerId[]): Promise<{ id: CustomerId; external_id: string }[]> =>
  db.query(EMPTY, [uuidColumn(ids)]);

// Needs events_by_customer. The deletion of an alias does not delete its customer. Where the retention has removed events, these may have said it
// too, and a refusal must not get lost.
const LEAVE_AGAIN = `
UPDATE customers c SET
  deleted_at = (SELECT max(occurred_at) FROM events WHERE tenant_id = $1 AND customer_id = c.id AND event_type = 'customer_deleted'),
  unsubscribed_at = ${unsubscribedAt('c.id')}, consented_at = ${consentedAt('c.id')}, refused_at = ${refusedAt('c.id')}
WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND (SELECT retained_from FROM tenants WHERE id = $1) IS NULL`;

/** Updates from the remaining events whether the customers were deleted, have unsubscribed, and accept marketing. */
export async function leaveAgain(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  await db.query(LEAVE_AGAIN, [uuidColumn(ids)]);
}
