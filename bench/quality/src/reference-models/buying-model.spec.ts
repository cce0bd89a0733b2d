import * as fc from 'fast-check';
import { REFERENCE } from '../../../../libs/scoring/test-data/reference-values.js';
import { mbgNoOrderProbability } from '#libs/scoring';
import { BG_CNBD_2, BG_NBD, MBG_CNBD_2, MBG_NBD } from './bg-cnbd.js';
import { aliveProbability, logLikelihood, noOrderProbability, type BuyingModel } from './buying-model.js';
import { PARETO_NBD } from './pareto-nbd.js';

const MODELS: Readonly<Record<string, BuyingModel>> = {
  bgnbd: BG_NBD,
  mbgnbd: MBG_NBD,
  pnbd: PARETO_NBD,
  bgcnbd2: BG_CNBD_2,
  mbgcnbd2: MBG_CNBD_2,
};

function modelNamed(name: string): BuyingModel {
  const model = MODELS[name];
  if (model === undefined) throw new Error(`the reference names a model that is not here: ${name}`);
  return model;
}

const valuesOf = (model: BuyingModel, named: Readonly<Record<string, number>>): number[] =>
  model.parameters.map(({ name }) => named[name] ?? Number.NaN);

/** Distance in units of the tolerance, which is relative for the large log-likelihoods of deep histories. */
const inTolerances = (value: number, wanted: number, tolerance: number): number =>
  Math.abs(value - wanted) / (tolerance * Math.max(1, Math.abs(wanted) / 100));

const { btyd_ll_abs: ofLogLikelihood, btyd_p_abs: ofProbability } = REFERENCE.tolerance;

describe('the reference models agree with independent implementations', () => {
  it.each(REFERENCE.btyd_cases.map((each) => [each.model, each.x, each.tx, each.T, each] as const))(
    'for %s with x=%d, tx=%d, T=%d weeks',
    (name, _x, _tx, _T, wanted) => {
      const model = modelNamed(name);
      const parameters = valuesOf(model, REFERENCE.btyd_params[name] ?? {});
      expect(inTolerances(logLikelihood(model, wanted, parameters), wanted.ll, ofLogLikelihood)).toBeLessThanOrEqual(1);
      expect(inTolerances(aliveProbability(model, wanted, parameters), wanted.p_alive, ofProbability)).toBeLessThanOrEqual(1);
      for (const [horizon, probability] of Object.entries(wanted.p_none)) {
        const none = noOrderProbability(model, wanted, parameters, Number(horizon));
        expect(inTolerances(none, probability, ofProbability)).toBeLessThanOrEqual(1);
      }
    },
  );

  it.each(REFERENCE.numerical_stability.map((each) => [each.model, each.x, each] as const))(
    'for %s with x=%d, where other packages had to fix overflows',
    (name, _x, wanted) => {
      const model = modelNamed(name);
      const parameters = valuesOf(model, wanted.params);
      expect(inTolerances(logLikelihood(model, wanted, parameters), wanted.our_ll, ofLogLikelihood)).toBeLessThanOrEqual(1);
      expect(inTolerances(aliveProbability(model, wanted, parameters), wanted.our_p_alive, ofProbability)).toBeLessThanOrEqual(1);
    },
  );
});

describe('the reference models', () => {
  const positive = fc.double({ min: 0.05, max: 50, noNaN: true });
  const anyParameters = fc.tuple(positive, positive, positive, positive);
  // Order days are distinct: there are at least as many days as orders after the first.
  const anyHistory = fc
    .record({ x: fc.nat(3000), more: fc.nat(2000), silent: fc.nat(2000) })
    .map(({ x, more, silent }) => ({ x, tx: x === 0 ? 0 : x + more, T: (x === 0 ? 0 : x + more) + silent }));
  const anyModel = fc.constantFrom(...Object.values(MODELS));

  it('give probabilities for any history and parameters, which rise with silence and fall with the horizon', () => {
    fc.assert(
      fc.property(anyModel, anyHistory, anyParameters, fc.integer({ min: 1, max: 365 }), (model, history, parameters, horizon) => {
        const alive = aliveProbability(model, history, parameters);
        expect(alive).toBeGreaterThanOrEqual(0);
        expect(alive).toBeLessThanOrEqual(1);
        const [soon, late] = [horizon, 2 * horizon].map((days) => noOrderProbability(model, history, parameters, days));
        expect(late).toBeGreaterThanOrEqual(0);
        expect(late).toBeLessThanOrEqual(soon! + ofProbability);
        expect(soon).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('score customers exactly like the service in the case of MBG/NBD', () => {
    fc.assert(
      fc.property(anyHistory, anyParameters, (history, parameters) => {
        const [r, alpha, a, b] = parameters;
        const production = mbgNoOrderProbability(history, { r, alpha, a, b }, 90);
        expect(noOrderProbability(MBG_NBD, history, parameters, 90)).toBeCloseTo(production, 8);
      }),
    );
  });

  it('have the numeric derivatives as slopes in the case of Pareto/NBD', () => {
    const moderate = fc.record({ x: fc.nat(40), tx: fc.nat(300), more: fc.nat(300) });
    fc.assert(
      fc.property(moderate, anyParameters, ({ x, tx, more }, parameters) => {
        const history = { x, tx: x === 0 ? 0 : tx, T: tx + more };
        for (const [i, slope] of (PARETO_NBD.slopes?.(history, parameters) ?? []).entries()) {
          const step = 1e-5 * parameters[i]!;
          const at = (moved: number): number => logLikelihood(PARETO_NBD, history, parameters.with(i, parameters[i]! + moved));
          const difference = (at(step) - at(-step)) / (2 * step);
          expect(Math.abs(slope - difference)).toBeLessThanOrEqual(1e-3 * (1 + Math.abs(slope)));
        }
      }),
    );
  });
});
