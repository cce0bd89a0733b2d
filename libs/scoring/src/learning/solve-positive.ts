/** The lower triangle of a symmetric positive matrix, or of its Cholesky factor, in lines `stride` numbers apart. */
export interface LowerTriangle {
  readonly size: number;
  readonly stride: number;
  readonly lines: Float64Array;
}

/** The Cholesky factor of A; null when A is not positive. */
export function factorPositive({ size, stride, lines }: LowerTriangle): LowerTriangle | null {
  const factor = Float64Array.from(lines);
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = factor[i * stride + j]!;
      for (let k = 0; k < j; k++) sum -= factor[i * stride + k]! * factor[j * stride + k]!;
      if (i === j && !(sum > 0)) return null;
      factor[i * stride + j] = i === j ? Math.sqrt(sum) : sum / factor[j * stride + j]!;
    }
  }
  return { size, stride, lines: factor };
}

/** Solves A x = b by the factor of A. */
export function solveFactored({ size, stride, lines }: LowerTriangle, b: Float64Array): Float64Array {
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - lines[i * stride + k]! * x[k]!;
    x[i] = x[i]! / lines[i * stride + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = x[i]! - lines[k * stride + i]! * x[k]!;
    x[i] = x[i]! / lines[i * stride + i]!;
  }
  return x;
}
