import { SeededRandom } from '../arithmetic/seeded-random.js';
import { lgamma } from '../arithmetic/special-functions.js';
import { REFERENCE } from '../../test-data/reference-values.js';
import { dayNumber, describeWithLogs, readShopLog } from '../../test-data/order-logs.js';
import { expectedSpend, type SpendHistory, type SpendParameters } from '../model/gamma-gamma.js';
import { orderDaysUntil, type OrderDays } from '../orders/order-days.js';
import { fitGammaGamma } from './fit-gamma-gamma.js';

const CUTOFF = dayNumber('1997-09-30');
const { fits_cdnow_sample: SAMPLE, tolerance: TOLERANCE } = REFERENCE;

/** The log-density of one mean, as the paper has it. */
function lnDensity({ orders, mean }: SpendHistory, { p, q, gamma }: SpendParameters): number {
  const shape = p * orders;
  const constant = lgamma(shape + q) - lgamma(shape) - lgamma(q) + q * Math.log(gamma);
  return constant + (shape - 1) * Math.log(mean) + shape * Math.log(orders) - (shape + q) * Math.log(gamma + orders * mean);
}

const lnLikelihood = (customers: readonly SpendHistory[], parameters: SpendParameters): number =>
  customers.reduce((sum, each) => sum + lnDensity(each, parameters), 0);

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
  const fit = fitGammaGamma(customers);

  it('is as likely as the truth, and no likelier than chance allows', () => {
    expect(fit.logLikelihood).toBeCloseTo(lnLikelihood(customers, fit), 6);
    const ratio = 2 * (fit.logLikelihood - lnLikelihood(customers, TRUTH));
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

/** Customers of a shop with these prices, 1 + Poisson-like numbers of order days each. */
function customersWith(count: number, priceOf: (random: SeededRandom, customer: number) => number): SpendHistory[] {
  return Array.from({ length: count }, (_, i) => {
    const random = new SeededRandom(11, i + 1);
    const values = Array.from({ length: 1 + Math.floor(random.exponential(0.6)) }, () => priceOf(random, i));
    return { orders: values.length, mean: values.reduce((sum, each) => sum + each, 0) / values.length };
  });
}

describe('the fit of Gamma–Gamma to prices that hardly vary, or vary without end', () => {
  it.each<[string, SpendHistory[]]>([
    ['goods of one price', customersWith(1294, () => 29.9)],
    ['two prices', customersWith(5000, (random) => (random.chance(0.5) ? 19.9 : 39.9))],
    ['a price of each customer', customersWith(2000, (_, i) => (i % 2 === 0 ? 19.9 : 39.9))],
    ['boxes of one price', customersWith(2000, (random) => 29.9 * (1 + Math.floor(random.exponential(1))))],
    ['prices from 20 to 50', customersWith(2000, (random) => random.between(20, 50))],
    ['prices without a mean', customersWith(2000, (random) => 30 / random.unit())],
    ['cents and millions', customersWith(2000, (random) => (random.chance(0.5) ? 0.01 : 1e6))],
    ['one customer', customersWith(1, () => 5)],
  ])('of %s ends soon, with parameters that mean something', (_name, customers) => {
    const { p, q, gamma, evaluations } = fitGammaGamma(customers);
    expect(evaluations).toBeLessThanOrEqual(100);
    for (const each of [p, q]) expect(each >= 0.05 && each <= 400).toBe(true);
    const mean = customers.reduce((sum, each) => sum + each.mean, 0) / customers.length;
    expect(Math.abs(Math.log((p * gamma) / (q - 1) / mean))).toBeLessThanOrEqual(3);
  });

  it('expects of each customer of a shop with two kinds of customers what that customer pays', () => {
    const fit = fitGammaGamma(customersWith(2000, (_, i) => (i % 2 === 0 ? 19.9 : 39.9)));
    for (const mean of [19.9, 39.9]) expect(Math.abs(expectedSpend({ orders: 3, mean }, fit) / mean - 1)).toBeLessThan(0.02);
  });
});

describeWithLogs('the fit of Gamma–Gamma to the 1/10 sample of CDNOW', () => {
  it('finds the published parameters', () => {
    const wanted = SAMPLE.models['gamma_gamma']!;
    const fit = fitGammaGamma(repeatSpendOf(orderDaysUntil(readShopLog('cdnow_sample.csv', true).history, CUTOFF)));
    expectRelative([fit.p, fit.q, fit.gamma], [wanted['p'], wanted['q'], wanted['gamma']].map(Number), TOLERANCE.fit_params_rel);
    expect(Math.abs(fit.logLikelihood - wanted.ll)).toBeLessThanOrEqual(TOLERANCE.fit_ll_abs);
  });
});
