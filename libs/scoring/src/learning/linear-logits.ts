/** Rows that are summed at the same time. Additions to one sum wait for each other; those to several sums run in parallel. */
const AT_ONCE = 4;

/**
 * Writes the log-odds of a regression for each of many rows to `out`. Each row is summed up in the order of its columns, so the numbers
 * are to the last bit those of a row by itself.
 *
 * @param features rows one after another, each as long as `coefficients`
 */
export function linearLogits(features: Float64Array, intercept: number, coefficients: ArrayLike<number>, out: Float64Array): void {
  const weights = Float64Array.from(coefficients);
  const columnCount = weights.length;
  const whole = out.length - (out.length % AT_ONCE);
  for (let row = 0; row < whole; row += AT_ONCE) {
    const [a, b, c, d] = [row * columnCount, (row + 1) * columnCount, (row + 2) * columnCount, (row + 3) * columnCount];
    let [za, zb, zc, zd] = [intercept, intercept, intercept, intercept];
    for (let j = 0; j < columnCount; j++) {
      const weight = weights[j]!;
      za += weight * features[a + j]!;
      zb += weight * features[b + j]!;
      zc += weight * features[c + j]!;
      zd += weight * features[d + j]!;
    }
    out[row] = za;
    out[row + 1] = zb;
    out[row + 2] = zc;
    out[row + 3] = zd;
  }
  for (let row = whole; row < out.length; row++) {
    let z = intercept;
    for (let j = 0; j < columnCount; j++) z += weights[j]! * features[row * columnCount + j]!;
    out[row] = z;
  }
}
