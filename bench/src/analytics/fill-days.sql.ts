import type { Client } from 'pg';

// The totals of today's customers, and 399 earlier days of small changes with eight rows each: the maximum number of rows before
// the nightly task folds them.
const FILL = [
  `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
   SELECT $1, current_date, 0, count(*) FILTER (WHERE label = 'low'), count(*) FILTER (WHERE label = 'medium'),
          count(*) FILTER (WHERE label = 'high'), count(*) FILTER (WHERE label = 'critical'), sum(score), sum(revenue_at_risk)
   FROM customers WHERE tenant_id = $1 AND score IS NOT NULL`,
  `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
   SELECT $1, current_date - day, shard, shard, 1, 2, 3, 4.5678, 12345.67 FROM generate_series(1, 399) day, generate_series(0, 7) shard`,
];

/** Fills the maximum number of stored days of totals for a tenant with customers, as the owner of the tables. */
export async function fillDays(owner: Client, tenantId: string): Promise<void> {
  for (const sql of FILL) await owner.query(sql, [tenantId]);
  await owner.query('VACUUM ANALYZE daily_score_changes');
}
