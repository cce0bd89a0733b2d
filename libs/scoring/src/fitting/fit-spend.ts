import { customerCount } from '../order-days.js';
import type { OrderDays } from '../order-days.js';
import { fitSpendModel } from '../reference-models/fit-reference.js';
import type { SpendHistory, SpendParameters } from '../reference-models/gamma-gamma.js';

const LEAST_CUSTOMERS = 20;
const MOST_CUSTOMERS = 2000;

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

/** How many order days of a customer have a known value, and their mean; null without any. */
export function spendOf({ value }: OrderDays, from: number, to: number): SpendHistory | null {
  let [orders, total] = [0, 0];
  for (let row = from; row < to; row++) {
    if (!(value[row]! > 0)) continue;
    orders += 1;
    total += value[row]!;
  }
  return orders === 0 ? null : { orders, mean: total / orders };
}
