import { NEW_SCHEDULE, readSchedule, type Schedule, writeSchedule } from './schedule';

describe('A schedule', () => {
  it.each<[string, Partial<Schedule>]>([
    ['30 7 * * *', { every: 'day', time: '07:30' }],
    ['0 9 * * 1', { every: 'week', time: '09:00', weekday: 1 }],
    ['5 23 * * 0', { every: 'week', time: '23:05', weekday: 0 }],
    ['0 0 28 * *', { every: 'month', time: '00:00', monthDay: 28 }],
  ])('%s is chosen in plain words, and written as it was', (cron, chosen) => {
    expect(readSchedule(cron)).toEqual({ ...NEW_SCHEDULE, cron, ...chosen });
    expect(writeSchedule(readSchedule(cron))).toBe(cron);
  });

  it.each(['*/5 * * * *', '0 9 31 * *', '0 9 1 * 1', '0 9 * 6 *', '0 9 * * 1-5', '99 9 * * *', '0 24 * * *', 'every day', ''])(
    'keeps the expression %j as it is',
    (cron) => {
      expect(readSchedule(cron)).toMatchObject({ every: 'cron', cron });
      expect(writeSchedule(readSchedule(cron))).toBe(cron);
    },
  );

  it('accepts 0 and 7 for Sunday, and any spaces between the fields', () => {
    expect(readSchedule('0  9 *\t* 7')).toMatchObject({ every: 'week', weekday: 0 });
    expect(writeSchedule(readSchedule('0 9 * * 7'))).toBe('0 9 * * 0');
  });
});
