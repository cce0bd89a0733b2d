import type { CampaignDto } from '../../api/schema';
import { readSchedule } from './schedule';
import { text as t } from './text';

/** Returns a schedule in plain words. */
function scheduleWords(cron: string): string {
  const { every, time, weekday, monthDay } = readSchedule(cron);
  switch (every) {
    case 'day':
      return t.when.day(time);
    case 'week':
      return t.when.week(t.weekdays[weekday] ?? '', time);
    case 'month':
      return t.when.month(monthDay, time);
    case 'cron':
      return t.when.cron(cron);
  }
}

/** Returns in plain words when a campaign is sent. */
export function whenWords({ schedule, trigger }: Pick<CampaignDto, 'schedule' | 'trigger'>): readonly string[] {
  const words = [...(schedule === null ? [] : [scheduleWords(schedule)]), ...(trigger === null ? [] : [t.when[trigger]])];
  return words.length === 0 ? [t.when.manual] : words;
}
