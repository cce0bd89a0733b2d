import { type CustomerId, ORDER_STATES } from '#libs/core';
import {
  EACH_IDENTIFIER,
  identifiersOf,
  packedColumns,
  readInstants,
  readIntegers,
  readUnits,
  type TenantDb,
  uuidColumn,
} from '#libs/database';
import type { EarlierOrders } from '#libs/scoring';
import { REFUNDED } from '../counted-orders.sql.js';
import { byCustomer } from './by-customer.js';
import { earlierOf, joined } from './earlier-orders.js';

// Needs events_of_histories, which is empty for most tenants.
const HAS_HISTORIES = `SELECT EXISTS (SELECT 1 FROM events WHERE tenant_id = $1 AND event_type = 'customer_history') AS has`;

const SUMMARIES = packedColumns({
  customer: readIntegers,
  orders: readIntegers,
  spent: readUnits,
  first_at: readInstants,
  last_at: readInstants,
  until: readInstants,
  since: readInstants,
  known: readIntegers,
  known_spent: readUnits,
  known_first_at: readInstants,
});

const instant = (field: string): string => `(h.data ->> '${field}')::timestamptz`;

/** SQL: the identifiers that a summary covers. */
const OWN = `
CASE WHEN h.is_furthest THEN ARRAY(SELECT i.id FROM unnest(${identifiersOf('h.asked_id')}) AS i (id) WHERE i.id = h.id OR i.id <> ALL (h.summed))
     ELSE ARRAY[h.id] END`;

// Needs events_of_histories and orders_by_customer. The summary of an identifier with the latest end counts, in any order of arrival. Each
// order that is known by itself, and lies in the time of the summary, takes one out of it. A cancelled order does too, because the shop has
// counted it. Orders of identifiers without a summary are taken out of the summary of the person with the latest end. The casts get only values
// that `historyProblem` has validated.
const READ = `
WITH summaries AS MATERIALIZED (
  SELECT c.id, c.asked_id, c.place, h.data, h.until, array_agg(c.id) OVER (PARTITION BY c.place) AS summed,
         row_number() OVER (PARTITION BY c.place ORDER BY h.until DESC, c.id) = 1 AS is_furthest
  FROM ${EACH_IDENTIFIER} c,
       LATERAL (SELECT data, (data ->> 'until')::timestamptz AS until FROM events
                WHERE tenant_id = $1 AND customer_id = c.id AND event_type = 'customer_history' AND data ? 'until'
                ORDER BY (data ->> 'until')::timestamptz DESC, occurred_at DESC, event_id DESC LIMIT 1) h)
SELECT ${SUMMARIES.select} FROM (
  SELECT h.place::int AS customer, (h.data ->> 'orders')::int AS orders,
         CASE WHEN coalesce(upper(h.data ->> 'currency'), t.currency) = t.currency THEN (h.data ->> 'spent')::numeric(18,4) END AS spent,
         ${instant('first_order_at')} AS first_at, ${instant('last_order_at')} AS last_at, h.until, ${instant('orders_since')} AS since,
         o.known, o.spent AS known_spent, o.first_at AS known_first_at
  FROM tenants t, summaries h,
       LATERAL (SELECT count(*)::int AS known, min(placed_at) AS first_at,
                       coalesce(sum(greatest(amount - ${REFUNDED}, 0)) FILTER (WHERE state <> ${ORDER_STATES.cancelled} AND coalesce(currency, t.currency) = t.currency), 0) AS spent
                FROM orders WHERE tenant_id = $1 AND customer_id = ANY (${OWN}) AND placed_at <= h.until AND NOT test) o
  WHERE t.id = $1) s`;

/** Reads the earlier orders: those of summaries that have not arrived one by one. Customers without any are absent. */
export async function readEarlier(db: TenantDb, ids: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, EarlierOrders>> {
  const found = new Map<CustomerId, EarlierOrders>();
  const [tenant] = await db.prepared<{ has: boolean }>(HAS_HISTORIES);
  if (tenant?.has !== true) return found;
  const columns = SUMMARIES.read(await db.prepared(READ, [uuidColumn(ids)]));
  const summaries = byCustomer(ids, columns.customer, (at) =>
    earlierOf({
      orders: columns.orders[at]!,
      spent: columns.spent[at]!,
      firstAtMs: columns.first_at[at]!,
      lastAtMs: columns.last_at[at]!,
      untilMs: columns.until[at]!,
      sinceMs: columns.since[at]!,
      known: { orders: columns.known[at]!, spent: columns.known_spent[at]!, firstAtMs: columns.known_first_at[at]! },
    }),
  );
  for (const [id, all] of summaries) {
    const earlier = joined(all);
    if (earlier !== null) found.set(id, earlier);
  }
  return found;
}
