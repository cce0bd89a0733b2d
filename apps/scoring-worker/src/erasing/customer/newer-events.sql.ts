import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { insertScoreRequests, scoreRequestOf, validateEvent } from '#libs/ingestion';
import { type OrderRow } from '#libs/orders';

// Needs events_by_customer.
const WITH_NEWER = 'SELECT DISTINCT customer_id FROM events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND received_at >= $3';

/** Returns those of the customers who have events that were received at this moment or later. */
export async function withNewerEvents(db: TenantDb, ids: readonly CustomerId[], from: string): Promise<ReadonlySet<CustomerId>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ customer_id: CustomerId }>(WITH_NEWER, [ids, from]);
  return new Set(rows.map(({ customer_id: id }) => id));
}

/** An event as it is stored. */
export interface StoredEvent {
  readonly event_id: string;
  readonly customer_id: CustomerId;
  readonly event_type: string;
  readonly occurred_at: Date;
  readonly value: number | null;
  readonly data: object | null;
}

const STORED_EVENT = 'event_id, customer_id, event_type, occurred_at, value::float8 AS value, data';

type EventRows = Parameters<typeof scoreRequestOf>[0];

/** Reads stored events like those of a batch. @param externalId of the customers */
function readAgain(stored: readonly StoredEvent[], externalId: string, now: Date): EventRows {
  return stored.flatMap(({ occurred_at: at, customer_id: customerId, value, data, ...event }) => {
    const input = {
      ...event,
      customer_id: externalId,
      occurred_at: at.toISOString(),
      ...(value !== null && { value }),
      ...(data !== null && { data }),
    };
    const validated = validateEvent(input, now);
    return validated.kind === 'valid' ? [{ event: validated.event, customerId }] : [];
  });
}

/** Events in memory at once. Parsed data of 64 KB can take more than a megabyte. */
const EVENTS_AT_ONCE = 100;
// Needs events_by_customer.
const NEWER = `
SELECT ${STORED_EVENT} FROM events
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND received_at >= $3 AND event_id > $4 ORDER BY event_id LIMIT ${EVENTS_AT_ONCE}`;
// Needs the primary key.
const STORED_KEYS = 'SELECT order_key FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[])';

// Needs events_by_customer.
const ABOUT_ORDERS = `
SELECT ${STORED_EVENT} FROM events
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND data ->> 'order_id' = ANY ($3::text[]) AND event_id > $4
ORDER BY event_id LIMIT ${EVENTS_AT_ONCE}`;

/** An order that is still there belongs to somebody else, and what these events say of it is in it: refunds must not add up twice. */
async function withoutStored(db: TenantDb, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const keys = await db.query<{ order_key: string }>(STORED_KEYS, [orders.map(({ orderKey }) => orderKey)]);
  const stored = new Set(keys.map(({ order_key: key }) => key));
  return orders.filter(({ orderKey }) => !stored.has(orderKey));
}

/** Orders that were deleted with the customer who had them, and the other customers whose own events may name them. */
export interface LeftOrders {
  readonly orderIds: readonly string[];
  readonly owners: readonly CustomerId[];
  /** Placeholder customers of the orders whose events stay. */
  readonly placeholders?: readonly CustomerId[];
}

/**
 * Lets the orders count again as far as events of other customers name them, and scores these customers. The caller has locked out ingest and then
 * folded what waits for these customers.
 */
export async function foldAgain(db: TenantDb, { orderIds, owners, placeholders = [] }: LeftOrders, now: Date): Promise<void> {
  let stored: StoredEvent[];
  let last = '';
  do {
    stored = await db.query<StoredEvent>(ABOUT_ORDERS, [[...owners, ...placeholders], orderIds, last]);
    last = stored.at(-1)?.event_id ?? last;
    // Only the orders are folded, so the identifier of the customer makes no difference.
    const { orders } = scoreRequestOf(readAgain(stored, 'anybody', now));
    await insertScoreRequests(db, { customers: [], orders: await withoutStored(db, orders), others: owners, changedDays: [] }, true);
  } while (stored.length === EVENTS_AT_ONCE);
}

/** A customer who is erased, and the placeholder customers under whom events of the orders are stored that named no customer. */
interface Erased {
  readonly id: CustomerId;
  readonly externalId: string;
  readonly placeholders: readonly CustomerId[];
}

/** Lets the events that were received since begin a new customer: the worker folds and scores them as if they had come after the erasure. */
export async function foldNewer(db: TenantDb, { id, externalId, placeholders }: Erased, from: string, now: Date): Promise<void> {
  let stored: StoredEvent[];
  let last = '';
  do {
    stored = await db.query<StoredEvent>(NEWER, [[id, ...placeholders], from, last]);
    if (stored.length === 0) return;
    last = stored.at(-1)!.event_id;
    const rows = readAgain(stored, externalId, now);
    const request = scoreRequestOf(rows, new Set(rows.filter(({ customerId }) => customerId !== id)));
    await insertScoreRequests(db, { ...request, orders: await withoutStored(db, request.orders) }, false);
  } while (stored.length === EVENTS_AT_ONCE);
}
