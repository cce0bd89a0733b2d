import { type CustomerId, EVENT_TYPES, type EventType, ORDER_ASPECTS } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import type { Bound } from './timeline-order.js';

/** The events of a customer on a UTC day beside orders. */
export interface Activity {
  readonly event_type: EventType;
  /** The last of the events. */
  readonly at: Date;
  readonly count: number;
}

const BESIDE_ORDERS = EVENT_TYPES.filter((type) => ORDER_ASPECTS[type] === null);

/** Events that one page looks at. Of a customer with more, the oldest day on the page may show too few. */
const MOST_EVENTS = 5000;

// Needs events_by_customer, read backwards from the end of the day of the bound: a day is listed at its last event, and with all of them.
const LIST = `
SELECT event_type, max(occurred_at) AS at, count(*)::int AS count FROM (
  SELECT event_type, occurred_at FROM events
  WHERE tenant_id = $1 AND customer_id = ANY (${identifiersOf('$2::uuid')}) AND occurred_at < date_trunc('day', $3::timestamptz, 'UTC') + interval '1 day'
    AND event_type = ANY ($6::text[])
  ORDER BY occurred_at DESC LIMIT ${MOST_EVENTS}) e
GROUP BY event_type, date_trunc('day', occurred_at, 'UTC')
HAVING (max(occurred_at), event_type COLLATE "C") < ($3::timestamptz, $4) ORDER BY 2 DESC, event_type COLLATE "C" DESC LIMIT $5`;

/** Lists what the customer did beside ordering, one entry for each day and type, below a bound, latest first. */
export const listActivity = (db: TenantDb, id: CustomerId, { at, key }: Bound, rows: number): Promise<Activity[]> =>
  db.query<Activity>(LIST, [id, at, key ?? '', rows, BESIDE_ORDERS]);
