import { addDays, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { isNoChange, type TotalsChange } from '#libs/scoring';

/** Rows per day, chosen by database connection, so that parallel chunks of one tenant seldom wait for the same row. */
const SHARDS = 8;

const ADD = `
ON CONFLICT (tenant_id, day, shard) DO UPDATE SET
  low = d.low + excluded.low, medium = d.medium + excluded.medium, high = d.high + excluded.high, critical = d.critical + excluded.critical,
  score_sum = d.score_sum + excluded.score_sum, revenue_sum = d.revenue_sum + excluded.revenue_sum`;

// Needs the primary key of daily_score_changes.
const RECORD_CHANGE = `
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
VALUES ($1, $2, pg_backend_pid() % ${SHARDS}, $3, $4, $5, $6, $7, $8)${ADD}`;

/**
 * Adds the score changes of the caller's transaction to the tenant's totals. The caller has locked the rows of these customers. Call it
 * last in the transaction: another transaction that adds to the same row waits for its end.
 * @param day in the tenant's time zone, `2026-11-21`
 */
export async function recordChange(db: TenantDb, change: TotalsChange, day: string): Promise<void> {
  if (isNoChange(change)) return;
  const { customers, scoreSum, revenueSum } = change;
  await db.prepared(RECORD_CHANGE, [day, customers.low, customers.medium, customers.high, customers.critical, scoreSum, revenueSum]);
}

// A deleted row is never the row that it is added to. A transaction that adds to a deleted row waits, and inserts a new one.
const FOLD = `
WITH gone AS (
  DELETE FROM daily_score_changes WHERE tenant_id = $1 AND (day < $2::date OR (day < $3::date AND shard <> 0)) RETURNING *)
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
SELECT $1, greatest(day, $2::date), 0, sum(low), sum(medium), sum(high), sum(critical), sum(score_sum), sum(revenue_sum)
FROM gone GROUP BY greatest(day, $2::date)
${ADD}`;

/** Folds each past day into one row, and the days before the retention into one. @param today in the tenant's time zone */
export async function foldChanges(db: TenantDb, today: string): Promise<void> {
  await db.query(FOLD, [addDays(today, -LIMITS.trendDays), today]);
}

// One statement sees customers and totals at the same moment, and every writer changes both in one transaction. So any difference is an
// error, even while others write. Reads all customers of the tenant, as the pass that follows does.
const CORRECT = `
WITH actual AS (
  SELECT count(*) FILTER (WHERE label = 'low') AS low, count(*) FILTER (WHERE label = 'medium') AS medium,
         count(*) FILTER (WHERE label = 'high') AS high, count(*) FILTER (WHERE label = 'critical') AS critical,
         coalesce(sum(score), 0) AS score_sum, coalesce(sum(revenue_at_risk), 0) AS revenue_sum
  FROM customers WHERE tenant_id = $1 AND score IS NOT NULL),
recorded AS (
  SELECT coalesce(sum(low), 0) AS low, coalesce(sum(medium), 0) AS medium, coalesce(sum(high), 0) AS high,
         coalesce(sum(critical), 0) AS critical, coalesce(sum(score_sum), 0) AS score_sum, coalesce(sum(revenue_sum), 0) AS revenue_sum
  FROM daily_score_changes WHERE tenant_id = $1)
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
SELECT $1, $2, 0, a.low - r.low, a.medium - r.medium, a.high - r.high, a.critical - r.critical, a.score_sum - r.score_sum, a.revenue_sum - r.revenue_sum
FROM actual a, recorded r WHERE a IS DISTINCT FROM r
${ADD}
RETURNING 1`;

/**
 * Corrects the totals after scores were changed without them: by an old version during a rollout, or by hand. One worker at a time runs
 * it. @returns whether the totals were wrong
 */
export const correctTotals = async (db: TenantDb, today: string): Promise<boolean> => (await db.query(CORRECT, [today])).length > 0;
