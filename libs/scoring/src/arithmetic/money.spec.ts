import { exactSum, toMoney } from './money.js';

describe('money', () => {
  it('adds amounts that a double cannot add', () => {
    expect(exactSum([1e16, 2, -1e16])).toBe(2n);
    expect(exactSum([])).toBe(0n);
  });

  it('shows two decimals, halves away from zero, and no negative zero', () => {
    expect([1_234_500n, 50n, 49n, -50n, -49n, 0n, -1_234_550n].map((units) => toMoney(units))).toEqual([
      '123.45',
      '0.01',
      '0.00',
      '-0.01',
      '0.00',
      '0.00',
      '-123.46',
    ]);
  });

  it('rounds a mean once, not first the sum', () => {
    expect(toMoney(10_049n, 2)).toBe('0.50');
    expect(toMoney(20_000n, 3)).toBe('0.67');
  });

  it('refuses fractions of the smallest unit', () => {
    expect(() => exactSum([0.5])).toThrow(RangeError);
  });
});
