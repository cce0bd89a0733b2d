/** A schedule as the form shows it; `cron` is for expressions that the form cannot show. */
export interface Schedule {
  readonly every: 'day' | 'week' | 'month' | 'cron';
  /** Such as `09:30`, in the time zone of the shop. */
  readonly time: string;
  /** 0 is Sunday, as in cron. */
  readonly weekday: number;
  /** At most 28, so that every month has this day. */
  readonly monthDay: number;
  readonly cron: string;
}

export const EVERY = ['day', 'week', 'month', 'cron'] as const;
/** The weekdays, Monday first. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const LAST_MONTH_DAY = 28;

export const NEW_SCHEDULE: Schedule = { every: 'week', time: '09:00', weekday: 1, monthDay: 1, cron: '0 9 * * 1' };

const PARTS = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|\d)$/;

/** @param cron expression of five fields. An expression that the form cannot show stays as it is. */
export function readSchedule(cron: string): Schedule {
  const [, minute = '', hour = '', monthDay = '*', weekday = '*'] = PARTS.exec(cron.trim().replaceAll(/\s+/g, ' ')) ?? [];
  const schedule = { ...NEW_SCHEDULE, cron: cron.trim(), time: `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` };
  if (minute === '' || Number(minute) > 59 || Number(hour) > 23) return { ...schedule, every: 'cron', time: NEW_SCHEDULE.time };
  if (monthDay === '*' && weekday === '*') return { ...schedule, every: 'day' };
  if (monthDay === '*' && Number(weekday) <= 7) return { ...schedule, every: 'week', weekday: Number(weekday) % 7 };
  const isMonthly = weekday === '*' && Number(monthDay) >= 1 && Number(monthDay) <= LAST_MONTH_DAY;
  return isMonthly ? { ...schedule, every: 'month', monthDay: Number(monthDay) } : { ...schedule, every: 'cron', time: NEW_SCHEDULE.time };
}

/** @returns the cron expression of five fields. */
export function writeSchedule({ every, time, weekday, monthDay, cron }: Schedule): string {
  const [hour = '0', minute = '0'] = time.split(':');
  const clock = `${Number(minute)} ${Number(hour)}`;
  switch (every) {
    case 'day':
      return `${clock} * * *`;
    case 'week':
      return `${clock} * * ${weekday}`;
    case 'month':
      return `${clock} ${monthDay} * *`;
    case 'cron':
      return cron.trim();
  }
}
