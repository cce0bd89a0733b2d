import { isConditionDay, startOfConditionDay } from './customer-conditions.js';

const NOW = new Date('2026-03-01T13:14:15.167Z');

describe('a day in a condition on customers', () => {
  it.each(['2026-11-21', '2024-02-29', '0d', '7d', '9999d'])('may be %s', (day) => {
    expect(isConditionDay(day)).toBe(true);
  });

  it.each(['', '2026-02-30', '2026-13-01', '1999-01-01', '2026-1-1', '2026-11-21T00:00:00Z', '7', '7 d', '-7d', '10000d', 7, null, {}])(
    'is never %j',
    (day) => {
      expect(isConditionDay(day)).toBe(false);
    },
  );

  it('begins at midnight in UTC, and days ago count from today', () => {
    const start = (day: string): string => startOfConditionDay(day, NOW).toISOString();
    expect(start('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
    expect(start('0d')).toBe('2026-03-01T00:00:00.000Z');
    expect(start('1d')).toBe('2026-02-28T00:00:00.000Z');
  });
});
