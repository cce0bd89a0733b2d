import * as fc from 'fast-check';
import { REFERENCE } from '../../test-data/reference-values.js';
import { mbgAliveProbability, mbgLogLikelihood, mbgNoOrderLogit, mbgNoOrderProbability, scoreMbg } from './mbg-nbd.js';

const anyParameters = fc.record({
  r: fc.double({ min: 0.01, max: 50, noNaN: true }),
  alpha: fc.double({ min: 0.01, max: 5000, noNaN: true }),
  a: fc.double({ min: 0.01, max: 50, noNaN: true }),
  b: fc.double({ min: 0.01, max: 50, noNaN: true }),
});
const anyHistory = fc
  .record({ x: fc.integer({ min: 0, max: 10_000 }), first: fc.nat(4000), second: fc.nat(4000) })
  .map(({ x, first, second }) => ({ x, tx: x === 0 ? 0 : Math.min(first, second), T: Math.max(first, second) }));
const anyHorizon = fc.integer({ min: 1, max: 365 });

/** Distance in units of the tolerance, which is relative for the large log-likelihoods of deep histories. */
const inTolerances = (value: number, wanted: number, tolerance: number): number =>
  Math.abs(value - wanted) / (tolerance * Math.max(1, Math.abs(wanted) / 100));

describe('MBG/NBD agrees with independent implementations', () => {
  const { btyd_ll_abs: ofLogLikelihood, btyd_p_abs: ofProbability } = REFERENCE.tolerance;
  const parameters = REFERENCE.btyd_params.mbgnbd;
  const cases = REFERENCE.btyd_cases.filter((each) => each.model === 'mbgnbd');

  it.each(cases.map((each) => [each.x, each.tx, each.T, each] as const))('for x=%d, tx=%d, T=%d weeks', (_x, _tx, _T, wanted) => {
    expect(inTolerances(mbgLogLikelihood(wanted, parameters), wanted.ll, ofLogLikelihood)).toBeLessThanOrEqual(1);
    expect(inTolerances(mbgAliveProbability(wanted, parameters), wanted.p_alive, ofProbability)).toBeLessThanOrEqual(1);
    for (const [horizon, probability] of Object.entries(wanted.p_none)) {
      expect(inTolerances(mbgNoOrderProbability(wanted, parameters, Number(horizon)), probability, ofProbability)).toBeLessThanOrEqual(1);
    }
  });

  it('where others had to fix overflows', () => {
    const hard = REFERENCE.numerical_stability.filter((each) => each.model === 'mbgnbd');
    expect(hard).toHaveLength(2);
    for (const each of hard) {
      expect(inTolerances(mbgLogLikelihood(each, each.params), each.our_ll, ofLogLikelihood)).toBeLessThanOrEqual(1);
      expect(inTolerances(mbgAliveProbability(each, each.params), each.our_p_alive, ofProbability)).toBeLessThanOrEqual(1);
    }
  });

  it('on fitted shops, with times in days, for many customers at once', () => {
    for (const fit of Object.values(REFERENCE.map_fit_mbgnbd.fits)) {
      const columns = { x: Float64Array.from(fit.x), tx: Float64Array.from(fit.tx_days), T: Float64Array.from(fit.T_days) };
      const out = new Float64Array(fit.x.length);
      scoreMbg(columns, fit.natural_days, 90, out);
      const distances = fit.p_none_90d.map((wanted, i) => Math.abs((out[i] ?? Number.NaN) - wanted));
      expect(Math.max(...distances)).toBeLessThanOrEqual(REFERENCE.map_fit_mbgnbd.tolerance.p_none_abs);
    }
  });
});

describe('MBG/NBD', () => {
  it('gives a probability whatever the history and the parameters', () => {
    fc.assert(
      fc.property(anyHistory, anyParameters, anyHorizon, (history, parameters, horizonDays) => {
        const probabilities = [mbgAliveProbability(history, parameters), mbgNoOrderProbability(history, parameters, horizonDays)];
        for (const probability of probabilities) {
          expect(probability).toBeGreaterThanOrEqual(0);
          expect(probability).toBeLessThanOrEqual(1);
        }
        expect(Number.isFinite(mbgLogLikelihood(history, parameters))).toBe(true);
      }),
    );
  });

  it('gives log-odds that are those of the probability', () => {
    fc.assert(
      fc.property(anyHistory, anyParameters, anyHorizon, (history, parameters, horizonDays) => {
        const logit = mbgNoOrderLogit(history, parameters, horizonDays);
        expect(1 / (1 + Math.exp(-logit))).toBeCloseTo(mbgNoOrderProbability(history, parameters, horizonDays), 9);
      }),
    );
  });

  it('finds silence as likely as the likelihood says: P(no order in H) = L(x, tx, T+H) / L(x, tx, T)', () => {
    const moderate = fc.record({ x: fc.nat(200), tx: fc.nat(700), more: fc.nat(700) });
    fc.assert(
      fc.property(moderate, anyParameters, anyHorizon, ({ x, tx, more }, parameters, horizonDays) => {
        const history = { x, tx: x === 0 ? 0 : tx, T: tx + more };
        const later = mbgLogLikelihood({ ...history, T: history.T + horizonDays }, parameters);
        const ratio = Math.exp(later - mbgLogLikelihood(history, parameters));
        expect(ratio).toBeCloseTo(mbgNoOrderProbability(history, parameters, horizonDays), 6);
      }),
    );
  });

  it('refuses columns of different lengths', () => {
    const columns = { x: new Float64Array(2), tx: new Float64Array(2), T: new Float64Array(3) };
    expect(() => scoreMbg(columns, REFERENCE.btyd_params.mbgnbd, 90, new Float64Array(2))).toThrow(RangeError);
  });
});
