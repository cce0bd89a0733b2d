import { overdueDays } from './overdue-days.js';

const daysAt = (now: string, ordered: string, since: string | null): number | null =>
  overdueDays({ last_order_at: new Date(ordered), late_since: since }, new Date(now));

describe('the days that a customer is overdue', () => {
  it('are the days since the last order less the days within which four in five order', () => {
    // Within 20 days: late from the 21st day after 6 October on.
    expect(daysAt('2026-11-22T09:00:00Z', '2026-10-06T09:00:00Z', '2026-10-27')).toBe(47 - 20);
  });

  it('are whole days of 24 hours, as the days since the last order are', () => {
    expect(daysAt('2026-11-22T08:59:59Z', '2026-10-06T09:00:00Z', '2026-10-27')).toBe(46 - 20);
    expect(daysAt('2026-11-22T23:59:59Z', '2026-10-06T00:00:00Z', '2026-10-27')).toBe(47 - 20);
  });

  it('are none on the first day', () => {
    expect(daysAt('2026-10-27T08:00:00Z', '2026-10-06T09:00:00Z', '2026-10-27')).toBe(0);
    expect(daysAt('2026-10-27T09:00:00Z', '2026-10-06T09:00:00Z', '2026-10-27')).toBe(1);
  });

  it('are unknown for a customer who is not late', () => {
    expect(daysAt('2026-11-22T09:00:00Z', '2026-11-06T09:00:00Z', null)).toBeNull();
    expect(overdueDays({ last_order_at: null, late_since: null }, new Date())).toBeNull();
  });
});
