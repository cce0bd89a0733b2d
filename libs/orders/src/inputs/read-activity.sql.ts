import { type CustomerId, DAY_MS } from '#libs/core';
import { EACH_IDENTIFIER, packedColumns, readIntegers, type TenantDb, uuidColumn } from '#libs/database';
import { type ActivityRow, type BehaviourGroup, LOOKBACK_DAYS, SIGNALS, SUBSCRIPTION_DAYS, typesOfGroups } from '#libs/scoring';
import { MOST_ROWS, readByCustomer } from './by-customer.js';

const SUBSCRIPTION_TYPES = typesOfGroups(['subscriptions']);

const SUMS = packedColumns({ customer: readIntegers, day: readIntegers, signal: readIntegers, count: readIntegers });

const sumsOf = (events: string): string => `
  SELECT c.place::int AS customer, e.day, e.signal, e.count
  FROM ${EACH_IDENTIFIER} c, LATERAL (
    SELECT floor(date_part('epoch', occurred_at) / 86400)::int AS day, array_position($3::text[], event_type) - 1 AS signal,
           least(count(*), 65535)::int AS count
    FROM events WHERE tenant_id = $1 AND customer_id = c.id AND ${events} GROUP BY 1, 2 OFFSET 0) e`;

// Needs events_by_customer, and reads only the days asked for. Postgres adds up each day, so memory never holds the events.
const BEHAVIOUR = sumsOf('event_type = ANY ($4::text[]) AND occurred_at >= $5');
// Needs events_of_subscriptions. The types repeat the condition of the index.
const SUBSCRIPTIONS = sumsOf(`event_type IN (${SUBSCRIPTION_TYPES.map((type) => `'${type}'`).join(', ')}) AND occurred_at >= $6`);

const READ = `
SELECT ${SUMS.select} FROM (${BEHAVIOUR} UNION ALL ${SUBSCRIPTIONS} LIMIT ${MOST_ROWS + 1}) a`;

/** The activity to read. Days are UTC day numbers. */
export interface ActivityQuery {
  readonly groups: readonly BehaviourGroup[];
  /** The first day to calculate a score for. Reads what counts on this day, and everything since. */
  readonly firstDay: number;
}

/** Reads what customers did other than ordering, by day. Customers who did nothing are absent. */
export async function readActivity(
  db: TenantDb,
  ids: readonly CustomerId[],
  { groups, firstDay }: ActivityQuery,
): Promise<Map<CustomerId, readonly ActivityRow[]>> {
  if (groups.length === 0) return new Map();
  const counted = typesOfGroups(groups.filter((group) => group !== 'subscriptions'));
  const since = (days: number): Date => new Date((firstDay - days + 1) * DAY_MS);
  const values = [
    SIGNALS.map(([type]) => type),
    counted,
    // With 'infinity' a branch that is not needed reads no row of its index.
    counted.length > 0 ? since(LOOKBACK_DAYS) : 'infinity',
    groups.includes('subscriptions') ? since(SUBSCRIPTION_DAYS) : 'infinity',
  ];
  return readByCustomer(
    ids,
    async (some) => SUMS.read(await db.prepared(READ, [uuidColumn(some), ...values])),
    ({ day, signal, count }, at): ActivityRow => ({ day: day[at]!, signal: signal[at]!, count: count[at]! }),
  );
}
