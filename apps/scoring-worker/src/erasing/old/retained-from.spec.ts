import { retainedFrom } from './retained-from.js';

describe('what a retention keeps', () => {
  it.each([
    ['UTC', 13, '2026-11-21T12:00:00Z', '2025-10-01T00:00:00.000Z'],
    ['Europe/Berlin', 1, '2026-11-30T23:00:00Z', '2026-10-31T23:00:00.000Z'],
    ['Europe/Berlin', 5, '2026-11-30T22:59:59Z', '2026-05-31T22:00:00.000Z'],
    ['America/Los_Angeles', 12, '2026-01-01T07:59:59Z', '2024-12-01T08:00:00.000Z'],
    ['Asia/Kolkata', 24, '2026-11-21T12:00:00Z', '2024-10-31T18:30:00.000Z'],
  ])('begins with a month on the clocks of the shop: %s, %i months, at %s: %s', (timezone, months, now, from) => {
    expect(retainedFrom({ timezone, retention_months: months }, new Date(now))?.toISOString()).toBe(from);
  });

  it('is everything without the setting', () => {
    expect(retainedFrom({ timezone: 'UTC', retention_months: null }, new Date())).toBeNull();
  });

  it('begins at an instant in every time zone that a shop may have', () => {
    for (const timezone of Intl.supportedValuesOf('timeZone')) {
      expect(retainedFrom({ timezone, retention_months: 13 }, new Date('2026-11-21T12:00:00Z'))?.toISOString()).toMatch(
        /^2025-(09-30|10-01)T/,
      );
    }
  });
});
