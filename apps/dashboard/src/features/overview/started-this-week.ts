import type { LifecycleAnalyticsDto } from '../../api/schema';

const WEEK_DAYS = 7;

/** Whether the first scores are younger than a week: imported orders count as no change, so the numbers of the week are not whole yet. */
export const startedThisWeek = ({ trend }: LifecycleAnalyticsDto): boolean => trend.length < WEEK_DAYS;
