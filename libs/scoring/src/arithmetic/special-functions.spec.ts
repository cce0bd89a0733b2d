import { REFERENCE } from '../../test-data/reference-values.js';
import { digamma, lbeta, lgamma, logaddexp } from './special-functions.js';

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

  it('have the derivative of ln Γ', () => {
    for (const z of [0.01, 0.4, 1, 3.7, 25, 4000]) {
      const step = 1e-5 * z;
      expect(digamma(z) / ((lgamma(z + step) - lgamma(z - step)) / (2 * step))).toBeCloseTo(1, 6);
    }
    expect(digamma(1)).toBeCloseTo(-0.5772156649015329, 10);
  });
});
