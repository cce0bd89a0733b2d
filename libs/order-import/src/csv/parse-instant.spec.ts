import { parseInstant, slashEvidenceOf } from './parse-instant.js';

const iso = (text: string, slashes?: 'month_first' | 'day_first', timeZone = 'UTC'): string => {
  const parsed = parseInstant(text, { slashes: slashes ?? null, timeZone });
  return parsed.kind === 'value' ? parsed.value.toISOString() : `wrong: ${parsed.reason}`;
};

describe('times in exports', () => {
  it.each([
    ['2024-01-15', '2024-01-15T00:00:00.000Z'],
    ['2024-01-15T10:22:33Z', '2024-01-15T10:22:33.000Z'],
    ['2024-01-15T10:22:33.5+02:00', '2024-01-15T08:22:33.500Z'],
    ['2024-01-15 10:22:33 -0500', '2024-01-15T15:22:33.000Z'],
    ['2024-01-15 22:22:33 -0500', '2024-01-16T03:22:33.000Z'],
    ['2024-01-15 10:22', '2024-01-15T10:22:00.000Z'],
    ['2024-01-15 10:22:33 UTC', '2024-01-15T10:22:33.000Z'],
    ['2024/1/5', '2024-01-05T00:00:00.000Z'],
    ['15.01.2024 09:05', '2024-01-15T09:05:00.000Z'],
    ['1/15/2024 12:05 AM', '2024-01-15T00:05:00.000Z'],
    ['25/12/2024', '2024-12-25T00:00:00.000Z'],
    ['25/12/24 10:22', '2024-12-25T10:22:00.000Z'],
    ['25-12-2024', '2024-12-25T00:00:00.000Z'],
    ['15.01.24', '2024-01-15T00:00:00.000Z'],
    ['03/03/2024', '2024-03-03T00:00:00.000Z'],
    ['15 Jan 2024', '2024-01-15T00:00:00.000Z'],
    ['Jan 15, 2024', '2024-01-15T00:00:00.000Z'],
    ['January 15th 2024 at 3:45 PM', '2024-01-15T15:45:00.000Z'],
    ['15-Jan-2024 10:22', '2024-01-15T10:22:00.000Z'],
    ['Mon, 15 Jan 2024 10:22:33 +0000', '2024-01-15T10:22:33.000Z'],
    ['15. März 2024', '2024-03-15T00:00:00.000Z'],
    ['15 févr. 2024', '2024-02-15T00:00:00.000Z'],
    ['15 de agosto de 2024', '2024-08-15T00:00:00.000Z'],
    ['10-Dec-25', '2025-12-10T00:00:00.000Z'],
    ['2-Jan-26 14:05', '2026-01-02T14:05:00.000Z'],
    ['Mar-10-26', '2026-03-10T00:00:00.000Z'],
    ['10/Dec/2025', '2025-12-10T00:00:00.000Z'],
    ['2026.03.10', '2026-03-10T00:00:00.000Z'],
    ['20260310', '2026-03-10T00:00:00.000Z'],
    ['20260310T183000Z', '2026-03-10T18:30:00.000Z'],
    ['202603101830', '2026-03-10T18:30:00.000Z'],
    ['1705313553', '2024-01-15T10:12:33.000Z'],
    ['1705313553000', '2024-01-15T10:12:33.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(iso(text)).toBe(expected);
  });

  it('reads dates with slashes as month first only for a platform that writes them so', () => {
    expect(iso('9/6/2016 6:29:00')).toContain('two ways');
    expect(iso('9/6/2016 6:29:00', 'month_first')).toBe('2016-09-06T06:29:00.000Z');
    expect(iso('25/12/2016', 'month_first')).toContain('does not exist');
    expect(iso('9/6/2016 6:29:00', 'day_first')).toBe('2016-06-09T06:29:00.000Z');
  });

  it.each([
    ['2024-01-15 10:22', 'Europe/Berlin', '2024-01-15T09:22:00.000Z'],
    ['2024-07-15', 'America/New_York', '2024-07-15T04:00:00.000Z'],
    ['2024-07-15 10:22 UTC', 'America/New_York', '2024-07-15T10:22:00.000Z'],
    // Spring leaves out 2:30; autumn has it twice.
    ['2024-03-31 02:30', 'Europe/Berlin', '2024-03-31T01:30:00.000Z'],
    ['2024-10-27 02:30', 'Europe/Berlin', '2024-10-27T00:30:00.000Z'],
    ['2024-10-27 03:30', 'Europe/Berlin', '2024-10-27T02:30:00.000Z'],
    ['2024-03-31 03:30', 'Europe/Berlin', '2024-03-31T01:30:00.000Z'],
  ])('reads %s on the clocks of %s', (text, timeZone, expected) => {
    expect(iso(text, undefined, timeZone)).toBe(expected);
  });

  it('finds in a file which of day and month comes first, and whether it must be asked', () => {
    expect(slashEvidenceOf(['03/04/2026', '', '05/04/2026 10:00'])).toBe('unknown');
    expect(slashEvidenceOf(['03/04/2026', '25/04/2026'])).toBe('day_first');
    expect(slashEvidenceOf(['03-04-2026', ' 04-25-2026'])).toBe('month_first');
    expect(slashEvidenceOf(['25/04/2026', '04/25/2026', '03/04/2026'])).toBe('unknown');
    expect(slashEvidenceOf(['2026-04-03', '03.04.2026', '04/04/2026'])).toBeNull();
  });

  it.each([
    '2026-02-30',
    '31 Feb 2026',
    '15 Foo 2026',
    '2024-13-01',
    '20261301',
    '20260231',
    '31-Feb-26',
    '2024-01-15T25:00:00Z',
    '2024-01-15 10:61',
    'yesterday',
    '2024',
    '',
  ])('refuses %p', (text) => {
    expect(iso(text)).toContain('wrong: ');
  });
});
