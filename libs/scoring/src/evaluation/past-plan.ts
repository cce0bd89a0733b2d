/** Days of a week, of the four weeks that one model serves, and of the weeks that a trend shows. */
const WEEK_DAYS = 7;
const MODEL_DAYS = 28;
const TREND_DAYS = 26 * WEEK_DAYS;
/** UTC day 3 was the first Sunday. */
const FIRST_SUNDAY = 3;
/** Days before the trend that are scored too, so that the sums of a quarter have outcomes. */
const QUARTER_DAYS = 90;
/** "Three months ago" is the latest Sunday at least this long ago: 85 to 91 days. */
const NAMED_DAYS_AGO = 85;

/** Facts that decide which past weeks are calculated. Days are UTC day numbers. */
export interface PastPlanInput {
  /** The current, incomplete day. */
  readonly today: number;
  /** The first day with an order. */
  readonly firstDay: number;
  readonly horizonDays: number;
}

/**
 * Returns the last day at or before `day` on which a model of the past is fitted. These days are every fourth Sunday, counted from a fixed
 * one.
 */
export const modelDayOf = (day: number): number => day - modulo(day - FIRST_SUNDAY, MODEL_DAYS);

/**
 * Returns the Sundays at whose ends customers are scored afterwards, ascending: those of the last 26 weeks, and every fourth one before, so
 * that half a year of them has an outcome.
 */
export function pastDays({ today, firstDay, horizonDays }: PastPlanInput): number[] {
  const last = lastSundayBefore(today);
  const trendFrom = last - TREND_DAYS + WEEK_DAYS;
  const from = Math.max(firstDay, trendFrom - Math.max(horizonDays, QUARTER_DAYS));
  const days: number[] = [];
  for (let day = lastSundayBefore(from + WEEK_DAYS); day <= last; day += WEEK_DAYS) {
    if (day >= trendFrom || modelDayOf(day) === day) days.push(day);
  }
  return days.filter((day) => day >= from);
}

/** Says whether all days of a horizon after `day` are over. */
export const isMatured = (day: number, horizonDays: number, today: number): boolean => day + horizonDays < today;

/**
 * Returns the day whose list is compared with what happened: about three months ago, or later in a young shop; null where no matured week
 * has a horizon of history before it.
 */
export function namedDayOf(days: readonly number[], { today, firstDay, horizonDays }: PastPlanInput): number | null {
  const usable = days.filter((day) => isMatured(day, horizonDays, today) && day - firstDay >= horizonDays);
  return usable.findLast((day) => today - day >= NAMED_DAYS_AGO) ?? usable[0] ?? null;
}

/** The Sunday before a day, which is never the day itself. */
const lastSundayBefore = (day: number): number => day - 1 - modulo(day - 1 - FIRST_SUNDAY, WEEK_DAYS);

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
