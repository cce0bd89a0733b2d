import { REFERENCE } from '../../test-data/reference-values.js';
import { historyAt, simulatedBuyers } from '../../test-data/simulated-buyers.js';
import { dayNumber, describeWithLogs, readShopLog } from '../../test-data/order-logs.js';
import { historyOf } from '../orders/past-orders.js';
import { orderDaysUntil } from '../orders/order-days.js';
import { mbgLogLikelihood, mbgNoOrderProbability } from '../model/mbg-nbd.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import { fitMbg, NO_PRIOR } from './fit-mbg.js';
import { buyingHistoriesOf, groupHistories } from './group-histories.js';
import type { GroupedHistories } from './group-histories.js';

const WEEK_DAYS = 7;
const CUTOFF = dayNumber('1997-09-30');
const { fits, tolerance } = REFERENCE.map_fit_mbgnbd;

function groupedHistories(file: string, customers: number): GroupedHistories {
  const { history } = readShopLog(file, true);
  const some = historyOf(
    orderDaysUntil(history, CUTOFF),
    Uint32Array.from({ length: customers }, (_, i) => i),
  );
  return groupHistories(buyingHistoriesOf(some, CUTOFF));
}

function expectRelative(fitted: MbgParameters, wanted: MbgParameters): void {
  for (const name of ['r', 'alpha', 'a', 'b'] as const) {
    expect(Math.abs(fitted[name] / wanted[name] - 1)).toBeLessThanOrEqual(REFERENCE.tolerance.fit_params_rel);
  }
}

const inWeeks = ({ alpha, ...others }: MbgParameters): MbgParameters => ({ ...others, alpha: alpha / WEEK_DAYS });

function expectReferenceFit(grouped: GroupedHistories, wanted: (typeof fits)[string]): void {
  const { parameters, logParameters, objective } = fitMbg(grouped, grouped.meanT);
  expect(grouped.meanT).toBeCloseTo(wanted.scale_days, 6);
  // The reference counts time in units of the scale: a density in days is that times scale^-x.
  const inScale = objective - Math.log(grouped.meanT) * grouped.x.reduce((sum, x, i) => sum + x * grouped.weight[i]!, 0);
  expect(Math.abs(inScale - wanted.objective)).toBeLessThanOrEqual(tolerance.objective_abs);
  for (const [i, value] of logParameters.entries()) {
    expect(Math.abs(value - (wanted.log_params[i] ?? Number.NaN))).toBeLessThanOrEqual(tolerance.log_params_abs);
  }
  for (const [i, wantedProbability] of wanted.p_none_90d.entries()) {
    const history = { x: wanted.x[i] ?? 0, tx: wanted.tx_days[i] ?? 0, T: wanted.T_days[i] ?? 0 };
    expect(Math.abs(mbgNoOrderProbability(history, parameters, 90) - wantedProbability)).toBeLessThanOrEqual(tolerance.p_none_abs);
  }
}

describe('the fit of MBG/NBD', () => {
  it('to ten customers is that of independent implementations', () => {
    const wanted = fits['10'];
    if (wanted === undefined) throw new Error('the reference has a fit to ten customers');
    const columns = { x: Float64Array.from(wanted.x), tx: Float64Array.from(wanted.tx_days), T: Float64Array.from(wanted.T_days) };
    expectReferenceFit(groupHistories(columns), wanted);
  });

  it('finds parameters for shops in which nothing ever happened twice, or everything', () => {
    const [once, always, today] = [
      { x: 0, tx: 0, T: 400 },
      { x: 399, tx: 399, T: 399 },
      { x: 0, tx: 0, T: 0 },
    ].map(({ x, tx, T }) => ({
      x: new Float64Array(1000).fill(x),
      tx: new Float64Array(1000).fill(tx),
      T: new Float64Array(1000).fill(T),
    }));
    for (const columns of [once, always, today]) {
      const { parameters } = fitMbg(groupHistories(columns!), 200);
      for (const value of Object.values(parameters)) expect(value).toBeGreaterThan(0);
      expect(mbgNoOrderProbability({ x: 3, tx: 40, T: 60 }, parameters, 90)).toBeLessThan(1);
    }
  });
});

describe('the fit of MBG/NBD to simulated customers of known parameters', () => {
  const TRUTH = { r: 0.6, alpha: 30, a: 0.8, b: 2.5 };
  const HORIZON_DAYS = 60;
  const customers = simulatedBuyers(
    { r: TRUTH.r, alpha: TRUTH.alpha, k: 1, leaving: { kind: 'after orders', a: TRUTH.a, b: TRUTH.b, firstIncluded: true } },
    6000,
    700,
    HORIZON_DAYS,
  );
  const { parameters, objective } = fitMbg(groupHistories(customers), 30, NO_PRIOR);

  it('is as likely as the truth, and no likelier than chance allows', () => {
    const lnLikelihoodOfTruth = customers.x.reduce((sum, _, i) => sum + mbgLogLikelihood(historyAt(customers, i), TRUTH), 0);
    const ratio = 2 * (-objective - lnLikelihoodOfTruth);
    expect(ratio).toBeGreaterThanOrEqual(0);
    // Wilks: chi-squared with 4 degrees of freedom, which exceeds 18.5 once in a thousand.
    expect(ratio).toBeLessThan(18.5);
  });

  it('finds the mean rate and the mean chance of leaving within a tenth', () => {
    const meansOf = ({ r, alpha, a, b }: MbgParameters): number[] => [r / alpha, a / (a + b)];
    for (const [i, mean] of meansOf(parameters).entries()) expect(Math.abs(mean / meansOf(TRUTH)[i]! - 1)).toBeLessThan(0.1);
  });

  it('says how many place no order in the horizon, within chance', () => {
    const predicted = customers.x.map((_, i) => mbgNoOrderProbability(historyAt(customers, i), parameters, HORIZON_DAYS));
    const surplus = predicted.reduce((sum, p, i) => sum + customers.noOrder[i]! - p, 0);
    const deviation = Math.sqrt(predicted.reduce((sum, p) => sum + p * (1 - p), 0));
    expect(Math.abs(surplus)).toBeLessThan(3 * deviation);
  });
});

describeWithLogs('the fit of MBG/NBD to CDNOW', () => {
  it.each(['50', '2357'])('with %s customers is that of independent implementations', (customers) => {
    expectReferenceFit(groupedHistories('cdnow_sample.csv', Number(customers)), fits[customers]!);
  });

  it('without a prior is the published one', () => {
    const { parameters, objective } = fitMbg(groupedHistories('cdnow_sample.csv', 2357), WEEK_DAYS, NO_PRIOR);
    const wanted = REFERENCE.fits_cdnow_sample.models.mbgnbd;
    expectRelative(inWeeks(parameters), wanted);
    // A density in days is one in weeks times 7^-x.
    const inWeeksLogLikelihood = -objective + REFERENCE.fits_cdnow_sample.sum_x * Math.log(WEEK_DAYS);
    expect(Math.abs(inWeeksLogLikelihood - wanted.ll)).toBeLessThanOrEqual(REFERENCE.tolerance.fit_ll_abs);
  });

  it('without a prior, to all customers, is that of other packages', () => {
    const { parameters } = fitMbg(groupedHistories('cdnow.csv.gz', 23_570), WEEK_DAYS, NO_PRIOR);
    expectRelative(inWeeks(parameters), REFERENCE.fits_cdnow_full.models.mbgnbd);
  });
});
