import { isMatured, modelDayOf, namedDayOf, pastDays } from './past-plan.js';

const WEEK = 7;
/** A Sunday, as every UTC day number that is 3 more than a multiple of 7. */
const SUNDAY = 20_716;
const plan = (differing: object = {}) => ({ today: SUNDAY + 1, firstDay: 0, horizonDays: 30, ...differing });

describe('the past weeks of a shop', () => {
  it('are the last 26 Sundays, and every fourth one for a quarter before', () => {
    const days = pastDays(plan());
    const weekly = days.slice(-26);
    expect(weekly).toEqual(Array.from({ length: 26 }, (_, i) => SUNDAY - (25 - i) * WEEK));
    const before = days.slice(0, -26);
    expect(before).toHaveLength(3);
    expect(before.every((day) => modelDayOf(day) === day)).toBe(true);
    expect(weekly[0]! - before[0]!).toBeLessThanOrEqual(90);
  });

  it('reach back one horizon further where it is long, and never before the first order', () => {
    const days = pastDays(plan({ horizonDays: 365 }));
    expect(days.filter((day) => isMatured(day, 365, SUNDAY + 1)).length).toBeGreaterThanOrEqual(6);
    expect(pastDays(plan({ firstDay: SUNDAY - 20 }))).toEqual([SUNDAY - 14, SUNDAY - 7, SUNDAY]);
    expect(pastDays(plan({ firstDay: SUNDAY + 1 }))).toEqual([]);
  });

  it('end on the last complete Sunday', () => {
    expect(pastDays(plan({ today: SUNDAY })).at(-1)).toBe(SUNDAY - WEEK);
    expect(pastDays(plan({ today: SUNDAY + 6 })).at(-1)).toBe(SUNDAY);
  });

  it('have a model of at most three weeks before', () => {
    for (const day of pastDays(plan())) {
      expect(day - modelDayOf(day)).toBeGreaterThanOrEqual(0);
      expect(day - modelDayOf(day)).toBeLessThan(28);
    }
  });

  it('name customers three months ago, or later in a young shop', () => {
    const today = SUNDAY + 1;
    expect(today - namedDayOf(pastDays(plan()), plan())!).toBe(85);
    const young = plan({ firstDay: today - 80 });
    expect(namedDayOf(pastDays(young), young)! - young.firstDay).toBeGreaterThanOrEqual(30);
    const newborn = plan({ firstDay: today - 50 });
    expect(namedDayOf(pastDays(newborn), newborn)).toBeNull();
  });
});
