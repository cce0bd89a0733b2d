import { addDays, localDay, localDayNumber, startOfLocalDay } from './local-day.js';

describe('the local day of a shop', () => {
  it.each([
    ['UTC', '2026-11-21T23:59:59.999Z', '2026-11-21'],
    ['UTC', '2026-11-22T00:00:00.000Z', '2026-11-22'],
    ['Pacific/Auckland', '2026-11-21T10:59:59.999Z', '2026-11-21'],
    ['Pacific/Auckland', '2026-11-21T11:00:00.000Z', '2026-11-22'],
    ['Pacific/Auckland', '2026-06-30T12:00:00.000Z', '2026-07-01'],
    ['America/Los_Angeles', '2026-11-21T07:59:59.999Z', '2026-11-20'],
    ['America/Los_Angeles', '2026-11-21T08:00:00.000Z', '2026-11-21'],
    ['America/Los_Angeles', '2027-01-01T00:00:00.000Z', '2026-12-31'],
    ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '2026-11-21'],
  ])('in %s at %s is %s', (timezone, at, day) => expect(localDay(new Date(at), timezone)).toBe(day));

  it.each([
    ['UTC', '2026-10-03T23:00:00Z', '2026-10-05T01:00:00Z', 2],
    ['Asia/Tokyo', '2026-10-03T23:00:00Z', '2026-10-05T01:00:00Z', 1],
    // Clocks change on 25 October.
    ['Europe/Berlin', '2026-10-24T21:30:00Z', '2026-10-25T23:30:00Z', 2],
  ])('in %s lies so many midnights from %s to %s: %i', (timezone, from, to, days) =>
    expect(localDayNumber(Date.parse(to), timezone) - localDayNumber(Date.parse(from), timezone)).toBe(days),
  );

  it('throws for an unknown time zone', () => {
    expect(() => localDay(new Date(0), 'Europe/Atlantis')).toThrow(RangeError);
  });

  it.each([
    ['2026-11-21', 1, '2026-11-22'],
    ['2026-03-01', -1, '2026-02-28'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-10-25', -400, '2025-09-20'],
  ])('%s plus %i days is %s', (day, days, other) => expect(addDays(day, days)).toBe(other));

  it.each([
    ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z'],
    ['Europe/Berlin', '2026-12-01', '2026-11-30T23:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-16', '2026-11-15T18:30:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-16', '2026-11-15T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-11-16', '2026-11-16T12:00:00.000Z'],
    // Clocks go forward at midnight: the day begins at one.
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z'],
    // Clocks go back from one to midnight: the day has two midnights, and the first one counts.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // Samoa left out this day.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('begins in %s on %s at %s', (timezone, day, at) => {
    const start = startOfLocalDay(day, timezone);
    expect(start.toISOString()).toBe(at);
    expect(localDay(start, timezone) >= day && localDay(new Date(start.getTime() - 1), timezone) < day).toBe(true);
  });

  it('begins at an instant in every time zone that a shop may have', () => {
    for (const timezone of Intl.supportedValuesOf('timeZone')) {
      expect([timezone, localDay(startOfLocalDay('2026-11-16', timezone), timezone)]).toEqual([timezone, '2026-11-16']);
    }
  });
});
