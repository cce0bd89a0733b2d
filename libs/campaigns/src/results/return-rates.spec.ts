import { differenceOfRates, differenceOfRevenue, verdictOf } from './return-rates.js';

const rates = (a: number, m: number, b: number, n: number) => differenceOfRates({ n: m, returned: a }, { n, returned: b });

describe('the uplift of a campaign', () => {
  // R. G. Newcombe, Statistics in Medicine 17 (1998), table II, method 10.
  it.each([
    [56, 70, 48, 80, [0.0524, 0.3339]],
    [9, 10, 3, 10, [0.1705, 0.809]],
    [6, 7, 2, 7, [0.0582, 0.8062]],
    [5, 56, 0, 29, [-0.0381, 0.1926]],
    [0, 10, 0, 20, [-0.1611, 0.2775]],
    [0, 10, 0, 10, [-0.2775, 0.2775]],
    [10, 10, 0, 20, [0.6791, 1]],
    [10, 10, 0, 10, [0.6075, 1]],
  ])('for %i of %i against %i of %i has the published interval', (a, m, b, n, published) => {
    const difference = rates(a, m, b, n);
    expect(difference?.value).toBeCloseTo(a / m - b / n, 12);
    expect(difference?.ci95[0]).toBeCloseTo(published[0] ?? Number.NaN, 4);
    expect(difference?.ci95[1]).toBeCloseTo(published[1] ?? Number.NaN, 4);
  });

  it('is null when a group is empty', () => {
    expect(rates(0, 0, 1, 10)).toBeNull();
    expect(rates(1, 10, 0, 0)).toBeNull();
  });

  it('in revenue is the difference of the means, with the interval for unequal variances', () => {
    // Means 20 and 15, variances 100 and 25 (n - 1), 4 and 5 customers.
    const treated = { n: 4, sum: 80, sumOfSquares: 1600 + 300 };
    const holdout = { n: 5, sum: 75, sumOfSquares: 1125 + 100 };
    const half = 1.959963984540054 * Math.sqrt(100 / 4 + 25 / 5);
    const difference = differenceOfRevenue(treated, holdout);
    expect(difference?.value).toBeCloseTo(5, 12);
    expect(difference?.ci95[0]).toBeCloseTo(5 - half, 12);
    expect(difference?.ci95[1]).toBeCloseTo(5 + half, 12);
    expect(differenceOfRevenue({ n: 1, sum: 3, sumOfSquares: 9 }, holdout)).toBeNull();
  });
});

describe('a campaign', () => {
  it('helps or harms when both groups are large and the interval does not contain zero', () => {
    expect(verdictOf({ n: 100, returned: 60 }, { n: 100, returned: 30 })).toBe('helps');
    expect(verdictOf({ n: 100, returned: 30 }, { n: 100, returned: 60 })).toBe('harms');
    expect(verdictOf({ n: 100, returned: 33 }, { n: 100, returned: 30 })).toBe('no_difference_seen');
  });

  it('is too early to judge with a small group, even when the difference is clear', () => {
    expect(verdictOf({ n: 1000, returned: 1000 }, { n: 29, returned: 0 })).toBe('too_early');
    expect(verdictOf({ n: 29, returned: 29 }, { n: 1000, returned: 0 })).toBe('too_early');
    expect(verdictOf({ n: 0, returned: 0 }, { n: 0, returned: 0 })).toBe('too_early');
    expect(verdictOf({ n: 30, returned: 30 }, { n: 30, returned: 0 })).toBe('helps');
  });
});
