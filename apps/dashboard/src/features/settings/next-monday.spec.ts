import { shopFormat } from '../../format/shop-format';
import { nextMonday } from './next-monday';

describe('the day of the next weekly mail', () => {
  it.each([
    ['2026-11-26T12:00:00Z', 'Europe/Berlin', '30 Nov 2026'],
    ['2026-11-30T06:30:00Z', 'Europe/Berlin', '30 Nov 2026'],
    ['2026-11-30T07:30:00Z', 'Europe/Berlin', '7 Dec 2026'],
    ['2026-11-29T23:30:00Z', 'Asia/Tokyo', '7 Dec 2026'],
    ['2026-11-30T12:30:00Z', 'America/Los_Angeles', '30 Nov 2026'],
    ['2026-10-24T12:00:00Z', 'Europe/Berlin', '26 Oct 2026'],
  ])('after %s in %s is %s', (now, zone, day) => {
    expect(shopFormat('EUR', zone).date(nextMonday(new Date(now), zone))).toBe(day);
  });
});
