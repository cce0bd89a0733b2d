import { percentile } from './percentile.js';

describe('percentile', () => {
  it('is a value of the sample, in any order of the sample', () => {
    const sample = [5, 1, 4, 2, 3, 10, 9, 8, 7, 6];
    expect([0, 0.5, 0.9, 0.95, 1].map((share) => percentile(sample, share))).toEqual([1, 5, 9, 10, 10]);
  });

  it('counts a measurement that never ended as longer than any other', () => {
    expect(percentile([1, 2, Number.POSITIVE_INFINITY], 0.99)).toBe(Number.POSITIVE_INFINITY);
  });

  it('is not a number when nothing was measured', () => {
    expect(percentile([], 0.5)).toBeNaN();
  });
});
