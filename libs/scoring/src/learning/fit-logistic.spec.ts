import * as fc from 'fast-check';
import { REFERENCE } from '../../test-data/reference-values.js';
import { fitLogistic } from './fit-logistic.js';

describe('the logistic regression', () => {
  it('finds the coefficients that independent implementations find', () => {
    const { X: rows, y, l2, coef: wanted } = REFERENCE.map_logistic;
    const { intercept, coefficients } = fitLogistic(
      { width: rows[0]?.length ?? 0, features: Float64Array.from(rows.flat()), label: Uint8Array.from(y) },
      l2,
    );
    for (const [i, value] of [intercept, ...coefficients].entries()) {
      expect(Math.abs(value - (wanted[i] ?? Number.NaN))).toBeLessThanOrEqual(REFERENCE.tolerance.logistic_coef_abs);
    }
  });

  it('stays finite when everybody did the same, or features are copies of each other', () => {
    const anyRows = fc.array(fc.tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.nat(1)), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(anyRows, fc.boolean(), (rows, sameLabel) => {
        const features = Float64Array.from(rows.flatMap(([value]) => [value, value, 0]));
        const label = Uint8Array.from(rows, ([, happened]) => (sameLabel ? 1 : happened));
        const { intercept, coefficients } = fitLogistic({ width: 3, features, label }, 1);
        for (const value of [intercept, ...coefficients]) expect(Math.abs(value)).toBeLessThan(20);
        expect(coefficients[0]).toBeCloseTo(coefficients[1]!, 6);
      }),
    );
  });
});
