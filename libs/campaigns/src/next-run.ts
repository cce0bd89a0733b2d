import { CronExpressionParser } from 'cron-parser';

const FIELDS = 5;

/**
 * When a schedule wants to run next, strictly after `after`. Runs that were missed are not counted: whoever comes late runs once and asks
 * again from then on.
 * @param schedule cron expression of five fields (POSIX crontab: minute, hour, day of month, month, day of week), on the clocks of `timezone`
 * @param timezone IANA name
 * @returns null when it is no such expression, or never comes
 */
export function nextRun(schedule: string, timezone: string, after: Date): Date | null {
  if (schedule.trim().split(/\s+/).length !== FIELDS) return null;
  try {
    return CronExpressionParser.parse(schedule, { currentDate: after, tz: timezone }).next().toDate();
  } catch {
    return null;
  }
}
