import { addDays, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { isNoChange, type TotalsChange } from '#libs/scoring';

/** Rows over which the changes of a day are spread, by connection: parallel chunks of one tenant seldom meet in one. */
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
 * Adds to the totals of the tenant what the caller's transaction has changed in the scores of customers whose rows it has locked. To be
 * called when the transaction waits for nothing any more: whoever adds to the same row waits for its end.
 * @param day of the tenant, `2026-11-21`
 */
export async function recordChange(db: TenantDb, change: TotalsChange, day: string): Promise<void> {
  if (isNoChange(change)) return;
  const { customers, scoreSum, revenueSum } = change;
  await db.prepared(RECORD_CHANGE, [day, customers.low, customers.medium, customers.high, customers.critical, scoreSum, revenueSum]);
}

// What goes and what it goes into are never the same row. One who adds to a row that goes waits, and makes a new one.
const FOLD = `
WITH gone AS (
  DELETE FROM daily_score_changes WHERE tenant_id = $1 AND (day < $2::date OR (day < $3::date AND shard <> 0)) RETURNING *)
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, low, medium, high, critical, score_sum, revenue_sum)
SELECT $1, greatest(day, $2::date), 0, sum(low), sum(medium), sum(high), sum(critical), sum(score_sum), sum(revenue_sum)
FROM gone GROUP BY greatest(day, $2::date)
${ADD}`;

/** Leaves one row of each day that has ended, and adds up the days from before the retention. @param today of the tenant */
export async function foldChanges(db: TenantDb, today: string): Promise<void> {
  await db.query(FOLD, [addDays(today, -LIMITS.trendDays), today]);
}

// One statement sees customers and totals at one moment, and everybody changes both in one transaction: so the difference is what has
// gone wrong, whatever is under way. Reads all customers of the tenant, as the pass that follows does.
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
 * Makes good what was written past the totals: by a process of a version before them while a new one was rolled out, or by hand. One
 * worker at a time. @returns whether they were wrong
 */
export const correctTotals = async (db: TenantDb, today: string): Promise<boolean> => (await db.query(CORRECT, [today])).length > 0;
