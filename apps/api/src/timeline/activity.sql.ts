import { type CustomerId, DAY_MS, EVENT_TYPES, type EventType, ORDER_ASPECTS } from '#libs/core';
import { identifiersOf, type TenantDb } from '#libs/database';
import { type Bound, LATEST } from './timeline-order.js';

/** The events of one type that a customer has on a UTC day. Orders are not included. */
export interface Activity {
  readonly event_type: EventType;
  /** The last of the events. */
  readonly at: Date;
  readonly count: number;
}

const BESIDE_ORDERS = EVENT_TYPES.filter((type) => ORDER_ASPECTS[type] === null);

/** Number of events in one read. For a day with more, the entries count only this many of the latest ones. */
const MOST_EVENTS = 5000;

// Needs events_by_customer, read backwards for each identifier. A day is listed at its last event, and with all of them, so a read begins at the end of a day. Below the
// bound means before it, or at the same instant with a lower type.
const LIST = `
SELECT event_type, max(occurred_at) AS at, count(*)::int AS count, date_trunc('day', max(occurred_at), 'UTC') AS day,
       (max(occurred_at), event_type COLLATE "C") < ($4::timestamptz, $5) AS is_below, sum(count(*)) OVER ()::int AS read
FROM (
  SELECT e.* FROM unnest(${identifiersOf('$2::uuid')}) AS i (id), LATERAL (
    SELECT event_type, occurred_at FROM events
    WHERE tenant_id = $1 AND customer_id = i.id AND occurred_at < $3 AND event_type = ANY ($6::text[])
    ORDER BY occurred_at DESC LIMIT ${MOST_EVENTS}) e
  ORDER BY occurred_at DESC LIMIT ${MOST_EVENTS}) e
GROUP BY event_type, date_trunc('day', occurred_at, 'UTC') ORDER BY 2 DESC, event_type COLLATE "C" DESC`;

interface ActivityOfDay extends Activity {
  readonly day: Date;
  readonly is_below: boolean;
  /** The events of all rows. */
  readonly read: number;
}

/** Lists what the customer did apart from ordering, one entry for each day and type, below a bound, latest first. */
export async function listActivity(db: TenantDb, id: CustomerId, { at, key }: Bound, rows: number): Promise<Activity[]> {
  const listed: Activity[] = [];
  let before: Date | null = endOfDay(at);
  while (before !== null && listed.length < rows) {
    const read: ActivityOfDay[] = await db.query<ActivityOfDay>(LIST, [id, before, at, key ?? '', BESIDE_ORDERS]);
    const oldest = read.at(-1)?.day;
    const isCut = oldest !== undefined && read[0]!.read === MOST_EVENTS;
    // The oldest day may have more events than were read, so it is read again with those before it, unless it fills a read alone.
    const isAlone = oldest?.getTime() === read[0]?.day.getTime();
    const complete = isCut && !isAlone ? read.filter(({ day }) => day > oldest) : read;
    for (const { event_type, at: last, count, is_below: isBelow } of complete) if (isBelow) listed.push({ event_type, at: last, count });
    before = isCut ? (isAlone ? oldest : endOfDay(oldest)) : null;
  }
  return listed.slice(0, rows);
}

const endOfDay = (at: Date): Date => new Date(Math.min((Math.floor(at.getTime() / DAY_MS) + 1) * DAY_MS, LATEST.getTime()));
