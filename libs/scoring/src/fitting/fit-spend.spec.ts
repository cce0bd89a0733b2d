import { REFERENCE } from '../../test-data/reference-values.js';
import { dayNumber, describeWithLogs, readShopLog } from '../../test-data/shop-logs.js';
import type { SpendHistory } from '../model/gamma-gamma.js';
import { orderDaysUntil, type OrderDays } from '../orders/order-days.js';
import { fitSpendModel } from './fit-spend.js';

const CUTOFF = dayNumber('1997-09-30');
const { fits_cdnow_sample: SAMPLE, tolerance: TOLERANCE } = REFERENCE;

/** Papers leave out the first order, and customers without another of any value. */
function repeatSpendOf({ offsets, value }: OrderDays): SpendHistory[] {
  const customers = Array.from({ length: offsets.length - 1 }, (_, i) => value.subarray(offsets[i]! + 1, offsets[i + 1]));
  return customers
    .map((values) => ({ orders: values.length, mean: values.reduce((sum, each) => sum + each, 0) / values.length }))
    .filter(({ orders, mean }) => orders > 0 && mean > 0);
}

function expectRelative(fitted: readonly number[], wanted: readonly number[], tolerance: number): void {
  expect(fitted).toHaveLength(wanted.length);
  expect(Math.max(...fitted.map((value, i) => Math.abs(value / wanted[i]! - 1)))).toBeLessThanOrEqual(tolerance);
}

describeWithLogs('the fit of Gamma–Gamma to the 1/10 sample of CDNOW', () => {
  it('finds the published parameters', () => {
    const wanted = SAMPLE.models['gamma_gamma']!;
    const fit = fitSpendModel(repeatSpendOf(orderDaysUntil(readShopLog('cdnow_sample.csv', true).history, CUTOFF)));
    expectRelative([fit.p, fit.q, fit.gamma], [wanted['p'], wanted['q'], wanted['gamma']].map(Number), TOLERANCE.fit_params_rel);
    expect(Math.abs(fit.logLikelihood - wanted.ll)).toBeLessThanOrEqual(TOLERANCE.fit_ll_abs);
  });
});
