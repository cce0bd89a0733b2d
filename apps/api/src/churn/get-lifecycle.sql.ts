import { type PastIntervals, type ReturnAlarm, type ReturnWatchState, SCORED_GROUP, UNSCORED_GROUP } from '#libs/core';
import { horizonOfVersion, type TenantDb } from '#libs/database';

/** Customers of each lifecycle at the end of a day. */
export interface LifecycleDay {
  /** `2026-11-21` */
  readonly day: string;
  readonly new: number;
  readonly second_order_due: number;
  readonly active: number;
  readonly slipping: number;
  readonly lost: number;
  /** True when there was a score on this day or before. */
  readonly is_known: boolean;
}

// Needs the primary key of daily_score_changes: a few rows for each of at most 400 days. `get-analytics.sql.ts` says why it counts days as numbers and stops at zero.
const READ_DAYS = `
SELECT day::text, greatest(sum(sum(new)) OVER days, 0)::int AS new, greatest(sum(sum(second_order_due)) OVER days, 0)::int AS second_order_due, greatest(sum(sum(active)) OVER days, 0)::int AS active,
       greatest(sum(sum(slipping)) OVER days, 0)::int AS slipping, greatest(sum(sum(lost)) OVER days, 0)::int AS lost, bool_or(bool_or(is_recorded)) OVER days AS is_known
FROM (
  SELECT least(greatest(day, $2::date), $3::date) AS day, new, second_order_due, active, slipping, lost, true AS is_recorded
  FROM daily_score_changes WHERE tenant_id = $1
  UNION ALL
  SELECT $2::date + n, 0, 0, 0, 0, 0, false FROM generate_series(0, $3::date - $2::date) n) changes
GROUP BY day WINDOW days AS (ORDER BY day) ORDER BY day`;

/** Returns the lifecycles of each day from `first` to `today`. The last one is the current state. */
export const readLifecycleDays = (db: TenantDb, first: string, today: string): Promise<LifecycleDay[]> =>
  db.prepared(READ_DAYS, [first, today]);

export interface LifecycleMoves {
  readonly joined: number;
  readonly began_to_slip: number;
  readonly came_back: number;
  /** Two decimals. */
  readonly came_back_sum: string;
  readonly became_lost: number;
}

// Needs the primary key of daily_score_changes. Counts the customers who began to slip with the filter of the customer list, so that number and
// list agree, also in the first week after an import: it reads all customers of the tenant.
const READ_MOVES = `
SELECT coalesce(sum(joined), 0)::int AS joined, coalesce(sum(came_back), 0)::int AS came_back,
       (SELECT count(*)::int FROM customers WHERE tenant_id = $1 AND lifecycle = 'slipping' AND late_since >= $3) AS began_to_slip,
       coalesce(sum(came_back_sum), 0.00)::text AS came_back_sum, coalesce(sum(became_lost), 0)::int AS became_lost
FROM daily_score_changes WHERE tenant_id = $1 AND day > $2`;

/**
 * Adds up the moves after a day, `2026-11-21`.
 * @param lateSince UTC day
 */
export async function readMoves(db: TenantDb, after: string, lateSince: string): Promise<LifecycleMoves> {
  const [moves] = await db.prepared<LifecycleMoves>(READ_MOVES, [after, lateSince]);
  if (moves === undefined) throw new Error('a sum has no row');
  return moves;
}

// Only asked for in the first week of a shop. It ends with the first customer found, which after an import is one of the first.
const HAS_OLDER_ORDERS = `SELECT EXISTS (SELECT 1 FROM customers WHERE tenant_id = $1 AND last_order_at < $2) AS has_older`;

/** Returns whether a customer had the last order before an instant. */
export async function hasOrdersBefore(db: TenantDb, instant: Date): Promise<boolean> {
  const [row] = await db.prepared<{ has_older: boolean }>(HAS_OLDER_ORDERS, [instant]);
  return row?.has_older === true;
}

export interface ShopOutlook {
  readonly currency: string;
  readonly horizon_days: number | null;
  /** Two decimals. */
  readonly expected: string;
  /** Two decimals; null while no model with amounts has been fitted. */
  readonly expected_90: string | null;
  readonly expected_365: string | null;
  /** Two decimals; null where the past is too short. */
  readonly p10: string | null;
  readonly p90: string | null;
  readonly p10_90: string | null;
  readonly p90_90: string | null;
  /** Null before the past was calculated. */
  readonly intervals: PastIntervals | null;
  /** Two decimals. */
  readonly at_risk: string;
  /** Customers with a second order that is due: their revenue at risk, expected revenue, and revenue if all of them order. Two decimals each. */
  readonly second_due_at_risk: string;
  readonly second_due_expected: string;
  readonly second_due_if_ordered: string;
  /** Revenue at risk of the customers who slip away, two decimals. */
  readonly slipping_at_risk: string;
  /** Their expected revenue, two decimals. */
  readonly slipping_expected: string;
  /** Their revenue if all of them order, two decimals. */
  readonly slipping_if_ordered: string;
  /** Customers who are late and neither slip away nor are lost. */
  readonly late_active: number;
  /** Two decimals. */
  readonly late_active_at_risk: string;
  /** Customers without a score. */
  readonly unscored: number;
}

const factor = (days: string, quantile: 'p10' | 'p90'): string => `(r.intervals->(${days})->'factors'->>'${quantile}')::numeric`;
const HORIZON = `coalesce(m.horizon_days, t.horizon_days, ${horizonOfVersion('c.model_version')})`;
const EXPECTED_90 = `d.expected * (m.parameters->'outlook'->>'days90')::numeric`;

// Needs the primary keys of daily_score_changes and past_replays, and the indexes models_one_active and customers_by_score. The fit stores how much more than
// the horizon 90 and 365 days bring: that changes slowly, while the expected revenue follows every order.
const READ_OUTLOOK = `
SELECT t.currency, ${HORIZON} AS horizon_days,
       d.expected::text AS expected, round(${EXPECTED_90}, 2)::text AS expected_90,
       round(d.expected * ${factor(`${HORIZON}::text`, 'p10')}, 2)::text AS p10,
       round(d.expected * ${factor(`${HORIZON}::text`, 'p90')}, 2)::text AS p90,
       round(${EXPECTED_90} * ${factor("'90'", 'p10')}, 2)::text AS p10_90, round(${EXPECTED_90} * ${factor("'90'", 'p90')}, 2)::text AS p90_90,
       r.intervals,
       round(d.expected * (m.parameters->'outlook'->>'days365')::numeric, 2)::text AS expected_365, d.at_risk::text AS at_risk,
       d.second_due_at_risk::text AS second_due_at_risk, d.second_due_expected::text AS second_due_expected,
       d.second_due_if_ordered::text AS second_due_if_ordered, d.slipping_at_risk::text AS slipping_at_risk, d.slipping_expected::text AS slipping_expected,
       d.slipping_if_ordered::text AS slipping_if_ordered, d.late_active::int AS late_active, d.late_active_at_risk::text AS late_active_at_risk,
       (SELECT count(*)::int FROM customers WHERE tenant_id = $1 AND list_group = ${UNSCORED_GROUP}) AS unscored
FROM tenants t
LEFT JOIN models m ON m.tenant_id = t.id AND m.status = 'active'
LEFT JOIN past_replays r ON r.tenant_id = t.id
LEFT JOIN LATERAL (
  SELECT model_version FROM customers WHERE tenant_id = $1 AND list_group = ${SCORED_GROUP} ORDER BY score_order LIMIT 1) c ON true
CROSS JOIN LATERAL (
  SELECT coalesce(sum(expected_sum), 0.00) AS expected, coalesce(sum(revenue_sum), 0.00) AS at_risk,
         coalesce(sum(second_due_sum), 0.00) AS second_due_at_risk, coalesce(sum(second_due_expected_sum), 0.00) AS second_due_expected,
         coalesce(sum(second_due_if_ordered_sum), 0.00) AS second_due_if_ordered, coalesce(sum(slipping_sum), 0.00) AS slipping_at_risk,
         coalesce(sum(slipping_expected_sum), 0.00) AS slipping_expected, coalesce(sum(slipping_if_ordered_sum), 0.00) AS slipping_if_ordered, coalesce(sum(late_active), 0) AS late_active,
         coalesce(sum(late_active_sum), 0.00) AS late_active_at_risk
  FROM daily_score_changes WHERE tenant_id = $1) d
WHERE t.id = $1`;

export async function readOutlook(db: TenantDb): Promise<ShopOutlook> {
  const [outlook] = await db.prepared<ShopOutlook>(READ_OUTLOOK);
  if (outlook === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return outlook;
}

// Needs the primary key.
const READ_WATCH = 'SELECT state, alarms FROM return_watches WHERE tenant_id = $1';

/** The findings of the last night about returning customers, with the alarms by the day on which they were found. */
export interface ReturnWatchRow {
  readonly state: ReturnWatchState;
  readonly alarms: readonly ReturnAlarm[];
}

/** @returns null before the first night */
export const readReturnWatch = async (db: TenantDb): Promise<ReturnWatchRow | null> =>
  (await db.query<ReturnWatchRow>(READ_WATCH))[0] ?? null;
