import { type Consent, type CustomerId, ORDER_STATES, timeOfId } from '#libs/core';
import { consentOf, type TenantDb } from '#libs/database';
import { IS_REMOVED, REFUNDED } from '#libs/orders';

export interface DataRequestRow {
  readonly id: string;
  readonly platform: string;
  readonly shop: string;
  readonly customer_id: CustomerId;
  readonly external_id: string;
  readonly requested_at: Date;
  readonly fetched_at: Date | null;
}

/** Events in memory at once. Each can have data of 64 KB. */
const EVENTS_AT_ONCE = 100;
/** Orders that the retention has removed, in one answer. */
const MOST_REMOVED_ORDERS = 10_000;

const COLUMNS = 'id, platform, shop, customer_id, external_id, requested_at, fetched_at';

// The statements need the primary key. Ids grow with time.
const LIST = `SELECT ${COLUMNS} FROM data_requests WHERE tenant_id = $1 AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`;
const FETCH = `UPDATE data_requests SET fetched_at = coalesce(fetched_at, $3) WHERE tenant_id = $1 AND id = $2 RETURNING ${COLUMNS}`;

/** @param beforeId lists requests older than this one; null begins with the newest. */
export const listDataRequests = (db: TenantDb, beforeId: string | null, rows: number): Promise<DataRequestRow[]> =>
  db.query<DataRequestRow>(LIST, [beforeId, rows]);

/** Marks the request as answered. @returns null when the request does not exist. */
export async function fetchDataRequest(db: TenantDb, id: string, now: Date): Promise<DataRequestRow | null> {
  const [row] = await db.query<DataRequestRow>(FETCH, [id, now]);
  return row ?? null;
}

export interface StoredEvent {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: Date;
  readonly value: number | null;
  /** JSON text. */
  readonly data: string | null;
  /** The time with all its digits, for `eventsAfter`. */
  readonly place: string;
}

// Needs events_by_customer.
const EVENTS = `
SELECT event_id, event_type, occurred_at, value::float8 AS value, data::text AS data, occurred_at::text AS place FROM events
WHERE tenant_id = $1 AND customer_id = $2 AND (occurred_at, event_id) > ($3::timestamptz, $4)
ORDER BY occurred_at, event_id LIMIT ${EVENTS_AT_ONCE}`;

/** Returns the next events of a customer, oldest first; none after the last one. @param last the event before them; null: from the first */
export const eventsAfter = (db: TenantDb, id: CustomerId, last: StoredEvent | null): Promise<StoredEvent[]> =>
  db.query<StoredEvent>(EVENTS, [id, last?.place ?? '-infinity', last?.event_id ?? '']);

/** The statement of an import about an event, before a later one corrected it. */
type ReplacedEvent = Omit<StoredEvent, 'data' | 'place'> & { readonly data: object | null };

// Needs replaced_events_by_customer. Corrections are rare, and most customers have none.
const REPLACED = `
SELECT event_id, event_type, occurred_at, value::float8 AS value, data FROM replaced_events
WHERE tenant_id = $1 AND customer_id = $2 ORDER BY occurred_at, event_id, number LIMIT 1000`;

export const replacedOf = (db: TenantDb, id: CustomerId): Promise<ReplacedEvent[]> => db.query<ReplacedEvent>(REPLACED, [id]);

interface RemovedOrder {
  readonly placed_at: Date;
  readonly amount: string | null;
  readonly refunded: string;
  readonly currency: string | null;
  readonly cancelled: boolean;
}

// Needs orders_by_customer.
const REMOVED_ORDERS = `
SELECT placed_at, round(amount, 2)::text AS amount, round(${REFUNDED}, 2)::text AS refunded, currency, state = ${ORDER_STATES.cancelled} AS cancelled FROM orders
WHERE tenant_id = $1 AND customer_id = $2 AND ${IS_REMOVED} ORDER BY placed_at LIMIT ${MOST_REMOVED_ORDERS}`;

/** Orders that the retention has removed, as they are kept for scores. */
export const removedOrdersOf = (db: TenantDb, id: CustomerId): Promise<RemovedOrder[]> => db.query<RemovedOrder>(REMOVED_ORDERS, [id]);

export interface StoredTrait {
  readonly name: string;
  /** UTC day, `2026-11-21`. */
  readonly from: string;
  readonly value: number | null;
}

// Needs the primary keys of customer_traits and traits. A customer has some thousand rows at most.
const TRAITS = `
SELECT t.name, (date '1970-01-01' + e.day)::text AS "from", e.value
FROM customer_traits v JOIN traits t ON t.tenant_id = $1 AND t.id = v.trait_id, LATERAL unnest(v.from_days, v.numbers) AS e (day, value)
WHERE v.tenant_id = $1 AND v.customer_id = $2 ORDER BY t.name, e.day`;

export const traitsOf = (db: TenantDb, id: CustomerId): Promise<StoredTrait[]> => db.query<StoredTrait>(TRAITS, [id]);

// Needs the primary key of customers.
const CONSENT = `SELECT ${consentOf('c')} AS consent FROM customers c WHERE c.tenant_id = $1 AND c.id = $2`;

/** Returns what the shop has said of the customer's consent to marketing. The events that said it may be removed. */
export async function marketingConsentOf(db: TenantDb, id: CustomerId): Promise<Consent> {
  const [row] = await db.query<{ consent: Consent }>(CONSENT, [id]);
  return row?.consent ?? 'unknown';
}

export interface StoredNote {
  readonly written_at: Date;
  readonly text: string;
}

// Needs customer_notes_by_customer. The id carries the time.
const NOTES = 'SELECT id, text FROM customer_notes WHERE tenant_id = $1 AND customer_id = $2 ORDER BY id';

export const notesOf = async (db: TenantDb, id: CustomerId): Promise<StoredNote[]> =>
  (await db.query<{ id: string; text: string }>(NOTES, [id])).map((note) => ({ written_at: new Date(timeOfId(note.id)), text: note.text }));

// Needs the primary keys.
const SEGMENTS = `
SELECT s.name FROM segment_customers m JOIN segments s ON s.tenant_id = $1 AND s.id = m.segment_id
WHERE m.tenant_id = $1 AND m.customer_id = $2 ORDER BY s.name`;

/** Returns the names of the segments that list the customer. */
export const segmentsOf = async (db: TenantDb, id: CustomerId): Promise<string[]> =>
  (await db.query<{ name: string }>(SEGMENTS, [id])).map(({ name }) => name);

export interface RejectedEvent {
  readonly received_at: Date;
  readonly event_id: string | null;
  readonly event_type: string | null;
  readonly order_id: string | null;
  readonly reason: string;
}

// Needs the primary key of rejected_events. A tenant has few rows.
const REJECTED = `
SELECT received_at, event_id, event_type, order_id, reason FROM rejected_events
WHERE tenant_id = $1 AND customer_id = $2 ORDER BY received_at`;

export const rejectedOf = (db: TenantDb, id: CustomerId): Promise<RejectedEvent[]> => db.query<RejectedEvent>(REJECTED, [id]);

export interface StoredScore {
  readonly calculated_at: Date;
  readonly score: string;
  readonly label: string;
  readonly lifecycle: string | null;
  readonly model_version: string;
}

// Needs the primary keys of score_history and customers.
const SCORES = `
SELECT calculated_at, score::text AS score, label, lifecycle, model_version FROM score_history WHERE tenant_id = $1 AND customer_id = $2
UNION ALL
SELECT calculated_at, score::text, label, lifecycle, model_version FROM customers WHERE tenant_id = $1 AND id = $2 AND score IS NOT NULL
ORDER BY calculated_at`;

export const scoresOf = (db: TenantDb, id: CustomerId): Promise<StoredScore[]> => db.query<StoredScore>(SCORES, [id]);
