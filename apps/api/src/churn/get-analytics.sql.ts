import type { TenantDb } from '#libs/database';

export interface TenantPlace {
  readonly currency: string;
  /** IANA name. */
  readonly timezone: string;
}

const READ_PLACE = 'SELECT currency, timezone FROM tenants WHERE id = $1';

export async function readPlace(db: TenantDb): Promise<TenantPlace> {
  const [place] = await db.prepared<TenantPlace>(READ_PLACE);
  if (place === undefined) throw new Error(`tenant ${db.tenantId} does not exist`);
  return place;
}

/** The totals of a tenant's scores at the end of a day. Decimals stay text. */
export interface DayTotals {
  /** `2026-11-21` */
  readonly day: string;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
  /** Four decimals. */
  readonly avg_score: string;
  /** Two decimals. */
  readonly expected_revenue: string;
  /** Two decimals. */
  readonly revenue_at_risk: string;
  /** True when there was a score on this day or before. */
  readonly is_known: boolean;
}

// Needs the primary key of daily_score_changes: a few rows for each of at most 400 days, however many customers there are. Days on which
// nothing changed repeat the day before. The query counts days as numbers: a series of dates would be one of midnights in the server's zone,
// and lose its last day where clocks go forward at midnight. Rows after today come from a clock ahead of ours, or from before a change of the time zone.
// A change that such a clock noted too late or too early would make a day negative.
const READ_DAYS = `
SELECT day::text, greatest(sum(sum(low)) OVER days, 0)::int AS low, greatest(sum(sum(medium)) OVER days, 0)::int AS medium,
       greatest(sum(sum(high)) OVER days, 0)::int AS high, greatest(sum(sum(critical)) OVER days, 0)::int AS critical,
       coalesce(round(least(greatest(sum(sum(score_sum)) OVER days / nullif(greatest(sum(sum(low + medium + high + critical)) OVER days, 0), 0), 0), 1), 4), 0.0000)::text AS avg_score,
       greatest(sum(sum(expected_sum)) OVER days, 0.00)::text AS expected_revenue, greatest(sum(sum(revenue_sum)) OVER days, 0.00)::text AS revenue_at_risk,
       bool_or(bool_or(is_recorded)) OVER days AS is_known
FROM (
  SELECT least(greatest(day, $2::date), $3::date) AS day, low, medium, high, critical, score_sum, expected_sum, revenue_sum, true AS is_recorded
  FROM daily_score_changes WHERE tenant_id = $1
  UNION ALL
  SELECT $2::date + n, 0, 0, 0, 0, 0.0000, 0.00, 0.00, false FROM generate_series(0, $3::date - $2::date) n) changes
GROUP BY day WINDOW days AS (ORDER BY day) ORDER BY day`;

/** Returns the totals of each day from `first` to `today`. The last one is the current state. */
export const readDays = (db: TenantDb, first: string, today: string): Promise<DayTotals[]> => db.prepared(READ_DAYS, [first, today]);
