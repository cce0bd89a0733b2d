/**
 * Writes the log-odds of a regression for each of many rows to `out`.
 *
 * @param features rows one after another, each as long as `coefficients`
 */
export function linearLogits(features: Float64Array, intercept: number, coefficients: ArrayLike<number>, out: Float64Array): void {
  const width = coefficients.length;
  for (let row = 0, at = 0; row < out.length; row++) {
    let z = intercept;
    for (let j = 0; j < width; j++) z += coefficients[j]! * features[at++]!;
    out[row] = z;
  }
}
