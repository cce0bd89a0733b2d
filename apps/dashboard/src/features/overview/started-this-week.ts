import type { LifecycleAnalyticsDto } from '../../api/schema';

const WEEK_DAYS = 7;

/** Returns true when the first scores are younger than a week. Imported orders count as no change, so the numbers of the week are not complete yet. */
export const startedThisWeek = ({ trend }: LifecycleAnalyticsDto): boolean => trend.length < WEEK_DAYS;
