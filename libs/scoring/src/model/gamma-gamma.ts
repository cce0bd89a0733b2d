import { lgamma } from '../arithmetic/special-functions.js';
import type { OrderDays } from '../orders/order-days.js';

/** Gamma–Gamma (Fader and Hardie 2013): a customer's orders are worth Gamma(p, ν) each, ν drawn from Gamma(q, γ); γ is money. */
export interface SpendParameters {
  readonly p: number;
  readonly q: number;
  readonly gamma: number;
}

/** Number of a customer's order days with a known value, and their mean. Both are above 0. */
export interface SpendHistory {
  readonly orders: number;
  readonly mean: number;
}

/** Log-density of this mean. */
export function spendLogLikelihood({ orders, mean }: SpendHistory, { p, q, gamma }: SpendParameters): number {
  const shape = p * orders;
  const constant = lgamma(shape + q) - lgamma(shape) - lgamma(q) + q * Math.log(gamma);
  return constant + (shape - 1) * Math.log(mean) + shape * Math.log(orders) - (shape + q) * Math.log(gamma + orders * mean);
}

/**
 * Expected value of an order of this customer: between the own mean and the shop's, nearer to the own one with every order. For q > 1
 * it exists with no order at all as well (`orders: 0`): the shop's mean.
 */
export function expectedSpend({ orders, mean }: SpendHistory, { p, q, gamma }: SpendParameters): number {
  return (p * (gamma + orders * mean)) / (p * orders + q - 1);
}

/** Reads the spend history from the rows `from` to `to`; null without a day of known value. */
export function spendOf({ value }: OrderDays, from: number, to: number): SpendHistory | null {
  let [orders, total] = [0, 0];
  for (let row = from; row < to; row++) {
    if (!(value[row]! > 0)) continue;
    orders += 1;
    total += value[row]!;
  }
  return orders === 0 ? null : { orders, mean: total / orders };
}
