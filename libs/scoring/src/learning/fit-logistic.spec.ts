import * as fc from 'fast-check';
import { REFERENCE } from '../../test-data/reference-values.js';
import { SeededRandom } from '../arithmetic/seeded-random.js';
import { fitLogistic } from './fit-logistic.js';

describe('the logistic regression', () => {
  it('finds the coefficients that independent implementations find', () => {
    const { X: rows, y, l2, coef: wanted } = REFERENCE.map_logistic;
    const { intercept, coefficients } = fitLogistic(
      { columnCount: rows[0]?.length ?? 0, features: Float64Array.from(rows.flat()), label: Uint8Array.from(y) },
      l2,
    );
    for (const [i, value] of [intercept, ...coefficients].entries()) {
      expect(Math.abs(value - (wanted[i] ?? Number.NaN))).toBeLessThanOrEqual(REFERENCE.tolerance.logistic_coef_abs);
    }
  });

  it('ends at the optimum from the head start that some of many rows give, and counts weights and offsets', () => {
    const random = new SeededRandom(5);
    const [n, columnCount, l2] = [7001, 6, 30];
    const features = Float64Array.from({ length: n * columnCount }, () => 4 * random.unit() - 2);
    const offset = Float64Array.from({ length: n }, () => random.unit());
    const weight = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 0 : 0.5));
    const label = Uint8Array.from({ length: n }, (_, i) => (random.unit() < 1 / (1 + Math.exp(-2 * features[i * columnCount]!)) ? 1 : 0));
    const { intercept, coefficients } = fitLogistic({ columnCount, features, label, offset, weight }, l2);
    const slopes = [1e-4 * intercept, ...coefficients.map((each) => l2 * each)];
    for (let i = 0; i < n; i++) {
      const row = [1, ...features.subarray(i * columnCount, (i + 1) * columnCount)];
      const z = offset[i]! + row.reduce((sum, value, j) => sum + value * (j === 0 ? intercept : coefficients[j - 1]!), 0);
      const error = weight[i]! * (1 / (1 + Math.exp(-z)) - label[i]!);
      for (const [j, value] of row.entries()) slopes[j] = slopes[j]! + error * value;
    }
    expect(coefficients[0]).toBeGreaterThan(1.5);
    for (const slope of slopes) expect(Math.abs(slope)).toBeLessThan(1e-6);
  });

  it('does not take for a feature what a period has in common', () => {
    const random = new SeededRandom(8);
    const [n, levels] = [12_000, [-1, 0, 1]];
    const of = Uint8Array.from({ length: n }, (_, i) => i % 3);
    // Higher in quiet periods, of no meaning within one.
    const features = Float64Array.from(of, (period) => levels[period]! + random.unit());
    const label = Uint8Array.from(of, (period) => (random.unit() < 1 / (1 + Math.exp(-1 - levels[period]!)) ? 1 : 0));
    const blind = fitLogistic({ columnCount: 1, features, label }, 30);
    const seeing = fitLogistic({ columnCount: 1, features, label, periods: { of, count: 3 } }, 30);
    expect(blind.coefficients[0]).toBeGreaterThan(0.8);
    expect(Math.abs(seeing.coefficients[0]!)).toBeLessThan(0.2);
    // The mean period's, at the mean of the feature.
    expect(seeing.intercept + 0.5 * seeing.coefficients[0]!).toBeCloseTo(1, 0);
  });

  it('ends after 50 steps where no coefficient is the best: a feature that tells all outcomes, and no penalty', () => {
    let readings = 0;
    const rows = {
      columnCount: 1,
      label: Uint8Array.from([0, 0, 1, 1]),
      get features(): Float64Array {
        readings += 1;
        return Float64Array.from([-1, -0.5, 0.5, 1]);
      },
    };
    const { coefficients } = fitLogistic(rows, 0);
    // Each step reads the rows once for its loss; without the bound it takes 1,500.
    expect(readings).toBeGreaterThan(40);
    expect(readings).toBeLessThanOrEqual(60);
    expect(Number.isFinite(coefficients[0])).toBe(true);
  });

  it('stays finite when everybody did the same, or features are copies of each other', () => {
    const anyRows = fc.array(fc.tuple(fc.double({ min: -6, max: 6, noNaN: true }), fc.nat(1)), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(anyRows, fc.boolean(), (rows, sameLabel) => {
        const features = Float64Array.from(rows.flatMap(([value]) => [value, value, 0]));
        const label = Uint8Array.from(rows, ([, happened]) => (sameLabel ? 1 : happened));
        const { intercept, coefficients } = fitLogistic({ columnCount: 3, features, label }, 1);
        for (const value of [intercept, ...coefficients]) expect(Math.abs(value)).toBeLessThan(20);
        expect(coefficients[0]).toBeCloseTo(coefficients[1]!, 6);
      }),
    );
  });
});
