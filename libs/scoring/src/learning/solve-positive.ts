/**
 * Solves A x = b for a symmetric positive A, by Cholesky; null when A is not positive.
 *
 * @param lower the lower triangle of A, its lines `stride` numbers apart
 */
export function solvePositive(lower: Float64Array, stride: number, b: Float64Array): Float64Array | null {
  const size = b.length;
  const factor = Float64Array.from(lower);
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = factor[i * stride + j]!;
      for (let k = 0; k < j; k++) sum -= factor[i * stride + k]! * factor[j * stride + k]!;
      if (i === j && !(sum > 0)) return null;
      factor[i * stride + j] = i === j ? Math.sqrt(sum) : sum / factor[j * stride + j]!;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - factor[i * stride + k]! * x[k]!;
    x[i] = x[i]! / factor[i * stride + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = x[i]! - factor[k * stride + i]! * x[k]!;
    x[i] = x[i]! / factor[i * stride + i]!;
  }
  return x;
}
