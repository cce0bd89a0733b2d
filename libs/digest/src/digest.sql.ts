import { LIFECYCLES, type ModelQuality, type ReturnAlarm, startOfLocalDay } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** The numbers of a week. Money has two decimals. */
export interface WeekRow {
  readonly currency: string;
  /** The first day with live scores, `2026-11-21`; null: none yet. */
  readonly first_day: string | null;
  /** Customers with a live score before the week, and with one that was calculated afterwards for the last Sunday before it; null: none was. */
  readonly customers_before: number;
  readonly past_customers: number | null;
  /** Customers who became late in the week, and slip away now. */
  readonly began_to_slip: number;
  /** Customers who entered high or critical risk in the week, and are in it now. */
  readonly entered_high_risk: number;
  readonly joined: number;
  readonly came_back: number;
  readonly came_back_sum: string;
  readonly became_lost: number;
  /** At the end of the week. */
  readonly slipping: number;
  readonly slipping_if_ordered: string;
  readonly slipping_at_risk: string;
  readonly second_due: number;
  readonly second_due_if_ordered: string;
  readonly second_due_at_risk: string;
  readonly at_risk: string;
  /** Null where the sums of before are in another currency, or over another horizon. */
  readonly at_risk_change: string | null;
  /** Expected revenue of all customers with a score, and its change. */
  readonly expected: string;
  readonly expected_change: string | null;
  /** The days that a score looks ahead; null while there is neither a model nor a setting. */
  readonly horizon_days: number | null;
  /** Campaigns that reached customers in the week, and how often they reached one. */
  readonly campaigns: number;
  readonly contacted: number;
  readonly quality: ModelQuality | null;
}

export interface WeekPlace {
  /** The Monday, `2026-11-16`. */
  readonly from: string;
  /** The Monday after it. */
  readonly until: string;
  readonly timezone: string;
}

// The edges are instants ($4, $5): the time zones of the database may differ from those of Node, even under the same name.
/** All customers with a score. */
const CUSTOMERS = LIFECYCLES.join(' + ');

/** SQL: the change of a sum in the week. */
const changeOf = (column: string): string =>
  `CASE WHEN (t.money_since < $4::timestamptz) IS NOT FALSE THEN coalesce(sum(${column}) FILTER (WHERE day >= $2), 0.00)::text END`;

const ofWeek = (instant: string): string => `${instant} >= $4::timestamptz AND ${instant} < $5::timestamptz`;

// Needs the primary keys of daily_score_changes, past_weeks and tenants, and the indexes campaign_parts_delivered and models_one_active. Reads all customers of the tenant.
// The sum of all days before a day is the state at its beginning. Who began to slip and who entered high risk is counted as the list of
// customers filters, so that the digest agrees with the lists that it links to.
const READ_WEEK = `
SELECT t.currency, coalesce(m.horizon_days, t.horizon_days) AS horizon_days, d.*, m.quality,
       (SELECT ${CUSTOMERS} FROM past_weeks WHERE tenant_id = $1 AND day < $2 ORDER BY day DESC LIMIT 1) AS past_customers,
       (SELECT count(*)::int FROM customers WHERE tenant_id = $1 AND lifecycle = 'slipping' AND late_since >= $2 AND late_since < $3) AS began_to_slip,
       (SELECT count(*)::int FROM customers WHERE tenant_id = $1 AND ${ofWeek('high_risk_since')}) AS entered_high_risk,
       c.campaigns, c.contacted
FROM tenants t LEFT JOIN models m ON m.tenant_id = t.id AND m.status = 'active'
CROSS JOIN LATERAL (
  SELECT min(day)::text AS first_day, coalesce(sum(${CUSTOMERS}) FILTER (WHERE day < $2), 0)::int AS customers_before,
         coalesce(sum(joined) FILTER (WHERE day >= $2), 0)::int AS joined, coalesce(sum(came_back) FILTER (WHERE day >= $2), 0)::int AS came_back,
         coalesce(sum(came_back_sum) FILTER (WHERE day >= $2), 0.00)::text AS came_back_sum,
         coalesce(sum(became_lost) FILTER (WHERE day >= $2), 0)::int AS became_lost,
         greatest(coalesce(sum(slipping), 0), 0)::int AS slipping, coalesce(sum(slipping_if_ordered_sum), 0.00)::text AS slipping_if_ordered,
         coalesce(sum(slipping_sum), 0.00)::text AS slipping_at_risk, coalesce(sum(second_due_sum), 0.00)::text AS second_due_at_risk,
         greatest(coalesce(sum(second_order_due), 0), 0)::int AS second_due,
         coalesce(sum(second_due_if_ordered_sum), 0.00)::text AS second_due_if_ordered,
         coalesce(sum(revenue_sum), 0.00)::text AS at_risk, ${changeOf('revenue_sum')} AS at_risk_change,
         coalesce(sum(expected_sum), 0.00)::text AS expected, ${changeOf('expected_sum')} AS expected_change
  FROM daily_score_changes WHERE tenant_id = $1 AND day < $3) d
CROSS JOIN LATERAL (
  SELECT count(DISTINCT s.campaign_id)::int AS campaigns, coalesce(sum(p.recipients_count), 0)::int AS contacted
  FROM campaign_parts p JOIN campaign_sends s ON s.tenant_id = $1 AND s.id = p.send_id
  WHERE p.tenant_id = $1 AND p.state = 'delivered' AND p.recipients_count > 0 AND ${ofWeek('p.delivered_at')}) c
WHERE t.id = $1`;

/** @returns null when the tenant is gone */
export async function readWeek(db: TenantDb, { from, until, timezone }: WeekPlace): Promise<WeekRow | null> {
  const [week] = await db.query<WeekRow>(READ_WEEK, [from, until, startOfLocalDay(from, timezone), startOfLocalDay(until, timezone)]);
  return week ?? null;
}

// Needs the primary key.
const READ_ALARMS = 'SELECT alarms FROM return_watches WHERE tenant_id = $1';

/** Reads the last alarms about returning customers, by the day on which they were found. */
export const readAlarms = async (db: TenantDb): Promise<readonly ReturnAlarm[]> =>
  (await db.query<{ alarms: readonly ReturnAlarm[] }>(READ_ALARMS))[0]?.alarms ?? [];
