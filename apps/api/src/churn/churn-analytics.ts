import { Injectable } from '@nestjs/common';
import { addDays, Clock, LIMITS, localDay, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { AnalyticsDto, DayTotalsDto, Period } from '#libs/dto';
import { toCustomers } from '#libs/customers';
import { listCustomers } from '../customers/list-customers.sql.js';
import { selectScored } from '../customers/list-groups.js';
import { type DayTotals, readDays, readPlace } from './get-analytics.sql.js';
import { seamTrend } from './past/past-trend.js';
import { type PastWeek, readPastWeeks } from './past/past-weeks.sql.js';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } satisfies Record<Period, number>;

const WEEK_DAYS = 7;

const AT_RISK = selectScored({ labels: ['high', 'critical'], minScore: null, maxScore: null });

/** Reads the scores of a tenant, now and over time. The caller has already proven who they are. */
@Injectable()
export class ChurnAnalytics {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async get(tenantId: TenantId, period: Period): Promise<AnalyticsDto> {
    const now = this.clock.now();
    return this.database.read(tenantId, async (db) => {
      const { currency, timezone } = await readPlace(db);
      const today = localDay(now, timezone);
      const first = addDays(today, -DAYS[period]);
      const days = await readDays(db, first, today);
      const past = await readPastWeeks(db, addDays(first, 1 - WEEK_DAYS));
      const atRisk = await listCustomers(
        db,
        { sort: 'revenue_at_risk_desc', selection: AT_RISK, conditions: {}, now },
        null,
        LIMITS.analyticsCustomers,
      );
      return { period, currency, ...toAnalytics(days, past), at_risk_customers: await toCustomers(db, atRisk, now) };
    });
  }
}

/**
 * @param days the last day of the previous period, and every day from then to today
 * @param past the weeks that end in the six days before these days, or later
 */
function toAnalytics(
  days: readonly DayTotals[],
  past: readonly PastWeek[],
): Omit<AnalyticsDto, 'period' | 'currency' | 'at_risk_customers'> {
  const [before, today] = [days[0], days.at(-1)];
  if (before === undefined || today === undefined) throw new Error('there is no today');
  const { date: _, calculated: __, ...current } = toDayTotals(today);
  const trend = seamTrend<DayTotals, PastWeek>(days, past, ({ low, medium, high, critical }) => low + medium + high + critical);
  const points = [...trend.past.map((week) => toDayTotals(week, true)), ...trend.live.map((day) => toDayTotals(day))];
  return {
    ...current,
    trends: points.filter(({ date }) => date > before.day),
    previous_period: points.findLast(({ date }) => date <= before.day) ?? null,
  };
}

const toDayTotals = (
  { day, low, medium, high, critical, avg_score, expected_revenue, revenue_at_risk }: Omit<DayTotals, 'is_known'>,
  calculated = false,
): DayTotalsDto => ({
  date: day,
  distribution: { critical, high, medium, low },
  avg_score,
  at_risk_count: high + critical,
  expected_revenue,
  revenue_at_risk,
  calculated,
});
