import { Injectable } from '@nestjs/common';
import { addDays, Clock, type Lifecycle, LIFECYCLES, localDay, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import type { LifecycleAnalyticsDto } from '#libs/dto';
import { toReturnsDto } from './digest/return-alarm-reply.js';
import { readPlace } from './get-analytics.sql.js';
import {
  hasOrdersBefore,
  type LifecycleDay,
  type LifecycleMoves,
  readLifecycleDays,
  readMoves,
  readOutlook,
  readReturnWatch,
  type ShopOutlook,
} from './get-lifecycle.sql.js';
import { type SeamedTrend, seamTrend } from './past/past-trend.js';
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
      // A week of live scores is looked for also where a shorter trend is wanted.
      const first = addDays(today, -Math.max(trendDays - 1, WEEK_DAYS));
      const days = await readLifecycleDays(db, first, today);
      const trend = seamTrend<LifecycleDay, PastWeek>(days, await readPastWeeks(db, first), customersOf);
      const moves = await readMoves(db, addDays(today, -WEEK_DAYS), addDays(now.toISOString().slice(0, 10), -WEEK_DAYS));
      const outlook = await readOutlook(db);
      return {
        as_of: now.toISOString(),
        lifecycle: toCurrent(days, outlook),
        late: toLate(days, outlook),
        week: toWeek(moves, await this.wholeWeekFrom(db, trend, today)),
        revenue: toRevenue(outlook),
        returns: toReturnsDto(await readReturnWatch(db)),
        trend: toTrend(trend, addDays(today, 1 - trendDays)),
      };
    });
  }

  /**
   * Returns the first day on which the moves of seven days are known; null when they are. Orders from before the first live score were imported, so
   * these days have no record of the customers who came back.
   */
  private async wholeWeekFrom(db: TenantDb, { live }: SeamedTrend<LifecycleDay, PastWeek>, today: string): Promise<string | null> {
    const first = live[0];
    if (first === undefined || !first.is_known || first.day <= addDays(today, -WEEK_DAYS)) return null;
    return (await hasOrdersBefore(db, new Date(`${first.day}T00:00:00Z`))) ? addDays(first.day, WEEK_DAYS) : null;
  }
}

const customersOf = (day: LifecycleDay | PastWeek): number => LIFECYCLES.reduce((sum, lifecycle) => sum + day[lifecycle], 0);

function toCurrent(days: readonly LifecycleDay[], { unscored }: ShopOutlook): LifecycleAnalyticsDto['lifecycle'] {
  const today = days.at(-1);
  if (today === undefined) throw new Error('there is no today');
  return { ...countsOf(today), none: unscored };
}

function toTrend({ past, live }: SeamedTrend<LifecycleDay, PastWeek>, first: string): LifecycleAnalyticsDto['trend'] {
  return [...past.map((week) => toDay(week, true)), ...live.map((day) => toDay(day, false))].filter(({ date }) => date >= first);
}

const toLate = (days: readonly LifecycleDay[], outlook: ShopOutlook): LifecycleAnalyticsDto['late'] => ({
  second_order_due: {
    customers: days.at(-1)?.second_order_due ?? 0,
    revenue_at_risk: outlook.second_due_at_risk,
    expected_revenue: outlook.second_due_expected,
    revenue_if_ordered: outlook.second_due_if_ordered,
  },
  slipping: {
    customers: days.at(-1)?.slipping ?? 0,
    revenue_at_risk: outlook.slipping_at_risk,
    expected_revenue: outlook.slipping_expected,
    revenue_if_ordered: outlook.slipping_if_ordered,
  },
  active: { customers: outlook.late_active, revenue_at_risk: outlook.late_active_at_risk },
});

type Counts = Pick<LifecycleDay, Lifecycle>;

const countsOf = ({ new: fresh, second_order_due, active, slipping, lost }: Counts): Counts => ({
  new: fresh,
  second_order_due,
  active,
  slipping,
  lost,
});

const toDay = (day: Counts & { readonly day: string }, calculated: boolean): LifecycleAnalyticsDto['trend'][number] => ({
  date: day.day,
  ...countsOf(day),
  calculated,
});

/** Reports a zero as unknown until the week is complete: the missing days may have moves. */
function toWeek(moves: LifecycleMoves, wholeWeekFrom: string | null): LifecycleAnalyticsDto['week'] {
  const isKnown = (count: number): boolean => wholeWeekFrom === null || count > 0;
  return {
    began_to_slip: moves.began_to_slip,
    came_back: isKnown(moves.came_back) ? { customers: moves.came_back, revenue: moves.came_back_sum } : null,
    new: isKnown(moves.joined) ? moves.joined : null,
    lost: isKnown(moves.became_lost) ? moves.became_lost : null,
    whole_from: wholeWeekFrom,
  };
}

function toRevenue(outlook: ShopOutlook): LifecycleAnalyticsDto['revenue'] {
  const { currency, horizon_days: horizonDays, expected, at_risk: atRisk, intervals } = outlook;
  const longer = [
    { days: 90, expected: outlook.expected_90, p10: outlook.p10_90, p90: outlook.p90_90 },
    // The history of a shop is too short to tell how far the revenue of a year may be off.
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
