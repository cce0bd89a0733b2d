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

/**
 * Expected value of an order of this customer: between the own mean and the shop's, nearer to the own one with every order. For q > 1
 * it exists with no order at all as well (`orders: 0`): the shop's mean.
 */
export function expectedSpend({ orders, mean }: SpendHistory, { p, q, gamma }: SpendParameters): number {
  return (p * (gamma + orders * mean)) / (p * orders + q - 1);
}
