import { nextRun } from './next-run.js';

const next = (schedule: string, timezone: string, after: string): string | undefined =>
  nextRun(schedule, timezone, new Date(after))?.toISOString();

describe('a schedule', () => {
  it('runs in the time zone of the shop, in summer and in winter', () => {
    expect(next('0 9 * * *', 'Europe/Berlin', '2026-07-01T08:00:00Z')).toBe('2026-07-02T07:00:00.000Z');
    expect(next('0 9 * * *', 'Europe/Berlin', '2026-12-01T07:59:59Z')).toBe('2026-12-01T08:00:00.000Z');
  });

  it('runs strictly after the given time, so that no run happens twice', () => {
    expect(next('30 6 * * 1', 'UTC', '2026-11-23T06:30:00Z')).toBe('2026-11-30T06:30:00.000Z');
  });

  it.each(['', '* * * *', '* * * * * *', '@daily', '61 * * * *', 'every monday at nine', '0 9 * * 8 x'])('rejects %j', (text) => {
    expect(nextRun(text, 'UTC', new Date('2026-11-21T00:00:00Z'))).toBeNull();
  });

  it('rejects a day that never comes', () => {
    expect(nextRun('0 0 30 2 *', 'UTC', new Date('2026-11-21T00:00:00Z'))).toBeNull();
  });
});
