import { readTimeZone } from './time-zone.js';

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('%s is stored as %s', (text, zone) => {
    expect(readTimeZone(text)).toBe(zone);
  });

  it.each(['', 'Berlin', 'Europe/Atlantis', '+02:00', '02:00', 'Europe/Berlin ', 'Europe/Berlin\u0000', 'x'.repeat(100)])(
    'cannot be %j',
    (text) => {
      expect(readTimeZone(text)).toBeNull();
    },
  );
});
