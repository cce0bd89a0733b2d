import { BOUGHT_TYPES, type CustomerId, LIMITS } from '#libs/core';
import { EACH_IDENTIFIER, type TenantDb, uuidColumn } from '#libs/database';
import { ORDER_COUNTS, orderKeyOfEvent } from '#libs/orders';
import type { LockedCustomer, TenantSettings } from './read-customers.sql.js';

const { count, categoryLength, categoriesPerCustomer, eventsPerIdentifier } = LIMITS.items;

// The latest event with items says what an order contains. Only the newest events are read: a customer with very many events is a cash register,
// and each event may have 64 KB. Needs events_with_items and the primary keys of orders, customer_categories and customer_aliases.
const KEEP = `
WITH latest AS (
  SELECT DISTINCT ON (i.asked_id, i.id, k.key) i.asked_id, i.id AS owner, k.key, e.data -> 'items' AS items
  FROM ${EACH_IDENTIFIER} i
  CROSS JOIN LATERAL (
    SELECT event_id, event_type, occurred_at, data FROM events
    WHERE tenant_id = $1 AND customer_id = i.id AND data ? 'items' AND event_type = ANY ('{${BOUGHT_TYPES.join(',')}}')
    ORDER BY occurred_at DESC, event_id DESC LIMIT ${eventsPerIdentifier}) e,
  LATERAL (SELECT ${orderKeyOfEvent('e')} AS key) k
  ORDER BY i.asked_id, i.id, k.key, e.occurred_at DESC, e.event_id DESC),
bought AS (
  SELECT t.asked_id AS customer_id, c.category, count(DISTINCT order_key)::int AS orders, min(placed_at) AS first_at, max(placed_at) AS last_at,
         row_number() OVER (PARTITION BY t.asked_id ORDER BY max(placed_at) DESC, c.category) AS place
  FROM latest t JOIN orders o ON o.tenant_id = $1 AND o.order_key = t.key AND o.customer_id = t.owner AND o.placed_at IS NOT NULL AND ${ORDER_COUNTS},
  LATERAL (
    SELECT btrim(item ->> 'category') AS category
    FROM jsonb_array_elements(CASE jsonb_typeof(t.items) WHEN 'array' THEN t.items ELSE '[]' END) WITH ORDINALITY AS each (item, number)
    WHERE number <= ${count} AND jsonb_typeof(item -> 'category') = 'string') c
  WHERE char_length(c.category) BETWEEN 1 AND ${categoryLength}
  GROUP BY 1, 2),
kept AS (SELECT customer_id, category, orders, first_at, last_at FROM bought WHERE place <= ${categoriesPerCustomer}),
gone AS (
  DELETE FROM customer_categories c WHERE c.tenant_id = $1 AND c.customer_id = ANY ($3::uuid[])
    AND NOT EXISTS (SELECT 1 FROM kept k WHERE k.customer_id = c.customer_id AND k.category = c.category))
INSERT INTO customer_categories AS c (tenant_id, customer_id, category, orders, first_at, last_at)
SELECT t.id, k.customer_id, k.category, k.orders, k.first_at, k.last_at FROM tenants t, kept k WHERE t.id = $1
ON CONFLICT (tenant_id, customer_id, category) DO UPDATE SET orders = excluded.orders, first_at = excluded.first_at, last_at = excluded.last_at
WHERE (c.orders, c.first_at, c.last_at) IS DISTINCT FROM (excluded.orders, excluded.first_at, excluded.last_at)`;

const idsOf = (customers: readonly LockedCustomer[]): CustomerId[] => customers.map(({ id }) => id);

/** Stores the categories that these customers have bought. An alias has none: its customer has them. Costs nothing in a shop without items. */
export async function keepCategories(
  db: TenantDb,
  customers: readonly LockedCustomer[],
  { has_items: hasItems }: Pick<TenantSettings, 'has_items'>,
): Promise<void> {
  if (!hasItems || customers.length === 0) return;
  const people = customers.filter(({ joinedMs }) => joinedMs === null);
  await db.query(KEEP, [uuidColumn(idsOf(people)), uuidColumn(idsOf(customers))]);
}
