import { Injectable } from '@nestjs/common';
import { addDays, Clock, localDay, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { LifecycleAnalyticsDto } from '#libs/dto';
import { readPlace } from './get-analytics.sql.js';
import {
  type LifecycleDay,
  type LifecycleMoves,
  readLifecycleDays,
  readMoves,
  readOutlook,
  type ShopOutlook,
} from './get-lifecycle.sql.js';
import { seamTrend } from './past/past-trend.js';
import { type PastWeek, readPastWeeks } from './past/past-weeks.sql.js';

const WEEK_DAYS = 7;

/** Reads where the customers of a tenant are on their way, and what they are expected to bring. */
@Injectable()
export class LifecycleAnalytics {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async get(tenantId: TenantId, trendDays: number): Promise<LifecycleAnalyticsDto> {
    const now = this.clock.now();
    return this.database.read(tenantId, async (db) => {
      const today = localDay(now, (await readPlace(db)).timezone);
      const first = addDays(today, 1 - trendDays);
      const days = await readLifecycleDays(db, first, today);
      const past = await readPastWeeks(db, first);
      const moves = await readMoves(db, addDays(today, -WEEK_DAYS), addDays(now.toISOString().slice(0, 10), -WEEK_DAYS));
      const outlook = await readOutlook(db);
      return {
        as_of: now.toISOString(),
        lifecycle: toCurrent(days, outlook),
        week: toWeek(moves),
        revenue: toRevenue(outlook),
        trend: toTrend(days, past),
      };
    });
  }
}

function toCurrent(days: readonly LifecycleDay[], { unscored }: ShopOutlook): LifecycleAnalyticsDto['lifecycle'] {
  const today = days.at(-1);
  if (today === undefined) throw new Error('there is no today');
  return { new: today.new, active: today.active, slipping: today.slipping, lost: today.lost, none: unscored };
}

function toTrend(days: readonly LifecycleDay[], past: readonly PastWeek[]): LifecycleAnalyticsDto['trend'] {
  const trend = seamTrend<LifecycleDay, PastWeek>(days, past, (day) => day.new + day.active + day.slipping + day.lost);
  return [...trend.past.map((week) => toDay(week, true)), ...trend.live.map((day) => toDay(day, false))];
}

const toDay = (
  { day, new: fresh, active, slipping, lost }: Omit<LifecycleDay, 'is_known'>,
  calculated: boolean,
): LifecycleAnalyticsDto['trend'][number] => ({ date: day, new: fresh, active, slipping, lost, calculated });

const toWeek = (moves: LifecycleMoves): LifecycleAnalyticsDto['week'] => ({
  began_to_slip: moves.began_to_slip,
  came_back: { customers: moves.came_back, revenue: moves.came_back_sum },
  new: moves.joined,
  lost: moves.became_lost,
});

function toRevenue(outlook: ShopOutlook): LifecycleAnalyticsDto['revenue'] {
  const { currency, horizon_days: horizonDays, expected, at_risk: atRisk, intervals } = outlook;
  const longer = [
    { days: 90, expected: outlook.expected_90, p10: outlook.p10_90, p90: outlook.p90_90 },
    // Nobody's past is long enough to say how far the revenue of a year may be off.
    { days: 365, expected: outlook.expected_365, p10: null, p90: null },
  ];
  const basisOf = (days: number): { replays: number; independent_replays: number } => {
    const interval = intervals?.[days];
    return { replays: interval?.replays ?? 0, independent_replays: Math.round((interval?.independent ?? 0) * 10) / 10 };
  };
  const sums = [
    ...(horizonDays === null
      ? []
      : [{ days: horizonDays, expected, p10: outlook.p10, p90: outlook.p90, ...basisOf(horizonDays), at_risk: atRisk }]),
    ...longer.flatMap((sum) =>
      sum.days === horizonDays || sum.expected === null ? [] : [{ ...sum, expected: sum.expected, ...basisOf(sum.days), at_risk: null }],
    ),
  ];
  return { currency, horizon_days: horizonDays, sums };
}
