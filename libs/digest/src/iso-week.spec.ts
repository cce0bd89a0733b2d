import { mondayOf, mondayOfWeek, weekOf } from './iso-week.js';

describe('an ISO week', () => {
  // From the examples of ISO 8601 and of its Wikipedia article.
  it.each([
    ['2005-01-01', '2004-W53'],
    ['2005-01-02', '2004-W53'],
    ['2007-01-01', '2007-W01'],
    ['2008-12-29', '2009-W01'],
    ['2010-01-03', '2009-W53'],
    ['2026-11-22', '2026-W47'],
    ['2026-11-23', '2026-W48'],
  ])('%s is in %s', (day, week) => {
    expect(weekOf(day)).toBe(week);
    expect(mondayOfWeek(week)).toBe(mondayOf(day));
  });

  it('exists only with a number of its year', () => {
    expect(mondayOfWeek('2020-W53')).toBe('2020-12-28');
    expect(['0000-W01', '1999-W01', '2026-W00', '2025-W53', '2026-W99', '2026-47', '2026-W4', 'W47', ''].map(mondayOfWeek)).toEqual(
      Array(9).fill(null),
    );
  });
});
