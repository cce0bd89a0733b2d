import { Injectable } from '@nestjs/common';
import { addDays, Clock, LIMITS, localDay, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { AnalyticsDto, DayTotalsDto, Period } from '#libs/dto';
import { toCustomer } from '../customers/customer-row.js';
import { listCustomers } from '../customers/list-customers.sql.js';
import { selectScored } from '../customers/list-groups.js';
import { type DayTotals, readDays, readPlace } from './get-analytics.sql.js';

const DAYS = { '7d': 7, '30d': 30, '90d': 90 } satisfies Record<Period, number>;

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
      const days = await readDays(db, addDays(today, -DAYS[period]), today);
      const atRisk = await listCustomers(
        db,
        { sort: 'revenue_at_risk_desc', selection: AT_RISK, conditions: {}, now },
        null,
        LIMITS.analyticsCustomers,
      );
      return { period, currency, ...toAnalytics(days), at_risk_customers: atRisk.map(toCustomer) };
    });
  }
}

/** @param days the last day of the previous period, and every day from then to today */
function toAnalytics(days: readonly DayTotals[]): Omit<AnalyticsDto, 'period' | 'currency' | 'at_risk_customers'> {
  const [before, ...rest] = days;
  const today = rest.at(-1);
  if (before === undefined || today === undefined) throw new Error('there is no today');
  const { date: _, ...current } = toDayTotals(today);
  return {
    ...current,
    trends: rest.filter((day) => day.is_known || day === today).map(toDayTotals),
    previous_period: before.is_known ? toDayTotals(before) : null,
  };
}

const toDayTotals = ({ day, low, medium, high, critical, avg_score, revenue_at_risk }: DayTotals): DayTotalsDto => ({
  date: day,
  distribution: { critical, high, medium, low },
  avg_score,
  at_risk_count: high + critical,
  revenue_at_risk,
});
