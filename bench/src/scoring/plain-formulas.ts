/** The yardstick: the textbook formulas over one object per customer. */
export interface PlainCustomer {
  readonly x: number;
  readonly tx: number;
  readonly T: number;
  readonly features: readonly number[];
}

/** Returns P(no order in H) of MBG/NBD, calculated with powers. */
export function plainMbg(customers: readonly PlainCustomer[], horizonDays: number): number[] {
  const { r, alpha, a, b } = { r: 0.6, alpha: 40, a: 0.8, b: 1.3 };
  return customers.map(({ x, tx, T }) => {
    const alive = 1 / (1 + (a / (b + x)) * ((alpha + T) / (alpha + tx)) ** (r + x));
    return 1 - alive * (1 - ((alpha + T) / (alpha + T + horizonDays)) ** (r + x));
  });
}

/** Returns the probability of a logistic regression. */
export const plainLogistic = (customers: readonly PlainCustomer[], weights: readonly number[]): number[] =>
  customers.map(({ features }) => 1 / (1 + Math.exp(-features.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0))));
