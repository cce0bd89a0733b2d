import { readTimeZone } from './time-zone.js';

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['asia/calcutta', 'Asia/Kolkata'],
    ['Europe/Kyiv', 'Europe/Kyiv'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
    ['Etc/GMT-14', 'Etc/GMT-14'],
  ])('%s is stored as %s', (text, zone) => {
    expect(readTimeZone(text)).toBe(zone);
  });

  it.each(['', 'Berlin', 'Europe/Atlantis', '+02:00', '02:00', 'Europe/Berlin ', 'Europe/Berlin\u0000', 'x'.repeat(100), 'Etc/GMT+13'])(
    'cannot be %j',
    (text) => {
      expect(readTimeZone(text)).toBeNull();
    },
  );

  it.each(['AET', 'CAT', 'VST', 'CET', 'EET', 'BST', 'IST', 'EST', 'EST5EDT', 'GMT', 'Zulu', 'GB', 'PRC', 'Cuba'])(
    'cannot be %s, which other programs do not know or take for another clock',
    (text) => {
      expect(readTimeZone(text)).toBeNull();
    },
  );

  it.each(['US/Pacific-New', 'US/Pacific', 'Canada/Atlantic', 'SystemV/PST8', 'Brazil/East', 'Asia/Chongqing', 'Etc/Zulu'])(
    'cannot be the link %s',
    (text) => {
      expect(readTimeZone(text)).toBeNull();
    },
  );

  it('has a clock in Node for every canonical name, the renamed ones included', () => {
    for (const name of Intl.supportedValuesOf('timeZone')) {
      const zone = readTimeZone(name);
      expect([name, zone]).toEqual([name, expect.any(String)]);
      expect(() => new Intl.DateTimeFormat('en', { timeZone: zone! })).not.toThrow();
    }
  });
});
