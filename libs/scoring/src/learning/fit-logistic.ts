import { hessianAt, lossAt, sizeOf } from './logistic-sums.js';
import type { LabelledRows, LossAt } from './logistic-sums.js';
import { factorPositive, solveFactored } from './solve-positive.js';

export interface LogisticFit {
  /** With periods: that of the mean period. */
  readonly intercept: number;
  readonly coefficients: Float64Array;
}

const MAX_STEPS = 50;
const SMALLEST_STEP = 1e-8;
/** Tolerance for data that lead only near the optimum. */
const SMALLEST_STEP_OF_HEAD_START = 1e-3;
/** Near the end, a loss is the same but for the last bits of its sum. */
const ROUNDING = 1e-13;
/** A Hessian serves as long as each step is at most this share of the one before: a new one costs as much as ten steps. */
const SLOWEST = 0.3;
/** The steps begin where one row in eleven leads: that costs an eleventh, and one Hessian of all rows is enough from there. */
const ROWS_FOR_HEAD_START = 5000;
const HEAD_START_ONE_IN = 11;

/**
 * Logistic regression with a penalty of ½ · l2 · Σ coefficient², by Newton's method with the step halved while it does not help, and
 * with a Hessian that is kept while the steps shrink fast by it.
 *
 * Time is rows × columnCount² / 2 for each of one or two Hessians, and rows × columnCount for each of about six steps.
 */
export function fitLogistic(rows: LabelledRows, l2: number): LogisticFit {
  const none = new Float64Array(sizeOf(rows));
  const hasMany = rows.label.length >= ROWS_FOR_HEAD_START;
  const start = hasMany ? newton(oneInSome(rows), none, l2 / HEAD_START_ONE_IN, SMALLEST_STEP_OF_HEAD_START) : none;
  const at = newton(rows, start, l2, SMALLEST_STEP);
  return { intercept: at[0]!, coefficients: at.slice(1, rows.columnCount + 1) };
}

function newton(rows: LabelledRows, start: Float64Array, l2: number, smallestStep: number): Float64Array {
  let state = lossAt(rows, start, l2);
  let factor = factorPositive(hessianAt(rows, state, l2));
  let allowed = Infinity;
  for (let step = 0; step < MAX_STEPS && factor !== null; step++) {
    const change = solveFactored(factor, state.gradient);
    const length = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    if (!(length >= smallestStep)) break;
    const next = length > allowed ? null : descend(rows, state, change, l2);
    if (next !== null) {
      state = next;
      allowed = SLOWEST * length;
      continue;
    }
    // No step by a Hessian of this very point: this is the end.
    if (allowed === Infinity) break;
    factor = factorPositive(hessianAt(rows, state, l2));
    allowed = Infinity;
  }
  return state.at;
}

function oneInSome({ columnCount, features, label, offset, weight, periods }: LabelledRows): LabelledRows {
  const chosen = Uint32Array.from({ length: Math.ceil(label.length / HEAD_START_ONE_IN) }, (_, i) => i * HEAD_START_ONE_IN);
  const some = new Float64Array(chosen.length * columnCount);
  for (const [i, row] of chosen.entries()) some.set(features.subarray(row * columnCount, (row + 1) * columnCount), i * columnCount);
  return {
    columnCount,
    features: some,
    label: Uint8Array.from(chosen, (row) => label[row]!),
    ...(offset === undefined ? {} : { offset: Float64Array.from(chosen, (row) => offset[row]!) }),
    ...(weight === undefined ? {} : { weight: Float64Array.from(chosen, (row) => weight[row]!) }),
    ...(periods === undefined ? {} : { periods: { ...periods, of: Uint8Array.from(chosen, (row) => periods.of[row]!) } }),
  };
}

function descend(rows: LabelledRows, from: LossAt, change: Float64Array, l2: number): LossAt | null {
  for (let share = 1; share > 1e-3; share /= 2) {
    const next = lossAt(
      rows,
      from.at.map((each, i) => each - share * change[i]!),
      l2,
    );
    if (next.loss <= from.loss + ROUNDING * Math.abs(from.loss)) return next;
  }
  return null;
}
