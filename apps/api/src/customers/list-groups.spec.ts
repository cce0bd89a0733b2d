import { includesUnscored, partEndsBetween, selectScored } from './list-groups.js';

const ALL = { labels: null, minScore: null, maxScore: null };

describe('the index groups that a customer filter selects', () => {
  it('cover every label and score range without a filter', () => {
    const { groups, ...bounds } = selectScored(ALL);
    expect(bounds).toEqual({ minScore: 0, maxScore: 10_000 });
    expect(groups).toHaveLength(4 * 40);
    expect(new Set(groups).size).toBe(groups.length);
    expect(Math.min(...groups)).toBe(0);
  });

  it('cover only the requested labels, each once', () => {
    const { groups } = selectScored({ ...ALL, labels: ['high', 'high', 'low'] });
    expect(new Set(groups.map((group) => Math.floor(group / 64)))).toEqual(new Set([2, 0]));
    expect(groups).toHaveLength(2 * 40);
  });

  it('cover the parts that a score range touches, including both bounds', () => {
    expect(selectScored({ labels: ['high'], minScore: 0.7, maxScore: 0.7499 })).toEqual({ groups: [148], minScore: 7000, maxScore: 7499 });
    expect(selectScored({ labels: ['high'], minScore: 0.7, maxScore: 0.75 }).groups).toEqual([148, 149]);
    expect(selectScored({ labels: ['critical'], minScore: 1, maxScore: 1 }).groups).toEqual([231]);
  });

  it('use the decimal value of a bound and not its double', () => {
    expect(selectScored({ ...ALL, minScore: 0.57, maxScore: 0.57 })).toMatchObject({ minScore: 5700, maxScore: 5700 });
    expect(selectScored({ ...ALL, minScore: 0.57001, maxScore: 0.58009 })).toMatchObject({ minScore: 5701, maxScore: 5800 });
  });

  it('include the unscored customers only without a filter', () => {
    expect(includesUnscored(ALL)).toBe(true);
    expect(includesUnscored({ ...ALL, minScore: 0 })).toBe(false);
    expect(includesUnscored({ ...ALL, maxScore: 1 })).toBe(false);
    expect(includesUnscored({ ...ALL, labels: ['low', 'medium', 'high', 'critical'] })).toBe(false);
  });
});

describe('the parts that a list by score reaches one after the other', () => {
  it('end where the stored order of scores says, in both directions', () => {
    expect(partEndsBetween(-10_000, 0).slice(0, 2)).toEqual([-9999, -9998]);
    expect(partEndsBetween(-9700, -9499)).toEqual([-9600, -9500]);
    expect(partEndsBetween(0, -10_000).slice(0, 2)).toEqual([-4, -9]);
    expect(partEndsBetween(-9948, -9999)).toEqual([-9949, -9964, -9979, -9989, -9994, -9997, -9998]);
    expect(partEndsBetween(-9998, -9999)).toEqual([]);
  });
});
