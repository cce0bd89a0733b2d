/** A matrix of n rows, one after another, and what happened in each. */
export interface LabelledRows {
  readonly width: number;
  readonly features: Float64Array;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Log-odds that a row starts from; what is fitted is the difference. */
  readonly offset?: Float64Array;
  readonly weight?: Float64Array;
}

export interface LogisticFit {
  readonly intercept: number;
  readonly coefficients: Float64Array;
}

const MAX_STEPS = 25;
const SMALLEST_STEP = 1e-8;
/** The intercept is free; this only keeps it finite when all labels are equal. */
const INTERCEPT_PENALTY = 1e-4;

/**
 * Logistic regression with a penalty of ½ · l2 · Σ coefficient², by Newton's method with the step halved while it does not help.
 *
 * Time is rows × width² × about seven steps.
 */
export function fitLogistic(rows: LabelledRows, l2: number): LogisticFit {
  const size = rows.width + 1;
  let at = new Float64Array(size);
  let { loss, gradient, hessian } = evaluate(rows, at, l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = solvePositive(hessian, gradient);
    if (change === null || change.every((each) => Math.abs(each) < SMALLEST_STEP)) break;
    const next = descend(rows, { at, loss }, change, l2);
    if (next === null) break;
    ({ at, loss, gradient, hessian } = next);
  }
  return { intercept: at[0]!, coefficients: at.slice(1) };
}

interface Evaluation {
  readonly loss: number;
  readonly gradient: Float64Array<ArrayBuffer>;
  readonly hessian: Float64Array<ArrayBuffer>;
}

function descend(
  rows: LabelledRows,
  from: { readonly at: Float64Array; readonly loss: number },
  change: Float64Array,
  l2: number,
): (Evaluation & { at: Float64Array<ArrayBuffer> }) | null {
  for (let share = 1; share > 1e-3; share /= 2) {
    const at = from.at.map((each, i) => each - share * change[i]!);
    const evaluation = evaluate(rows, at, l2);
    if (evaluation.loss <= from.loss) return { at, ...evaluation };
  }
  return null;
}

/** Penalised −log-likelihood, gradient, and lower triangle of the Hessian; column 0 is the intercept. */
function evaluate({ width, features, label, offset, weight }: LabelledRows, at: Float64Array, l2: number): Evaluation {
  const size = width + 1;
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  let loss = 0;
  for (let row = 0; row < label.length; row++) {
    const start = row * width;
    let z = at[0]! + (offset === undefined ? 0 : offset[row]!);
    for (let j = 0; j < width; j++) z += at[j + 1]! * features[start + j]!;
    const w = weight === undefined ? 1 : weight[row]!;
    const p = 1 / (1 + Math.exp(-z));
    loss += w * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - (label[row] === 1 ? z : 0));
    addRow({ features, start, width }, { slope: w * (p - label[row]!), curvature: w * p * (1 - p) }, gradient, hessian);
  }
  for (let j = 0; j < size; j++) {
    const penalty = j === 0 ? INTERCEPT_PENALTY : l2;
    loss += 0.5 * penalty * at[j]! ** 2;
    gradient[j] = gradient[j]! + penalty * at[j]!;
    hessian[j * size + j] = hessian[j * size + j]! + penalty;
  }
  return { loss, gradient, hessian };
}

function addRow(
  { features, start, width }: { readonly features: Float64Array; readonly start: number; readonly width: number },
  { slope, curvature }: { readonly slope: number; readonly curvature: number },
  gradient: Float64Array,
  hessian: Float64Array,
): void {
  const size = width + 1;
  gradient[0] = gradient[0]! + slope;
  hessian[0] = hessian[0]! + curvature;
  for (let j = 0; j < width; j++) {
    const value = features[start + j]!;
    gradient[j + 1] = gradient[j + 1]! + slope * value;
    const weighted = curvature * value;
    const line = (j + 1) * size;
    hessian[line] = hessian[line]! + weighted;
    for (let k = 0; k <= j; k++) hessian[line + k + 1] = hessian[line + k + 1]! + weighted * features[start + k]!;
  }
}

/** Solves A x = b for a symmetric positive A of which the lower triangle is given, by Cholesky; null when A is not positive. */
function solvePositive(lower: Float64Array, b: Float64Array): Float64Array | null {
  const size = b.length;
  const factor = Float64Array.from(lower);
  for (let j = 0; j < size; j++) {
    for (let i = j; i < size; i++) {
      let sum = factor[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= factor[i * size + k]! * factor[j * size + k]!;
      if (i === j && !(sum > 0)) return null;
      factor[i * size + j] = i === j ? Math.sqrt(sum) : sum / factor[j * size + j]!;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - factor[i * size + k]! * x[k]!;
    x[i] = x[i]! / factor[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i] = x[i]! - factor[k * size + i]! * x[k]!;
    x[i] = x[i]! / factor[i * size + i]!;
  }
  return x;
}
