import type { Client } from 'pg';

// Recently active customers have low scores, long inactive ones high scores, and 2 % have none. After 90 days without an order they are late.
const FILL = `
INSERT INTO customers (tenant_id, id, external_id, first_seen_at, last_activity_at, last_order_at, orders_count, monetary_total, score, label,
  calculated_at, model_version, lifecycle, late_since, high_risk_since, revenue_at_risk, created_at)
SELECT $1, gen_random_uuid(), 'customer-' || i, now() - (silent + age) * interval '1 day', active_at, active_at, orders, money, score,
  CASE WHEN score >= 0.9 THEN 'critical' WHEN score >= 0.7 THEN 'high' WHEN score >= 0.4 THEN 'medium' WHEN score IS NOT NULL THEN 'low' END,
  now(), 'mbg-prior-1.0/h90',
  CASE WHEN score IS NULL THEN NULL WHEN silent < 90 OR score < 0.4 THEN 'active' WHEN score < 0.875 THEN 'slipping' ELSE 'lost' END,
  CASE WHEN score IS NOT NULL AND silent >= 90 THEN (now() - (silent - 90) * interval '1 day')::date END,
  CASE WHEN score >= 0.7 AND silent >= 60 THEN now() - (silent - 60) * interval '1 day' END,
  round(coalesce(score * money / orders * 2, 0), 2), now() - (silent + age) * interval '1 day'
FROM (
  SELECT i, silent, age, orders, now() - silent * interval '1 day' AS active_at, round((orders * exp(3.5 + noise * 0.5))::numeric, 2) AS money,
    CASE WHEN i % 50 <> 0 THEN round(least(0.9999, greatest(0.0001, 1 / (1 + exp(-(silent / 70 - 2.2 + noise)))))::numeric, 4) END AS score
  FROM (
    SELECT i, 900 * random() ^ 2 AS silent, 600 * random() AS age, 1 + floor(20 * random() ^ 3)::int AS orders, random_normal() AS noise
    FROM generate_series(1, $2::int) i) drawn) customer`;

const NAME = 'INSERT INTO customer_names SELECT tenant_id, external_id, id FROM customers WHERE tenant_id = $1';

/** Fills a tenant with customers, as the owner of the tables. Sending this history through the API would take an hour. */
export async function fillCustomers(owner: Client, tenantId: string, customers: number): Promise<void> {
  await owner.query(FILL, [tenantId, customers]);
  await owner.query(NAME, [tenantId]);
  await owner.query('VACUUM ANALYZE customers, customer_names');
}
