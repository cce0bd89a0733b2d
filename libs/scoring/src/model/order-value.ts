import type { CustomerRows, OrderDays } from '../orders/order-days.js';
import { expectedSpend, type SpendHistory, type SpendParameters } from './gamma-gamma.js';

/** Facts of a model about the value of an order day. */
export interface SpendModel {
  /** The highest value that counts for a customer who has reached it once. */
  readonly cap: number;
  /** Gamma–Gamma. Null where too few customers have come back to tell habits from chance: each customer's own mean counts then. */
  readonly parameters: SpendParameters | null;
}

/**
 * Returns the expected value of an order day of one customer; null without a day of known value.
 *
 * One large order is not a habit, and may be a typing error. So a value above the cap counts only up to the customer's second-largest
 * value.
 *
 * @param spend null before the first fit: the own mean
 */
export function orderValueOf(history: OrderDays, rows: CustomerRows, spend: SpendModel | null): number | null {
  const own = spendOf(history, rows, spend === null ? Infinity : Math.max(spend.cap, secondLargest(history, rows)));
  if (own === null) return null;
  return spend?.parameters == null ? own.mean : expectedSpend(own, spend.parameters);
}

/** Reads the spend history of one customer, with no value above the limit; null without a day of known value. */
export function spendOf({ value }: OrderDays, { from, to }: CustomerRows, limit = Infinity): SpendHistory | null {
  let [orders, total] = [0, 0];
  for (let row = from; row < to; row++) {
    if (!(value[row]! > 0)) continue;
    orders += 1;
    total += Math.min(limit, value[row]!);
  }
  return orders === 0 ? null : { orders, mean: total / orders };
}

/** The value that a customer has reached on two days; 0 with fewer days of known value. */
function secondLargest({ value }: OrderDays, { from, to }: CustomerRows): number {
  let [largest, second] = [0, 0];
  for (let row = from; row < to; row++) {
    const each = value[row]!;
    if (each > largest) [largest, second] = [each, largest];
    else if (each > second) second = each;
  }
  return second;
}
