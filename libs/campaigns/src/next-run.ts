import { CronExpressionParser } from 'cron-parser';

const FIELDS = 5;

/**
 * Returns the next run of a schedule, strictly after `after`. Missed runs are skipped: a late worker runs once and calculates the next
 * run from then on.
 * @param schedule cron expression of five fields (POSIX crontab: minute, hour, day of month, month, day of week), on the clocks of `timezone`
 * @param timezone IANA name
 * @returns null when the expression is invalid or never matches
 */
export function nextRun(schedule: string, timezone: string, after: Date): Date | null {
  if (schedule.trim().split(/\s+/).length !== FIELDS) return null;
  try {
    return CronExpressionParser.parse(schedule, { currentDate: after, tz: timezone }).next().toDate();
  } catch {
    return null;
  }
}
