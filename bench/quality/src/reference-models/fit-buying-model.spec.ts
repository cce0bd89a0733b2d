import {
  buyingHistoriesOf,
  groupHistories,
  knownBy,
  measure,
  noOrderAfter,
  type BuyingHistories,
  type GroupedHistories,
  type OrderDays,
} from '#libs/scoring';
import { REFERENCE } from '../../../../libs/scoring/test-data/reference-values.js';
import { dayNumber, describeWithLogs, readShopLog } from '../../../../libs/scoring/test-data/order-logs.js';
import { historyAt, simulatedBuyers, type BuyingLaw } from '../../../../libs/scoring/test-data/simulated-buyers.js';
import { BG_CNBD_2, BG_NBD, gapsTerm, MBG_CNBD_2, MBG_NBD } from './bg-cnbd.js';
import { logLikelihood, noOrderProbability, type BuyingModel } from './buying-model.js';
import { fitBuyingModel, type ReferenceFit } from './fit-buying-model.js';
import { PARETO_NBD } from './pareto-nbd.js';

const CUTOFF = dayNumber('1997-09-30');
const HOLDOUT_WEEKS = 39;
const { fits_cdnow_sample: SAMPLE, fits_cdnow_full: FULL, tolerance: TOLERANCE } = REFERENCE;

/** Published fits count weeks. */
function weeksOf(history: OrderDays): BuyingHistories {
  const { x, tx, T } = buyingHistoriesOf(history, CUTOFF);
  return { x, tx: tx.map((days) => days / 7), T: T.map((days) => days / 7) };
}

function gapsOf({ offsets, day }: OrderDays): number[] {
  return Array.from({ length: offsets.length - 1 }, (_, i) => day.subarray(offsets[i], offsets[i + 1])).flatMap((days) =>
    Array.from(days.subarray(1), (each, i) => (each - days[i]!) / 7),
  );
}

function expectRelative(fitted: readonly number[], wanted: readonly number[], tolerance: number): void {
  expect(fitted).toHaveLength(wanted.length);
  expect(Math.max(...fitted.map((value, i) => Math.abs(value / wanted[i]! - 1)))).toBeLessThanOrEqual(tolerance);
}

const namedValues = (model: BuyingModel, fit: Readonly<Record<string, unknown>>): number[] =>
  model.parameters.map(({ name }) => Number(fit[name]));

describe('the fit to simulated customers with known parameters', () => {
  const afterOrders = (firstIncluded: boolean): BuyingLaw['leaving'] => ({ kind: 'after orders', a: 0.8, b: 2.5, firstIncluded });
  const laws: readonly [BuyingModel, number[], BuyingLaw][] = [
    [BG_NBD, [0.6, 30, 0.8, 2.5], { r: 0.6, alpha: 30, k: 1, leaving: afterOrders(false) }],
    [MBG_NBD, [0.6, 30, 0.8, 2.5], { r: 0.6, alpha: 30, k: 1, leaving: afterOrders(true) }],
    [BG_CNBD_2, [0.6, 15, 0.8, 2.5], { r: 0.6, alpha: 15, k: 2, leaving: afterOrders(false) }],
    [MBG_CNBD_2, [0.6, 15, 0.8, 2.5], { r: 0.6, alpha: 15, k: 2, leaving: afterOrders(true) }],
    [PARETO_NBD, [0.6, 30, 0.7, 90], { r: 0.6, alpha: 30, k: 1, leaving: { kind: 'at any time', s: 0.7, beta: 90 } }],
  ];

  it.each(laws.map(([model, truth, law]) => [model.name, model, truth, law] as const))(
    'is for %s as likely as the truth, no likelier than chance allows, and predicts the horizon',
    (_name, model, truth, law) => {
      const customers = simulatedBuyers(law, 600, 700, 60);
      const { parameters, logLikelihood: fitted } = fitBuyingModel(model, groupHistories(customers), 'none');
      const ratio = 2 * (fitted - customers.x.reduce((sum, _x, i) => sum + logLikelihood(model, historyAt(customers, i), truth), 0));
      expect(ratio).toBeGreaterThanOrEqual(-1e-6);
      // Wilks: chi-squared with 4 degrees of freedom, which exceeds 18.5 once in a thousand.
      expect(ratio).toBeLessThan(18.5);
      const predicted = customers.x.map((_x, i) => noOrderProbability(model, historyAt(customers, i), parameters, 60));
      const surplus = predicted.reduce((sum, p, i) => sum + customers.noOrder[i]! - p, 0);
      const deviation = Math.sqrt(predicted.reduce((sum, p) => sum + p * (1 - p), 0));
      expect(Math.abs(surplus)).toBeLessThan(3 * deviation);
    },
  );
});

describeWithLogs('the fits to the 1/10 sample of CDNOW', () => {
  let whole: OrderDays;
  let seen: OrderDays;
  let grouped: GroupedHistories;
  const fits = new Map<BuyingModel, ReferenceFit>();
  const fitOf = (model: BuyingModel): ReferenceFit => {
    const fit = fits.get(model) ?? fitBuyingModel(model, grouped, 'none');
    fits.set(model, fit);
    return fit;
  };
  beforeAll(() => {
    whole = readShopLog('cdnow_sample.csv', true).history;
    seen = knownBy(whole, CUTOFF).history;
    grouped = groupHistories(weeksOf(seen));
  });

  it('has the same customer histories as the papers', () => {
    const { x, tx, T } = weeksOf(seen);
    for (const [i, wanted] of REFERENCE.cdnow_sample_summary_first10.entries()) {
      expect(x[i]).toBe(wanted.x);
      expect(tx[i]).toBeCloseTo(wanted.tx_weeks, 5);
      expect(T[i]).toBeCloseTo(wanted.T_weeks, 5);
    }
    expect(x.reduce((sum, each) => sum + each, 0)).toBe(SAMPLE.sum_x);
  });

  it.each([
    ['bgnbd', BG_NBD, 1],
    ['mbgnbd', MBG_NBD, 1],
    ['pnbd', PARETO_NBD, 1],
    ['bgcnbd2', BG_CNBD_2, 2],
    ['mbgcnbd2', MBG_CNBD_2, 2],
  ] as const)('gives for %s the published parameters and log-likelihood', (name, model, k) => {
    const wanted = SAMPLE.models[name]!;
    const fit = fitOf(model);
    expectRelative(fit.parameters, namedValues(model, wanted), TOLERANCE.fit_params_rel);
    expect(Math.abs(fit.logLikelihood + gapsTerm(k, gapsOf(seen)) - wanted.ll)).toBeLessThanOrEqual(TOLERANCE.fit_ll_abs);
  });

  it.each([
    ['bgnbd', BG_NBD],
    ['mbgnbd', MBG_NBD],
    ['pnbd', PARETO_NBD],
  ] as const)('predicts for %s the following 39 weeks as well as other packages', (name, model) => {
    const wanted = SAMPLE.models[name]!.holdout_39_weeks!;
    const { x, tx, T } = weeksOf(seen);
    const { parameters } = fitOf(model);
    const predicted = x.map((_, i) => noOrderProbability(model, { x: x[i]!, tx: tx[i]!, T: T[i]! }, parameters, HOLDOUT_WEEKS));
    const everybody = Uint32Array.from(x, (_, i) => i);
    const happened = noOrderAfter(whole, everybody, { cutoff: CUTOFF, horizonDays: 7 * HOLDOUT_WEEKS });
    const measured = measure({ predicted, happened });
    expect(Math.abs(measured.meanPredicted - wanted.mean_p_none)).toBeLessThanOrEqual(wanted.tolerance);
    expect(Math.abs(measured.baseRate - wanted.observed)).toBeLessThanOrEqual(wanted.tolerance);
    expect(Math.abs(measured.auc - wanted.auc)).toBeLessThanOrEqual(wanted.tolerance);
    expect(Math.abs(measured.brier - wanted.brier)).toBeLessThanOrEqual(wanted.tolerance);
  });
});

describeWithLogs('the fits to all customers of CDNOW', () => {
  it.each([
    ['bgnbd', BG_NBD, TOLERANCE.fit_params_rel],
    ['mbgnbd', MBG_NBD, TOLERANCE.fit_params_rel],
    ['pnbd', PARETO_NBD, FULL.models['pnbd']!['params_rel_tolerance']!],
  ] as const)('gives for %s the parameters of other packages', (name, model, tolerance) => {
    const { history } = readShopLog('cdnow.csv.gz', true);
    const fit = fitBuyingModel(model, groupHistories(weeksOf(knownBy(history, CUTOFF).history)), 'none');
    expectRelative(fit.parameters, namedValues(model, FULL.models[name]!), tolerance);
  });
});

describe('the fit of a reference model', () => {
  it('with a prior stays finite in a shop where no customer ever returned', () => {
    const columns = { x: new Float64Array(50), tx: new Float64Array(50), T: Float64Array.from({ length: 50 }, (_, i) => 100 + i) };
    for (const model of [BG_NBD, PARETO_NBD]) {
      const { parameters } = fitBuyingModel(model, groupHistories(columns), 'usual');
      for (const parameter of parameters) expect(parameter).toBeGreaterThan(0);
      expect(noOrderProbability(model, { x: 0, tx: 0, T: 100 }, parameters, 30)).toBeGreaterThan(0.9);
    }
  });
});
