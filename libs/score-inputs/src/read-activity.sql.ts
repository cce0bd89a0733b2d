import { type CustomerId, DAY_MS } from '#libs/core';
import { EACH_IDENTIFIER, type Packed, packed, readIntegers, type TenantDb, uuidColumn } from '#libs/database';
import { type Activity, activityOfOne, type ActivityRow, BEHAVIOUR_GROUPS, type BehaviourGroup, type Model, LOOKBACK_DAYS, SIGNALS, SUBSCRIPTION_DAYS, typesOfGroups } from '#libs/scoring'; // prettier-ignore

/** Sums of a day in one read: some 15 MB while they are read. More are read in halves of the customers. */
const MOST_ROWS = 100_000;
const SUBSCRIPTION_TYPES = typesOfGroups(['subscriptions']);

type ActivityColumn = 'customer' | 'day' | 'signal' | 'count';

const sumsOf = (events: string): string => `
  SELECT c.place::int AS customer, e.day, e.signal, e.count
  FROM ${EACH_IDENTIFIER} c, LATERAL (
    SELECT floor(date_part('epoch', occurred_at) / 86400)::int AS day, array_position($3::text[], event_type) - 1 AS signal,
           least(count(*), 65535)::int AS count
    FROM events WHERE tenant_id = $1 AND customer_id = c.id AND ${events} GROUP BY 1, 2 OFFSET 0) e`;

// Needs events_by_customer, of which it reads the days asked for. Postgres adds up each day, so memory never holds the events.
const BEHAVIOUR = sumsOf('event_type = ANY ($4::text[]) AND occurred_at >= $5');
// Needs events_of_subscriptions, whose condition the types repeat.
const SUBSCRIPTIONS = sumsOf(`event_type IN (${SUBSCRIPTION_TYPES.map((type) => `'${type}'`).join(', ')}) AND occurred_at >= $6`);

const READ = `
SELECT ${packed('customer')} AS customer, ${packed('day')} AS day, ${packed('signal')} AS signal, ${packed('count')} AS count
FROM (${BEHAVIOUR} UNION ALL ${SUBSCRIPTIONS} LIMIT ${MOST_ROWS + 1}) a`;

/** The activity to read. Days are UTC day numbers. */
export interface ActivityQuery {
  readonly groups: readonly BehaviourGroup[];
  /** The first day whose score is calculated: what counts on it is read, and everything since. */
  readonly firstDay: number;
}

/** Reads what customers did beside ordering, by day. Customers who did nothing are absent. */
export async function readActivity(
  db: TenantDb,
  ids: readonly CustomerId[],
  query: ActivityQuery,
): Promise<Map<CustomerId, readonly ActivityRow[]>> {
  const found = new Map<CustomerId, ActivityRow[]>();
  if (query.groups.length > 0) await readPart(db, ids, query, found);
  return found;
}

async function readPart(
  db: TenantDb,
  ids: readonly CustomerId[],
  query: ActivityQuery,
  found: Map<CustomerId, ActivityRow[]>,
): Promise<void> {
  const { groups, firstDay } = query;
  const counted = typesOfGroups(groups.filter((group) => group !== 'subscriptions'));
  const withSubscriptions = groups.includes('subscriptions');
  const since = (days: number): Date => new Date((firstDay - days + 1) * DAY_MS);
  const [row] = await db.prepared<Record<ActivityColumn, Packed>>(READ, [
    uuidColumn(ids),
    SIGNALS.map(([type]) => type),
    counted,
    // A branch that nobody asks for reads no row of its index.
    counted.length > 0 ? since(LOOKBACK_DAYS) : 'infinity',
    withSubscriptions ? since(SUBSCRIPTION_DAYS) : 'infinity',
  ]);
  if (row === undefined) return;
  const places = readIntegers(row.customer);
  if (places.length > MOST_ROWS && ids.length > 1) {
    const half = Math.ceil(ids.length / 2);
    await readPart(db, ids.slice(0, half), query, found);
    return readPart(db, ids.slice(half), query, found);
  }
  const [days, signals, counts] = [readIntegers(row.day), readIntegers(row.signal), readIntegers(row.count)];
  for (const [at, place] of places.entries()) {
    // Counted from 1.
    const id = ids[place! - 1]!;
    const sum = { day: days[at]!, signal: signals[at]!, count: counts[at]! };
    const known = found.get(id);
    if (known === undefined) found.set(id, [sum]);
    else known.push(sum);
  }
}

/**
 * Reads what some models use of the activity of customers, for their scores of today. Reads nothing where no model uses any.
 * @param today UTC day number
 */
export async function readActivityFor(
  db: TenantDb,
  models: readonly Model[],
  ids: readonly CustomerId[],
  today: number,
): Promise<ReadonlyMap<CustomerId, Activity>> {
  const used = new Set(models.flatMap(({ behaviour }) => behaviour?.groups ?? []));
  const groups = BEHAVIOUR_GROUPS.filter((group) => used.has(group));
  const rows = await readActivity(db, ids, { groups, firstDay: today });
  return new Map(Array.from(rows, ([id, own]) => [id, activityOfOne(own)]));
}
