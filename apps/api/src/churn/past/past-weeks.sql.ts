import type { TenantDb } from '#libs/database';

/** The totals of a tenant at the end of a past Sunday (UTC), calculated afterwards. */
export interface PastWeek {
  /** `2026-11-15` */
  readonly day: string;
  readonly low: number;
  readonly medium: number;
  readonly high: number;
  readonly critical: number;
  readonly new: number;
  readonly second_order_due: number;
  readonly active: number;
  readonly slipping: number;
  readonly lost: number;
  /** Four decimals. */
  readonly avg_score: string;
  /** Two decimals. */
  readonly expected_revenue: string;
  /** Two decimals. */
  readonly revenue_at_risk: string;
}

// Needs the primary key of past_weeks. A tenant has some forty rows.
const READ_PAST = `
SELECT day::text, low, medium, high, critical, new, second_order_due, active, slipping, lost,
       round(score_sum / (low + medium + high + critical), 4)::text AS avg_score, expected_sum::text AS expected_revenue, revenue_sum::text AS revenue_at_risk
FROM past_weeks WHERE tenant_id = $1 AND day >= $2::date ORDER BY day`;

/** Returns the past weeks that end on `first` or later, oldest first. */
export const readPastWeeks = (db: TenantDb, first: string): Promise<PastWeek[]> => db.prepared<PastWeek>(READ_PAST, [first]);
