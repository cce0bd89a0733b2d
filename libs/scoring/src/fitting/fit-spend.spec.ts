import { SeededRandom } from '../arithmetic/seeded-random.js';
import { REFERENCE } from '../../test-data/reference-values.js';
import { dayNumber, describeWithLogs, readShopLog } from '../../test-data/order-logs.js';
import { expectedSpend, spendLogLikelihood, type SpendHistory } from '../model/gamma-gamma.js';
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

describe('the fit of Gamma–Gamma to simulated customers of known parameters', () => {
  const TRUTH = { p: 6, q: 4, gamma: 15 };
  const customers: SpendHistory[] = Array.from({ length: 1500 }, (_, i) => {
    const random = new SeededRandom(9, i + 1);
    const rate = random.gamma(TRUTH.q) / TRUTH.gamma;
    const orders = 1 + Math.floor(random.exponential(0.4));
    return { orders, mean: random.gamma(TRUTH.p * orders) / rate / orders };
  });
  const fit = fitSpendModel(customers);

  it('is as likely as the truth, and no likelier than chance allows', () => {
    const ratio = 2 * (fit.logLikelihood - customers.reduce((sum, each) => sum + spendLogLikelihood(each, TRUTH), 0));
    expect(ratio).toBeGreaterThanOrEqual(0);
    // Wilks: chi-squared with 3 degrees of freedom, which exceeds 16.3 once in a thousand.
    expect(ratio).toBeLessThan(16.3);
  });

  it('expects of a customer what the truth expects, within a twentieth', () => {
    for (const customer of [
      { orders: 0, mean: 0 },
      { orders: 1, mean: 80 },
      { orders: 12, mean: 20 },
    ]) {
      expect(Math.abs(expectedSpend(customer, fit) / expectedSpend(customer, TRUTH) - 1)).toBeLessThan(0.05);
    }
  });
});

describeWithLogs('the fit of Gamma–Gamma to the 1/10 sample of CDNOW', () => {
  it('finds the published parameters', () => {
    const wanted = SAMPLE.models['gamma_gamma']!;
    const fit = fitSpendModel(repeatSpendOf(orderDaysUntil(readShopLog('cdnow_sample.csv', true).history, CUTOFF)));
    expectRelative([fit.p, fit.q, fit.gamma], [wanted['p'], wanted['q'], wanted['gamma']].map(Number), TOLERANCE.fit_params_rel);
    expect(Math.abs(fit.logLikelihood - wanted.ll)).toBeLessThanOrEqual(TOLERANCE.fit_ll_abs);
  });
});
