/** A difference between contacted customers and a control group, as a shift of the log-odds of an order. */
export interface Observation {
  /** The columns of the model that these customers have, by number. */
  readonly row: ReadonlyMap<number, number>;
  readonly value: number;
  readonly variance: number;
}

/** The coefficients of a model: their means, and their covariance row by row. */
export interface Posterior {
  readonly mean: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

/**
 * Fits value = Σ row × coefficient + noise. Each coefficient has a normal prior around 0 (empirical Bayes: the caller has estimated how much
 * coefficients of its kind differ).
 * @param priors variance of each coefficient; 0: the coefficient is 0
 */
export function fitEffects(observations: readonly Observation[], priors: readonly number[]): Posterior {
  const free = priors.flatMap((prior, column) => (prior > 0 ? [column] : []));
  const place = new Map(free.map((column, i) => [column, i]));
  const precision = free.map((column, i) => free.map((_, j) => (i === j ? 1 / (priors[column] ?? 0) : 0)));
  const target = free.map(() => 0);
  for (const { row, value, variance } of observations) {
    const cells = [...row].flatMap(([column, x]) => (place.has(column) ? [[place.get(column) ?? 0, x] as const] : []));
    for (const [i, x] of cells) {
      target[i] = (target[i] ?? 0) + (x * value) / variance;
      const line = precision[i] ?? [];
      for (const [j, y] of cells) line[j] = (line[j] ?? 0) + (x * y) / variance;
    }
  }
  const inverse = inverseOf(precision);
  const at = (i: number, j: number): number => inverse[place.get(i) ?? -1]?.[place.get(j) ?? -1] ?? 0;
  const covariance = priors.map((_, i) => priors.map((__, j) => at(i, j)));
  const mean = covariance.map((line) => free.reduce((sum, column, i) => sum + (line[column] ?? 0) * (target[i] ?? 0), 0));
  return { mean, covariance };
}

/** Returns the value of a combination of coefficients, and its variance. */
export function combine({ mean, covariance }: Posterior, row: ReadonlyMap<number, number>): { value: number; variance: number } {
  let [value, variance] = [0, 0];
  for (const [i, x] of row) {
    value += x * (mean[i] ?? 0);
    for (const [j, y] of row) variance += x * y * (covariance[i]?.[j] ?? 0);
  }
  return { value, variance: Math.max(0, variance) };
}

/** Inverts a positive symmetric matrix (Gauss and Jordan). It needs no pivoting, because all its pivots are positive. */
function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const work = matrix.map((line, i) => [...line, ...Array.from({ length: size }, (_, j) => (i === j ? 1 : 0))]);
  for (const [i, pivotLine] of work.entries()) {
    const pivot = pivotLine[i] ?? 1;
    for (let k = 0; k < 2 * size; k += 1) pivotLine[k] = (pivotLine[k] ?? 0) / pivot;
    for (const [j, line] of work.entries()) {
      const factor = line[i] ?? 0;
      if (j === i || factor === 0) continue;
      for (let k = 0; k < 2 * size; k += 1) line[k] = (line[k] ?? 0) - factor * (pivotLine[k] ?? 0);
    }
  }
  return work.map((line) => line.slice(size));
}
