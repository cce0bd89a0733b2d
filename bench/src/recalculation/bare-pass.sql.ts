import type { Client } from 'pg';

const CHUNK = 500;

// Reads every order of a chunk of customers and writes the columns of a score. A sum stands for the calculation.
const BARE_CHUNK = `
WITH chunk AS (
  SELECT id FROM customers WHERE tenant_id = $1 AND id > $2 ORDER BY id LIMIT ${CHUNK} FOR NO KEY UPDATE),
facts AS (
  SELECT o.customer_id AS id, count(*)::int AS orders, sum(amount - refunded) AS money, min(placed_at) AS first_at, max(placed_at) AS last_at
  FROM chunk JOIN orders o ON o.tenant_id = $1 AND o.customer_id = chunk.id GROUP BY o.customer_id),
written AS (
  UPDATE customers c SET first_seen_at = f.first_at, last_activity_at = f.last_at, last_order_at = f.last_at, orders_count = f.orders,
    monetary_total = f.money, score = 0.5 + (f.orders % 5) * 0.0777, label = 'medium', calculated_at = now(), model_version = c.model_version,
    revenue_at_risk = round(f.money / 3, 2), updated_at = now()
  FROM facts f WHERE c.tenant_id = $1 AND c.id = f.id RETURNING c.id)
SELECT id FROM written ORDER BY id DESC LIMIT 1`;

/** Runs one pass over all customers with SQL alone, one transaction per chunk. @returns milliseconds. */
export async function barePass(owner: Client, tenantId: string): Promise<number> {
  const started = performance.now();
  let after: string | undefined = '00000000-0000-0000-0000-000000000000';
  while (after !== undefined) {
    const { rows }: { rows: { id: string }[] } = await owner.query(BARE_CHUNK, [tenantId, after]);
    after = rows[0]?.id;
  }
  return performance.now() - started;
}
