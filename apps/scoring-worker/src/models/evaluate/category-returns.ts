import { DAY_MS, FIRST_ID, type TenantId } from '#libs/core';
import { type Database, EACH_IDENTIFIER, type TenantDb, uuidColumn } from '#libs/database';
import { ORDER_COUNTS } from '#libs/orders';
import { readSettings } from '../../scoring/score/read-customers.sql.js';

/** Customers of one statement. */
const AT_ONCE = 5000;
/** Categories that are kept. */
const MOST_CATEGORIES = 200;
/** A second order within this time counts as coming back, or within the horizon where that is longer. */
const LEAST_WINDOW_DAYS = 90;

// Needs the primary key of customer_categories.
const NEXT_CUSTOMERS = `
SELECT DISTINCT customer_id FROM customer_categories WHERE tenant_id = $1 AND customer_id > $2 ORDER BY customer_id LIMIT ${AT_ONCE}`;

// A second order on the day of the first is part of the same purchase. Customers with orders that only a summary knows are left out: their first
// order is not known. Needs orders_by_customer and the primary keys of customers and customer_categories.
const COUNT = `
WITH days AS (
  SELECT i.asked_id AS id, o.placed_at
  FROM ${EACH_IDENTIFIER} i JOIN orders o ON o.tenant_id = $1 AND o.customer_id = i.id AND o.placed_at IS NOT NULL AND ${ORDER_COUNTS}),
placed AS (SELECT id, count(*) AS orders, min(placed_at) AS first_at FROM days GROUP BY 1),
again AS (
  SELECT d.id, min(d.placed_at) AS at FROM days d JOIN placed p USING (id)
  WHERE (d.placed_at AT TIME ZONE 'UTC')::date > (p.first_at AT TIME ZONE 'UTC')::date GROUP BY 1),
known AS (
  SELECT p.id, p.first_at, p.first_at < $3 AS is_old, coalesce(a.at <= p.first_at + $4 * interval '1 day', false) AS returned
  FROM placed p JOIN customers c ON c.tenant_id = $1 AND c.id = p.id AND c.orders_count = p.orders LEFT JOIN again a ON a.id = p.id)
SELECT k.category, count(*)::int AS customers, count(*) FILTER (WHERE n.is_old AND k.first_at = n.first_at)::int AS n,
       count(*) FILTER (WHERE n.is_old AND k.first_at = n.first_at AND n.returned)::int AS returned
FROM customer_categories k LEFT JOIN known n ON n.id = k.customer_id WHERE k.tenant_id = $1 AND k.customer_id = ANY ($2::uuid[]) GROUP BY 1
UNION ALL
SELECT NULL, count(*)::int, count(*) FILTER (WHERE n.is_old)::int, count(*) FILTER (WHERE n.is_old AND n.returned)::int
FROM known n WHERE EXISTS (SELECT 1 FROM customer_categories k WHERE k.tenant_id = $1 AND k.customer_id = n.id AND k.first_at = n.first_at)`;

const STORE = `
INSERT INTO category_returns AS r (tenant_id, counted_at, window_days, everyone, categories) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (tenant_id) DO UPDATE SET counted_at = excluded.counted_at, window_days = excluded.window_days, everyone = excluded.everyone,
  categories = excluded.categories`;

/**
 * Counts for one category: customers who bought it (`customers`), first orders with it that are older than the window (`n`), and those followed by
 * another order within the window (`returned`).
 */
interface CategoryCount {
  /** Null: all first orders with any category. */
  readonly category: string | null;
  readonly customers: number;
  readonly n: number;
  readonly returned: number;
}

/** Counts how many customers came back after a first order with each category, and stores the counts. Shops without items have none. */
export async function countCategoryReturns(database: Database, tenantId: TenantId, now: Date): Promise<void> {
  const { has_items: hasItems, horizon_days: horizon } = await database.read(tenantId, readSettings);
  if (!hasItems) return;
  const windowDays = Math.max(LEAST_WINDOW_DAYS, horizon ?? 0);
  const oldest = new Date(now.getTime() - windowDays * DAY_MS);
  const totals = new Map<string | null, CategoryCount>();
  for (let after: string | null = FIRST_ID; after !== null;) {
    const from: string = after;
    const { counts, last } = await database.read(tenantId, (db) => countPage(db, from, { oldest, windowDays }));
    for (const count of counts) totals.set(count.category, added(totals.get(count.category), count));
    after = last;
  }
  const { n = 0, returned = 0 } = totals.get(null) ?? {};
  const categories = [...totals.values()]
    .filter(({ category }) => category !== null)
    .toSorted((a, b) => b.customers - a.customers)
    .slice(0, MOST_CATEGORIES);
  await database.transaction(tenantId, (db) =>
    db.query(STORE, [now, windowDays, JSON.stringify({ n, returned }), JSON.stringify(categories)]),
  );
}

interface Page {
  readonly counts: readonly CategoryCount[];
  /** Id of the last customer of the page; null on the last page. */
  readonly last: string | null;
}

async function countPage(
  db: TenantDb,
  after: string,
  { oldest, windowDays }: { readonly oldest: Date; readonly windowDays: number },
): Promise<Page> {
  const ids = (await db.query<{ customer_id: string }>(NEXT_CUSTOMERS, [after])).map(({ customer_id: id }) => id);
  if (ids.length === 0) return { counts: [], last: null };
  const counts = await db.query<CategoryCount>(COUNT, [uuidColumn(ids), oldest, windowDays]);
  return { counts, last: ids.length < AT_ONCE ? null : (ids.at(-1) ?? null) };
}

const added = (sum: CategoryCount | undefined, { category, customers, n, returned }: CategoryCount): CategoryCount => ({
  category,
  customers: customers + (sum?.customers ?? 0),
  n: n + (sum?.n ?? 0),
  returned: returned + (sum?.returned ?? 0),
});
