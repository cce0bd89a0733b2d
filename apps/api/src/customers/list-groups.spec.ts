import { includesUnscored, selectScored } from './list-groups.js';

const ALL = { labels: null, minScore: null, maxScore: null };

describe('the customers that a filter on label and score selects', () => {
  it('are all with a score when there is no filter', () => {
    expect(selectScored(ALL)).toEqual({ groups: [0], labels: null, minScore: 0, maxScore: 10_000 });
  });

  it('have the decimal value of a bound and not its double', () => {
    expect(selectScored({ ...ALL, minScore: 0.57, maxScore: 0.57 })).toMatchObject({ minScore: 5700, maxScore: 5700 });
    expect(selectScored({ ...ALL, minScore: 0.57001, maxScore: 0.58009 })).toMatchObject({ minScore: 5701, maxScore: 5800 });
  });

  it('include those without a score only when there is no filter', () => {
    expect(includesUnscored(ALL)).toBe(true);
    expect(includesUnscored({ ...ALL, minScore: 0 })).toBe(false);
    expect(includesUnscored({ ...ALL, maxScore: 1 })).toBe(false);
    expect(includesUnscored({ ...ALL, labels: ['low', 'medium', 'high', 'critical'] })).toBe(false);
  });
});
