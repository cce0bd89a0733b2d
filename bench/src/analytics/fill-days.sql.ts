import type { Client } from 'pg';

// What customers count for today, and before that 399 days of small changes of eight rows each, as many as there are while nothing has
// been folded.
const FILL = [
  `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
   SELECT $1, current_date, 0, count(*) FILTER (WHERE label = 'low'), count(*) FILTER (WHERE label = 'medium'),
          count(*) FILTER (WHERE label = 'high'), count(*) FILTER (WHERE label = 'critical'), sum(score), sum(revenue_at_risk)
   FROM customers WHERE tenant_id = $1 AND score IS NOT NULL`,
  `INSERT INTO daily_score_changes (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
   SELECT $1, current_date - day, shard, shard, 1, 2, 3, 4.5678, 12345.67 FROM generate_series(1, 399) day, generate_series(0, 7) shard`,
];

/** Gives a tenant with customers the totals of as many days as are kept, as the owner of the tables. */
export async function fillDays(owner: Client, tenantId: string): Promise<void> {
  for (const sql of FILL) await owner.query(sql, [tenantId]);
  await owner.query('VACUUM ANALYZE daily_score_changes');
}
