import { compareCategories } from './compare-categories.js';

const stored = (everyone: { n: number; returned: number }, ...groups: readonly (readonly [string, number, number])[]) => ({
  counted_at: new Date('2026-11-29T03:00:00Z'),
  window_days: 90,
  everyone,
  categories: groups.map(([category, n, returned]) => ({ category, customers: n + 5, n, returned })),
});

describe('what customers buy first', () => {
  it('is unknown before the first count', () => {
    expect(compareCategories(null)).toEqual({ counted_at: null, window_days: null, all: null, data: [] });
  });

  it('has a rate with its interval, and a comparison with all other first orders', () => {
    const { all, data } = compareCategories(stored({ n: 1000, returned: 300 }, ['Coffee', 400, 180], ['Cups', 300, 60], ['Tea', 300, 90]));
    expect(all).toEqual({ first_orders: 1000, returned: 300, rate: 0.3, ci95: [0.272407, 0.329124] });
    expect(data[0]).toEqual({
      category: 'Coffee', customers: 405, first_orders: 400, returned: 180, rate: 0.45, ci95: [0.401952, 0.498999], compared: 'more',
    }); // prettier-ignore
    expect(data.map(({ compared }) => compared)).toEqual(['more', 'less', 'unclear']);
  });

  it('says nothing of groups that are too small, nor of a category that every first order has', () => {
    const { data } = compareCategories(stored({ n: 500, returned: 100 }, ['Coffee', 500, 100], ['Cups', 29, 29]));
    expect(data.map(({ rate, ci95, compared }) => [rate, ci95 !== null, compared])).toEqual([
      [0.2, true, null],
      [null, false, null],
    ]);
  });

  it('names a category by chance in at most one of twenty shops', () => {
    let seed = 7;
    const random = (): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const shops = 400;
    let named = 0;
    for (let shop = 0; shop < shops; shop += 1) {
      const groups = Array.from({ length: 30 }, (_, index) => {
        const returned = Array.from({ length: 100 }, random).filter((each) => each < 0.3).length;
        return [`c-${index}`, 100, returned] as const;
      });
      const everyone = { n: 3000, returned: groups.reduce((sum, [, , returned]) => sum + returned, 0) };
      const { data } = compareCategories(stored(everyone, ...groups));
      named += Number(data.some(({ compared }) => compared === 'more' || compared === 'less'));
      expect(data.filter(({ compared }) => compared !== null)).toHaveLength(20);
    }
    expect(named / shops).toBeLessThan(0.05);
  });
});
