import { REFERENCE } from '../test-data/reference-values.js';
import { lbeta, lgamma, logaddexp } from './special-functions.js';

const FUNCTIONS: Record<'lgamma' | 'lbeta' | 'logaddexp', (one: number, other: number) => number> = { lgamma, lbeta, logaddexp };

describe('the special functions', () => {
  it.each(REFERENCE.special_functions.map((each) => [each.fn, each.args, each.value] as const))('%s(%p) is %d', (fn, args, value) => {
    const [one = Number.NaN, other = Number.NaN] = args;
    const distance = Math.abs(FUNCTIONS[fn](one, other) - value);
    expect(distance).toBeLessThanOrEqual(REFERENCE.tolerance.special_functions_abs_or_rel * Math.max(1, Math.abs(value)));
  });

  it('add two impossible things to an impossible thing, not to NaN', () => {
    expect(logaddexp(-Infinity, -Infinity)).toBe(-Infinity);
    expect(logaddexp(-Infinity, 3)).toBe(3);
  });
});
