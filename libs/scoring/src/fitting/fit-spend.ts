import { spendLogLikelihood, spendOf, type SpendHistory, type SpendParameters } from '../model/gamma-gamma.js';
import { customerCount, type OrderDays } from '../orders/order-days.js';
import { byDifferences, minimise } from './minimise.js';

const LEAST_CUSTOMERS = 20;
const MOST_CUSTOMERS = 2000;
/** Keeps exponents finite, far beyond what any shop asks for. */
const FARTHEST = 16;

/**
 * Gamma–Gamma on the value of order days, so that one large order does not pass for a habit. Null where too few customers, or too few of
 * them with more than one order day, show what an order day is worth, or where the fit says nothing usable.
 */
export function fitSpend(sample: OrderDays): SpendParameters | null {
  const customers: SpendHistory[] = [];
  for (let i = 0; i < customerCount(sample) && customers.length < MOST_CUSTOMERS; i++) {
    const spend = spendOf(sample, sample.offsets[i]!, sample.offsets[i + 1]!);
    if (spend !== null) customers.push(spend);
  }
  if (customers.filter(({ orders }) => orders > 1).length < LEAST_CUSTOMERS) return null;
  const { p, q, gamma } = fitSpendModel(customers);
  const usable = [p, q, gamma].every((each) => Number.isFinite(each) && each > 0) && q > 1;
  return usable ? { p, q, gamma } : null;
}

/** Maximum likelihood for Gamma–Gamma. @param customers those with at least one order of known value above 0 */
export function fitSpendModel(customers: readonly SpendHistory[]): SpendParameters & { readonly logLikelihood: number } {
  const meanSpend = customers.reduce((sum, customer) => sum + customer.mean, 0) / customers.length;
  const toSpend = (at: ArrayLike<number>): SpendParameters => ({
    p: Math.exp(at[0]!),
    q: Math.exp(at[1]!),
    gamma: meanSpend * Math.exp(at[2]!),
  });
  const cost = (at: Float64Array): number => {
    if (at.some((each) => Math.abs(each) > FARTHEST)) return Infinity;
    const parameters = toSpend(at);
    return -customers.reduce((sum, customer) => sum + spendLogLikelihood(customer, parameters), 0);
  };
  const { at } = minimise(byDifferences(cost), Float64Array.of(1, 1, 0));
  return { ...toSpend(at), logLikelihood: -cost(at) };
}
