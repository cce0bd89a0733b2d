import * as fc from 'fast-check';
import { REFERENCE } from '../../test-data/reference-values.js';
import { isotonicFit } from './isotonic.js';
import type { Predictions } from './prediction.js';
import { gainsCurve, topDecileLift } from './lift.js';
import { measure } from './metrics.js';

const outcomes = (predicted: readonly number[], happened: readonly number[]): Predictions => ({
  predicted: Float64Array.from(predicted),
  happened: Uint8Array.from(happened),
});
const anyPredictions = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1)), { minLength: 1, maxLength: 60 })
  .map((rows) =>
    outcomes(
      rows.map(([p]) => p),
      rows.map(([, y]) => y),
    ),
  );

describe('the measures of predictions agree with independent implementations', () => {
  const { metrics, isotonic, tolerance } = REFERENCE;
  const measured = measure(outcomes(metrics.p, metrics.y));

  it.each([
    ['AUC', measured.auc, metrics.auc],
    ['Brier', measured.brier, metrics.brier],
    ['log-loss', measured.logLoss, metrics.logloss],
    ['calibration error over bins of equal width', measured.ece, metrics.ece_equal_width_10],
    ['calibration error over bins of equal count', measured.eceEqualCount, metrics.ece_equal_count_10],
  ] as const)('%s', (_name, value, wanted) => {
    expect(Math.abs(value - wanted)).toBeLessThanOrEqual(tolerance.metrics_abs);
  });

  it('isotonic regression', () => {
    const distances = [...isotonicFit(isotonic.y)].map((value, i) => Math.abs(value - isotonic.fitted[i]!));
    expect(distances).toHaveLength(25);
    expect(Math.max(...distances)).toBeLessThanOrEqual(tolerance.isotonic_abs);
  });
});

describe('the measures of predictions', () => {
  it('count a tie one half: one number for everybody ranks like chance and has no skill', () => {
    const measured = measure(outcomes([0.25, 0.25, 0.25, 0.25], [1, 0, 0, 0]));
    expect(measured).toMatchObject({ n: 4, baseRate: 0.25, meanPredicted: 0.25, auc: 0.5, skill: 0, ece: 0 });
  });

  it('find no miscalibration where every probability is kept, and all of it where the ranking is right and the level wrong', () => {
    const happened = [1, 0, 0, 0, 1, 1, 1, 0];
    const kept = measure(outcomes([0.25, 0.25, 0.25, 0.25, 0.75, 0.75, 0.75, 0.75], happened));
    expect(kept.miscalibration).toBeCloseTo(0, 12);
    const wrong = measure(outcomes([0.8, 0.8, 0.8, 0.8, 0.9, 0.9, 0.9, 0.9], happened));
    expect(wrong.brier - wrong.miscalibration).toBeCloseTo(kept.brier, 12);
  });

  it('charge a mistake made with certainty by a bounded amount', () => {
    expect(measure(outcomes([0], [1])).logLoss).toBeCloseTo(-Math.log(1e-4), 12);
  });

  it('say NaN, and not a number, where there is nothing to rank', () => {
    expect(measure(outcomes([0.2, 0.9], [1, 1])).auc).toBeNaN();
    expect(measure(outcomes([], [])).logLoss).toBeNaN();
  });

  it('refuse what is no probability, and columns of different lengths', () => {
    expect(() => measure(outcomes([0.5, Number.NaN], [1, 0]))).toThrow('prediction 1 is NaN');
    expect(() => measure(outcomes([0.5], [1, 0]))).toThrow('1 predictions, but 2 outcomes');
  });

  it('do not depend on the order of customers', () => {
    fc.assert(
      fc.property(anyPredictions, ({ predicted, happened }) => {
        const there = { ...measure({ predicted, happened }), lift: topDecileLift({ predicted, happened }) };
        const reversed = { predicted: predicted.toReversed(), happened: happened.toReversed() };
        const back = { ...measure(reversed), lift: topDecileLift(reversed) };
        for (const name of ['auc', 'brier', 'logLoss', 'ece', 'miscalibration', 'lift'] as const) {
          expect(Number.isNaN(back[name])).toBe(Number.isNaN(there[name]));
          expect(Math.abs(back[name] - there[name])).not.toBeGreaterThan(1e-9);
        }
      }),
    );
  });
});

describe('lift', () => {
  it('is the share of stayers-away in the highest tenth over that of everybody', () => {
    const predicted = Array.from({ length: 20 }, (_, i) => i / 20);
    const happened = predicted.map((_, i) => (i >= 15 ? 1 : 0));
    expect(topDecileLift(outcomes(predicted, happened))).toBeCloseTo(4, 12);
  });

  it('is 1 for one number for everybody, however the customers are sorted', () => {
    expect(topDecileLift(outcomes([0.5, 0.5, 0.5, 0.5], [1, 1, 0, 0]))).toBeCloseTo(1, 12);
  });

  it('rises from nobody to everybody', () => {
    const curve = gainsCurve(outcomes([0.1, 0.9, 0.4, 0.4], [0, 1, 1, 0]), 4);
    expect(curve.map((point) => point.found)).toEqual([0, 0.5, 0.75, 1, 1]);
    expect(curve.map((point) => point.reached)).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
});

describe('isotonic regression', () => {
  it('never falls and keeps the sum', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1), { minLength: 1, maxLength: 50 }), (happened) => {
        const fitted = [...isotonicFit(happened)];
        expect(fitted).toEqual(fitted.toSorted((one, other) => one - other));
        const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
        expect(sum(fitted)).toBeCloseTo(sum(happened), 9);
      }),
    );
  });
});
