import type { CustomerId } from '#libs/core';
import { type TenantDb, textColumn, unitsOf, uuidColumn } from '#libs/database';
import { insertScoreRequests, scoreRequestOf, validateEvent } from '#libs/ingestion';
import { isImported } from '#libs/order-import';
import { type OrderRow, placementIn, removedKeyOf } from '#libs/orders';

// Needs events_by_customer.
const WITH_NEWER = 'SELECT DISTINCT customer_id FROM events WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND received_at >= $3';

/** Returns the customers that have events received at or after `from`. */
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
  readonly received_at: Date;
}

const STORED_EVENT = 'event_id, customer_id, event_type, occurred_at, value::float8 AS value, data, received_at';

type EventRows = Parameters<typeof scoreRequestOf>[0];

// Needs the primary key of replaced_events. Few events were ever corrected.
const REPLACED = `SELECT ${STORED_EVENT} FROM replaced_events WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) ORDER BY event_id, number`;

/**
 * Reads stored events like those of a batch. Each corrected event comes after its earlier versions, which show whether the date of the order was
 * moved. @param externalId of the customers
 */
async function readAgain(db: TenantDb, stored: readonly StoredEvent[], externalId: string, now: Date): Promise<EventRows> {
  if (stored.length === 0) return [];
  const replaced = new Map<string, StoredEvent[]>(stored.map(({ event_id: id }) => [id, []]));
  for (const row of await db.query<StoredEvent>(REPLACED, [[...replaced.keys()]])) replaced.get(row.event_id)?.push(row);
  return stored.flatMap((event) => statementsIn([...(replaced.get(event.event_id) ?? []), event], externalId, now));
}

/** @param history all versions of one event, oldest first */
function statementsIn(history: readonly StoredEvent[], externalId: string, now: Date): EventRows {
  const rows: EventRows[number][] = [];
  for (const {
    event_id: id,
    event_type: type,
    customer_id: customerId,
    occurred_at: at,
    received_at: receivedAt,
    value,
    data,
  } of history) {
    const input = {
      event_id: id,
      event_type: type,
      customer_id: externalId,
      occurred_at: at.toISOString(),
      ...(value !== null && { value }),
      ...(data !== null && { data }),
    };
    const validated = validateEvent(input, now);
    if (validated.kind === 'rejected') continue;
    const before = rows.at(-1)?.event;
    rows.push({
      event: validated.event,
      customerId,
      ...(isImported(id) && { importedAt: receivedAt.getTime() }),
      ...(before !== undefined && {
        refundedBefore: unitsOf(before.type === 'order_refunded' ? (before.value ?? 0) : 0),
        placedBefore: placementIn(before.occurredAt, before.order?.placedAt ?? null),
      }),
    });
  }
  return rows;
}

/** Number of events in memory at once. Parsed data of 64 KB can take more than a megabyte. */
const EVENTS_AT_ONCE = 100;
// Needs events_by_customer.
const NEWER = `
SELECT ${STORED_EVENT} FROM events
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND received_at >= $3 AND event_id > $4 ORDER BY event_id LIMIT ${EVENTS_AT_ONCE}`;
// Needs the primary key.
const STORED_KEYS = 'SELECT order_key FROM orders WHERE tenant_id = $1 AND order_key = ANY ($2::text[])';

/** Ids of events in memory at once. */
const IDS_AT_ONCE = 5000;
// Needs events_by_customer. It reads all events of the customers, also with a small limit.
const ABOUT_ORDERS = `
SELECT event_id FROM events
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND data ->> 'order_id' = ANY ($3::text[]) AND event_id > $4
ORDER BY event_id LIMIT ${IDS_AT_ONCE}`;
// Needs the primary key.
const WITH_IDS = `SELECT ${STORED_EVENT} FROM events WHERE tenant_id = $1 AND event_id = ANY ($2::text[]) ORDER BY event_id`;

/** Leaves out orders that are still stored. They belong to other customers and already contain these events; refunds must not be added twice. */
async function withoutStored(db: TenantDb, orders: readonly OrderRow[]): Promise<OrderRow[]> {
  const keys = await db.query<{ order_key: string }>(STORED_KEYS, [orders.flatMap(({ orderKey: key }) => [key, removedKeyOf(key)])]);
  const stored = new Set(keys.map(({ order_key: key }) => key));
  return orders.filter(({ orderKey: key }) => !stored.has(key) && !stored.has(removedKeyOf(key)));
}

/** Orders that were deleted with their customer, and the other customers that may have events about them. */
export interface LeftOrders {
  readonly orderIds: readonly string[];
  readonly owners: readonly CustomerId[];
  /** Placeholder customers with kept events of these orders. */
  readonly placeholders?: readonly CustomerId[];
  /** Those of the owners whose scores the caller asks for. */
  readonly later?: readonly CustomerId[];
}

/**
 * Restores the orders that events of other customers name, and scores these customers. The caller has locked out ingest and then folded the waiting
 * requests of these customers.
 */
export async function foldAgain(db: TenantDb, { orderIds, owners, placeholders = [], later = [] }: LeftOrders, now: Date): Promise<void> {
  const resting = new Set(later);
  let others = owners.filter((id) => !resting.has(id));
  const customers = uuidColumn([...owners, ...placeholders]);
  for (let last: string | undefined = ''; last !== undefined;) {
    const found: { event_id: string }[] = await db.query(ABOUT_ORDERS, [customers, textColumn(orderIds), last]);
    const ids = found.map(({ event_id: id }) => id);
    await foldEvents(db, ids, { others, now });
    others = [];
    last = ids.length === IDS_AT_ONCE ? ids.at(-1) : undefined;
  }
}

/** Asks the worker to fold what these events say of orders, and to score other customers. */
export async function foldEvents(
  db: TenantDb,
  eventIds: readonly string[],
  { others, now }: { readonly others: readonly CustomerId[]; readonly now: Date },
): Promise<void> {
  let start = 0;
  do {
    const stored = await db.query<StoredEvent>(WITH_IDS, [textColumn(eventIds.slice(start, start + EVENTS_AT_ONCE))]);
    // Only the orders are folded, so the identifier of the customer makes no difference.
    const orders = await withoutStored(db, scoreRequestOf(await readAgain(db, stored, 'anybody', now)).orders);
    await insertScoreRequests(db, { customers: [], orders, others: start === 0 ? others : [], restated: [] }, true);
    start += EVENTS_AT_ONCE;
  } while (start < eventIds.length);
}

/** An erased customer, and the placeholder customers that hold events of its orders that named no customer. */
interface Erased {
  readonly id: CustomerId;
  readonly externalId: string;
  readonly placeholders: readonly CustomerId[];
}

/** Turns events received after `from` into a new customer, as if they had arrived after the erasure. */
export async function foldNewer(db: TenantDb, { id, externalId, placeholders }: Erased, from: string, now: Date): Promise<void> {
  let stored: StoredEvent[];
  let last = '';
  do {
    stored = await db.query<StoredEvent>(NEWER, [[id, ...placeholders], from, last]);
    if (stored.length === 0) return;
    last = stored.at(-1)!.event_id;
    const rows = await readAgain(db, stored, externalId, now);
    const request = scoreRequestOf(rows, new Set(rows.filter(({ customerId }) => customerId !== id)));
    await insertScoreRequests(db, { ...request, orders: await withoutStored(db, request.orders) }, false);
  } while (stored.length === EVENTS_AT_ONCE);
}
