import { type CustomerId, type EventType, LIMITS, placeholderOf } from '#libs/core';
import { allIdentifiersOf, type TenantDb, withAliases } from '#libs/database';
import { orderKeyOf } from '#libs/orders';
import { listCustomers, type ListedRow } from '../customers/list-customers.sql.js';
import { SCORED, UNSCORED } from '../customers/list-groups.js';
import type { Place } from './event-log-cursor.js';

/** The filters of the log. Null means no filter. */
export interface LogFilter {
  readonly customerId: CustomerId | null;
  readonly orderId: string | null;
  readonly eventId: string | null;
  readonly since: Date;
}

export interface AcceptedRow {
  readonly event_id: string;
  readonly external_id: string | null;
  readonly event_type: EventType;
  readonly occurred_at: Date;
  readonly received_at: Date;
  /** Two decimals. */
  readonly value: string | null;
  readonly order_id: string | null;
  /** See the column of `events`. */
  readonly received_by: number;
}

const COLUMNS = `e.received_by, e.event_id, e.event_type, e.occurred_at, e.received_at, round(e.value, 2)::text AS value, e.data ->> 'order_id' AS order_id`;
const WITHIN = 'e.received_at >= $3';

// Needs the primary key of events.
const BY_ID = `
SELECT ${COLUMNS}, c.external_id FROM events e LEFT JOIN customers c ON c.tenant_id = $1 AND c.id = e.customer_id
WHERE e.tenant_id = $1 AND e.event_id = $2 AND ${WITHIN} AND ($4::uuid IS NULL OR e.customer_id = ANY (${allIdentifiersOf('ARRAY[$4::uuid]')}))
  AND ($5::text IS NULL OR e.data ->> 'order_id' = $5)`;

// Needs events_by_customer, which each customer reads backwards.
const OF_CUSTOMERS = `
SELECT e.*, c.external_id FROM unnest($2::uuid[]) AS k (id) CROSS JOIN LATERAL (
  SELECT ${COLUMNS} FROM events e
  WHERE e.tenant_id = $1 AND e.customer_id = k.id AND ${WITHIN} AND e.occurred_at >= $4 AND (e.occurred_at, e.event_id) < ($5::timestamptz, $6)
    AND ($7::text IS NULL OR e.data ->> 'order_id' = $7)
  ORDER BY e.occurred_at DESC, e.event_id DESC LIMIT $8) e
LEFT JOIN customers c ON c.tenant_id = $1 AND c.id = k.id
ORDER BY e.occurred_at DESC, e.event_id DESC LIMIT $8`;

const EVER = new Date(0);
/** Later than any event. */
const END: Place = { at: new Date('9999-01-01T00:00:00.000Z'), id: '' };

/**
 * Lists accepted events, the latest first by the time when they happened. Nothing is written for this log and no index has the time of
 * arrival: without a filter the events of the customers with the latest activity are the latest ones, exactly for the newest thousand.
 */
export async function listAccepted(db: TenantDb, filter: LogFilter, after: Place | null, rows: number): Promise<AcceptedRow[]> {
  const { customerId, orderId, eventId, since } = filter;
  if (eventId !== null) return after === null ? db.query<AcceptedRow>(BY_ID, [eventId, since, customerId, orderId]) : [];
  const isUnfiltered = customerId === null && orderId === null;
  const ids =
    customerId !== null
      ? await withAliases(db, [customerId])
      : orderId !== null
        ? await customersOfOrder(db, orderId)
        : await latestCustomers(db);
  const { at, id } = after ?? END;
  return db.query<AcceptedRow>(OF_CUSTOMERS, [ids, since, isUnfiltered ? since : EVER, at, id, orderId, rows]);
}

// Needs the primary key of orders.
const OWNERS = 'SELECT customer_id, moved_from FROM orders WHERE tenant_id = $1 AND order_key = $2';

async function customersOfOrder(db: TenantDb, orderId: string): Promise<string[]> {
  const owners = await db.query<{ customer_id: string; moved_from: string | null }>(OWNERS, [orderKeyOf(orderId)]);
  const ids = owners.flatMap((owner) => [owner.customer_id, owner.moved_from ?? owner.customer_id]);
  return [...new Set([...ids, placeholderOf(db.tenantId, orderId)])];
}

/** Number of customers in an unfiltered log. Their newest events include the newest ones of the tenant. */
const LATEST_CUSTOMERS = 1000;

async function latestCustomers(db: TenantDb): Promise<string[]> {
  const rows: ListedRow[] = [];
  for (const selection of [SCORED, UNSCORED])
    rows.push(...(await listCustomers(db, { sort: 'last_activity_desc', selection, conditions: {}, now: EVER }, null, LATEST_CUSTOMERS)));
  return rows
    .toSorted((a, b) => (b.last_activity_at?.getTime() ?? 0) - (a.last_activity_at?.getTime() ?? 0))
    .slice(0, LATEST_CUSTOMERS)
    .map(({ id }) => id);
}

export interface RejectedRow {
  /** A whole number that grows with time. */
  readonly number: string;
  readonly received_at: Date;
  readonly via: 'api' | 'webhook' | 'upload' | 'storefront';
  readonly sender: string | null;
  readonly event_id: string | null;
  readonly external_id: string | null;
  readonly order_id: string | null;
  readonly event_type: EventType | null;
  readonly code: string;
  readonly reason: string;
  readonly further: number;
}

// Reads all rows of the tenant by the primary key: there are at most LIMITS.rejections.kept.
const REJECTED = `
SELECT number::text AS number, received_at, via, sender, event_id, external_id, order_id, event_type, code, reason, further FROM rejected_events
WHERE tenant_id = $1 AND received_at >= $2 AND ($3::uuid IS NULL OR customer_id = ANY (${allIdentifiersOf('ARRAY[$3::uuid]')})) AND ($4::text IS NULL OR order_id = $4)
  AND ($5::text IS NULL OR event_id = $5) AND (received_at, number) < ($6::timestamptz, $7::bigint)
ORDER BY received_at DESC, rejected_events.number DESC LIMIT $8`;

/** Lists rejected events, the latest first by the time of arrival. */
export function listRejected(db: TenantDb, filter: LogFilter, after: Place | null, rows: number): Promise<RejectedRow[]> {
  const { customerId, orderId, eventId, since } = filter;
  const { at, id } = after ?? { at: END.at, id: String(Number.MAX_SAFE_INTEGER) };
  return db.query<RejectedRow>(REJECTED, [since, customerId, orderId, eventId, at, id, rows]);
}

/** The longest time that the log goes back, in days. */
export const LOG_DAYS = LIMITS.rejections.days;
