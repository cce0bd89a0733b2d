import { addDays, LABELS, type Lifecycle, LIFECYCLES, LIMITS } from '#libs/core';
import { revenueIfOrdered, type TenantDb } from '#libs/database';
import { CONTACT_LIFECYCLES, type ContactLifecycle, isNoChange, isNoMove, type LifecycleMoves, type TotalsChange } from '#libs/scoring';

/** Rows per day, chosen by database connection, so that parallel chunks of one tenant seldom wait for the same row. */
const SHARDS = 8;

/** These columns describe all customers at one moment. The sum of all rows is the state of today. */
const COUNTS = [...LABELS, ...LIFECYCLES];
/** The sums of the customers to contact first begin with these words. */
const CONTACT_SUMS: Record<ContactLifecycle, string> = { second_order_due: 'second_due', slipping: 'slipping' };
const contactSumsOf = (lifecycle: ContactLifecycle): string[] =>
  ['sum', 'expected_sum', 'if_ordered_sum'].map((name) => `${CONTACT_SUMS[lifecycle]}_${name}`);
const SUMS = ['score_sum', 'revenue_sum', 'expected_sum', ...CONTACT_LIFECYCLES.flatMap(contactSumsOf), 'late_active', 'late_active_sum'];
const TOTALS = [...COUNTS, ...SUMS];
const MOVES = ['joined', 'came_back', 'came_back_sum', 'became_lost'] as const;
const COLUMNS = [...TOTALS, ...MOVES];

const ADD = `
ON CONFLICT (tenant_id, day, shard) DO UPDATE SET ${COLUMNS.map((name) => `${name} = d.${name} + excluded.${name}`).join(', ')}`;

// Needs the primary key of daily_score_changes.
const RECORD_CHANGE = `
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, ${COLUMNS.join(', ')})
VALUES ($1, $2, pg_backend_pid() % ${SHARDS}, ${COLUMNS.map((_, index) => `$${index + 3}`).join(', ')})${ADD}`;

/**
 * Adds the score changes of the caller's transaction to the tenant's totals. The caller has locked the rows of these customers. Call it
 * last in the transaction: another transaction that adds to the same row waits for its end.
 * @param day in the tenant's time zone, `2026-11-21`
 */
export async function recordChange(db: TenantDb, change: TotalsChange, moves: LifecycleMoves, day: string): Promise<void> {
  if (isNoChange(change) && isNoMove(moves)) return;
  const { customers, lifecycles } = change;
  await db.prepared(RECORD_CHANGE, [
    day,
    ...LABELS.map((label) => customers[label]),
    ...LIFECYCLES.map((lifecycle) => lifecycles[lifecycle]),
    change.scoreSum,
    change.revenueSum,
    change.expectedSum,
    ...CONTACT_LIFECYCLES.flatMap((lifecycle) => [
      change.contact[lifecycle].atRisk,
      change.contact[lifecycle].expected,
      change.contact[lifecycle].ifOrdered,
    ]),
    change.lateActive,
    change.lateActiveSum,
    moves.joined,
    moves.cameBack,
    moves.cameBackSum,
    moves.becameLost,
  ]);
}

// A deleted row is never the row that it is added to. A transaction that adds to a deleted row waits, and inserts a new one.
const FOLD = `
WITH gone AS (
  DELETE FROM daily_score_changes WHERE tenant_id = $1 AND (day < $2::date OR (day < $3::date AND shard <> 0)) RETURNING *)
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, ${COLUMNS.join(', ')})
SELECT $1, greatest(day, $2::date), 0, ${COLUMNS.map((name) => `sum(${name})`).join(', ')}
FROM gone GROUP BY greatest(day, $2::date)
${ADD} RETURNING 1`;

/** Folds each past day into one row, and the days before the retention into one. @param today in the tenant's time zone */
export async function foldChanges(db: TenantDb, today: string): Promise<void> {
  await db.query(FOLD, [addDays(today, -LIMITS.trendDays), today]);
}

/** Late, and neither slipping away nor lost. */
const LATE_ACTIVE = `lifecycle = 'active' AND late_since IS NOT NULL`;

/** In the order of `contactSumsOf`. */
const CONTACT_MONEY = ['revenue_at_risk', 'expected_revenue', revenueIfOrdered('customers')] as const;

const contactMoneyOf = (lifecycle: ContactLifecycle): string =>
  CONTACT_MONEY.map(
    (money, index) => `coalesce(sum(${money}) FILTER (WHERE lifecycle = '${lifecycle}'), 0) AS ${contactSumsOf(lifecycle)[index]}`,
  ).join(', ');

const isLifecycle = (name: string): boolean => LIFECYCLES.includes(name as Lifecycle);

// One statement sees customers and totals at the same moment, and every writer changes both in one transaction. So any difference is an
// error, even while others write. Reads all customers of the tenant, as the pass that follows does.
const CORRECT = `
WITH actual AS (
  SELECT ${COUNTS.map((name) => `count(*) FILTER (WHERE ${isLifecycle(name) ? 'lifecycle' : 'label'} = '${name}') AS ${name}`).join(', ')},
         coalesce(sum(score), 0) AS score_sum, coalesce(sum(revenue_at_risk), 0) AS revenue_sum, coalesce(sum(expected_revenue), 0) AS expected_sum,
         ${CONTACT_LIFECYCLES.map(contactMoneyOf).join(', ')},
         count(*) FILTER (WHERE ${LATE_ACTIVE}) AS late_active, coalesce(sum(revenue_at_risk) FILTER (WHERE ${LATE_ACTIVE}), 0) AS late_active_sum
  FROM customers WHERE tenant_id = $1 AND score IS NOT NULL),
recorded AS (
  SELECT ${TOTALS.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(', ')}
  FROM daily_score_changes WHERE tenant_id = $1)
INSERT INTO daily_score_changes AS d (tenant_id, day, shard, ${TOTALS.join(', ')})
SELECT $1, $2, 0, ${TOTALS.map((name) => `a.${name} - r.${name}`).join(', ')}
FROM actual a, recorded r WHERE a IS DISTINCT FROM r
${ADD}
RETURNING 1`;

/**
 * Corrects the totals after scores were changed without them: by an old version during a rollout, or by hand. One worker at a time runs
 * it. @returns whether the totals were wrong
 */
export const correctTotals = async (db: TenantDb, today: string): Promise<boolean> => (await db.query(CORRECT, [today])).length > 0;
