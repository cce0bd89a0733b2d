import { shopFormat } from './shop-format';

const { score, scoreRest, daysSince, daysAgo, relative, ago } = shopFormat('EUR', 'UTC');

describe('A score in percent', () => {
  it.each([
    [0.6996, '69%', '30%'],
    ['0.7000', '70%', '30%'],
    ['0.5700', '57%', '43%'],
    ['0.4466', '45%', '55%'],
    ['0.8862', '89%', '11%'],
    ['0.3999', '39%', '60%'],
    ['0.9949', '99%', '1%'],
    ['0.9950', '>99%', '<1%'],
    ['0.9999', '>99%', '<1%'],
    ['0.0099', '1%', '99%'],
    ['0.0049', '<1%', '>99%'],
    ['0.0100', '1%', '99%'],
  ])('of %s is %s, and the chance of an order %s', (value, shown, rest) => expect([score(value), scoreRest(value)]).toEqual([shown, rest]));

  it('is never the same under two labels that begin at tens', () => {
    for (let bound = 10; bound < 100; bound += 10) {
      const [below, from] = [(100 * bound - 1) / 10_000, bound / 100];
      expect(score(below.toFixed(4))).not.toBe(score(from.toFixed(4)));
    }
  });
});

describe('The time of an order', () => {
  it.each([
    ['UTC', '2026-01-15T00:00:00.000Z', '15 Jan 2026'],
    ['UTC', '2026-01-15T00:00:00.001Z', '15 Jan 2026, 00:00'],
    ['UTC', '2026-01-15T00:00:01.000Z', '15 Jan 2026, 00:00'],
    ['Europe/Berlin', '2026-01-14T23:00:00.000Z', '15 Jan 2026'],
    ['Europe/Berlin', '2026-01-15T00:00:00.000Z', '15 Jan 2026, 01:00'],
    ['Asia/Kolkata', '2026-01-14T18:30:00.000Z', '15 Jan 2026'],
    // There the clocks go from 23:59 to 01:00 on these days.
    ['America/Santiago', '2026-09-06T04:00:00.000Z', '6 Sept 2026'],
    ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '24 Apr 2026'],
    // And here midnight comes twice; the first one begins the day.
    ['America/Havana', '2026-11-01T04:00:00.000Z', '1 Nov 2026'],
    ['America/Havana', '2026-11-01T05:00:00.000Z', '1 Nov 2026, 00:00'],
  ])('in %s of %s is %s: where a day begins no time is known', (timeZone, instant, shown) => {
    expect(shopFormat('EUR', timeZone).orderTime(instant)).toBe(shown);
  });
});

describe('A short amount', () => {
  it.each([
    ['EUR', 0, '€0'],
    ['EUR', 100, '€100'],
    ['EUR', '412.60', '€413'],
    ['EUR', 1234.5, '€1.2K'],
    ['CHF', 12.5, 'CHF\u00a012.50'],
    ['JPY', 12.5, '¥13'],
    ['KWD', 12.5, 'KWD\u00a012.500'],
  ])('in %s of %s is %s: it has the decimals of its currency, or none', (currency, amount, shown) =>
    expect(shopFormat(currency, 'UTC').money(amount, 'short')).toBe(shown),
  );
});

describe('The days since an instant', () => {
  const now = new Date('2026-11-23T01:00:00Z');

  it('are those of a calendar: an order at 23:00 is a day old at 01:00', () => {
    expect(daysSince('2026-11-22T23:00:00Z', now)).toBe(1);
    expect(daysSince('2026-10-03T23:00:00Z', now)).toBe(51);
    expect(daysSince('2026-11-23T02:00:00Z', now)).toBe(0);
    expect(relative('2026-11-20T23:00:00Z', now)).toBe('3 days ago');
    expect([relative('2026-11-23T01:00:02Z', now), ago('2026-11-23T01:00:02Z', now)]).toEqual(['in 2 seconds', 'now']);
    expect(daysAgo(51, now)).toBe('3 Oct 2026');
  });

  it('are counted where the shop is, also where clocks change', () => {
    expect(shopFormat('EUR', 'Asia/Tokyo').daysSince('2026-10-03T23:00:00Z', now)).toBe(50);
    expect(shopFormat('EUR', 'Europe/Berlin').daysSince('2026-10-24T21:30:00Z', new Date('2026-10-25T23:30:00Z'))).toBe(2);
  });
});

describe('A distance in months', () => {
  it.each([
    ['2026-08-28T09:00:00Z', '2026-11-28T08:00:00Z', '3 months ago'],
    ['2026-08-29T09:00:00Z', '2026-11-28T08:00:00Z', '2 months ago'],
    ['2026-08-31T09:00:00Z', '2026-11-30T08:00:00Z', '3 months ago'],
    ['2026-10-29T09:00:00Z', '2026-11-28T08:00:00Z', '30 days ago'],
    ['2025-11-29T09:00:00Z', '2026-11-28T08:00:00Z', '11 months ago'],
    ['2025-11-28T09:00:00Z', '2026-11-28T08:00:00Z', 'last year'],
    ['2024-12-01T09:00:00Z', '2026-11-28T08:00:00Z', 'last year'],
    ['2027-01-28T09:00:00Z', '2026-11-28T08:00:00Z', 'in 2 months'],
  ])('from %s to %s counts those of the calendar: %s', (instant, at, words) => expect(relative(instant, new Date(at))).toBe(words));
});

describe('A share in percent', () => {
  const { percent, money, number } = shopFormat('EUR', 'UTC');

  it.each([
    [138 / 33_362, 0, '<1%'],
    [0, 0, '0%'],
    [1, 0, '100%'],
    [0.998, 0, '>99%'],
    [0.4312, 0, '43%'],
    [0.000_01, 2, '<0.01%'],
    [0.999_99, 2, '>99.99%'],
  ])('of %s with %i digits is %s', (share, digits, shown) => expect(percent(share, digits)).toBe(shown));

  it('and amounts have a minus where they are negative', () =>
    expect([percent(-0.2), money(-620, 'round'), number(-1347)]).toEqual(['−20%', '−€620', '−1,347']));
});
