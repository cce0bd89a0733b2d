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
      const days = await readLifecycleDays(db, addDays(today, 1 - trendDays), today);
      const moves = await readMoves(db, addDays(today, -WEEK_DAYS), addDays(now.toISOString().slice(0, 10), -WEEK_DAYS));
      const outlook = await readOutlook(db);
      return {
        as_of: now.toISOString(),
        lifecycle: toCurrent(days, outlook),
        week: toWeek(moves),
        revenue: toRevenue(outlook),
        trend: days.filter((day, index) => day.is_known || index === days.length - 1).map(toDay),
      };
    });
  }
}

function toCurrent(days: readonly LifecycleDay[], { unscored }: ShopOutlook): LifecycleAnalyticsDto['lifecycle'] {
  const today = days.at(-1);
  if (today === undefined) throw new Error('there is no today');
  return { new: today.new, active: today.active, slipping: today.slipping, lost: today.lost, none: unscored };
}

const toDay = ({ day, new: fresh, active, slipping, lost }: LifecycleDay): LifecycleAnalyticsDto['trend'][number] => ({
  date: day,
  new: fresh,
  active,
  slipping,
  lost,
});

const toWeek = (moves: LifecycleMoves): LifecycleAnalyticsDto['week'] => ({
  began_to_slip: moves.began_to_slip,
  came_back: { customers: moves.came_back, revenue: moves.came_back_sum },
  new: moves.joined,
  lost: moves.became_lost,
});

function toRevenue(outlook: ShopOutlook): LifecycleAnalyticsDto['revenue'] {
  const { currency, horizon_days: horizonDays, expected, at_risk: atRisk } = outlook;
  const longer = [
    { days: 90, expected: outlook.expected_90 },
    { days: 365, expected: outlook.expected_365 },
  ];
  // Nothing stored tells how far such sums were off in the past, so there is no interval yet.
  const interval = { p10: null, p90: null };
  const sums = [
    ...(horizonDays === null ? [] : [{ days: horizonDays, expected, ...interval, at_risk: atRisk }]),
    ...longer.flatMap((sum) =>
      sum.days === horizonDays || sum.expected === null ? [] : [{ days: sum.days, expected: sum.expected, ...interval, at_risk: null }],
    ),
  ];
  return { currency, horizon_days: horizonDays, sums };
}
