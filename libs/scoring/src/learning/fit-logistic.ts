import { solvePositive } from './solve-positive.js';

/** A matrix of n rows, one after another, and what happened in each. */
export interface LabelledRows {
  readonly width: number;
  readonly features: Float64Array;
  /** 1: no order in the horizon. */
  readonly label: Uint8Array;
  /** Log-odds that a row starts from; what is fitted is the difference. */
  readonly offset?: Float64Array;
  readonly weight?: Float64Array;
  /** Periods that differ for reasons that no feature knows: each row has the level of its own added. */
  readonly periods?: Periods;
}

export interface Periods {
  /** Number of the period of each row, from 0 on. */
  readonly of: Uint8Array;
  readonly count: number;
}

export interface LogisticFit {
  /** With periods: that of the mean period. */
  readonly intercept: number;
  readonly coefficients: Float64Array;
}

const MAX_STEPS = 25;
const SMALLEST_STEP = 1e-8;
/** The intercept is free; this only keeps it finite when all labels are equal. */
const INTERCEPT_PENALTY = 1e-4;
/** Of the level of a period: next to nothing beside hundreds of rows, and the levels add up to 0. */
const LEVEL_PENALTY = 1;
/** Newton's steps begin where one row in eleven leads: that costs an eleventh, and leaves two or three steps to take with all rows. */
const ROWS_FOR_HEAD_START = 5000;
const HEAD_START_ONE_IN = 11;

/**
 * Logistic regression with a penalty of ½ · l2 · Σ coefficient², by Newton's method with the step halved while it does not help.
 *
 * Time is rows × width² × about three steps. Levels of periods cost rows × width.
 */
export function fitLogistic(rows: LabelledRows, l2: number): LogisticFit {
  const none = new Float64Array(sizeOf(rows));
  const hasMany = rows.label.length >= ROWS_FOR_HEAD_START;
  const start = hasMany ? newton(oneInSome(rows), none, l2 / HEAD_START_ONE_IN) : none;
  const at = newton(rows, start, l2);
  return { intercept: at[0]!, coefficients: at.slice(1, rows.width + 1) };
}

function newton(rows: LabelledRows, start: Float64Array, l2: number): Float64Array {
  let at = start;
  let sums = sumRows(rows, at, l2);
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = solvePositive(sums.hessian, toTiles(sizeOf(rows)), sums.gradient);
    if (change === null || change.every((each) => Math.abs(each) < SMALLEST_STEP)) break;
    const next = descend(rows, { at, loss: sums.loss }, change, l2);
    if (next === null) break;
    ({ at, sums } = next);
  }
  return at;
}

function oneInSome({ width, features, label, offset, weight, periods }: LabelledRows): LabelledRows {
  const chosen = Uint32Array.from({ length: Math.ceil(label.length / HEAD_START_ONE_IN) }, (_, i) => i * HEAD_START_ONE_IN);
  const some = new Float64Array(chosen.length * width);
  for (const [i, row] of chosen.entries()) some.set(features.subarray(row * width, (row + 1) * width), i * width);
  return {
    width,
    features: some,
    label: Uint8Array.from(chosen, (row) => label[row]!),
    ...(offset === undefined ? {} : { offset: Float64Array.from(chosen, (row) => offset[row]!) }),
    ...(weight === undefined ? {} : { weight: Float64Array.from(chosen, (row) => weight[row]!) }),
    ...(periods === undefined ? {} : { periods: { ...periods, of: Uint8Array.from(chosen, (row) => periods.of[row]!) } }),
  };
}

function descend(
  rows: LabelledRows,
  from: { readonly at: Float64Array; readonly loss: number },
  change: Float64Array,
  l2: number,
): { at: Float64Array; sums: Sums } | null {
  for (let share = 1; share > 1e-3; share /= 2) {
    const at = from.at.map((each, i) => each - share * change[i]!);
    const sums = sumRows(rows, at, l2);
    if (sums.loss <= from.loss) return { at, sums };
  }
  return null;
}

/** Penalised −log-likelihood, its gradient, and the lower triangle of its Hessian in lines of whole tiles. */
interface Sums {
  loss: number;
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
}

/** Rows that are turned into columns at a time: products of short columns are sums in registers, and stay in the nearest cache. */
const BLOCK_ROWS = 128;
/** Columns that are multiplied at a time. */
const TILE = 4;

const toTiles = (columns: number): number => Math.ceil(columns / TILE) * TILE;

/** The intercept, the features, the levels of the periods. */
const sizeOf = ({ width, periods }: LabelledRows): number => 1 + width + (periods?.count ?? 0);

interface Block {
  readonly plain: Float64Array;
  /** The same columns times the curvature of each row. */
  readonly curved: Float64Array;
  readonly curvature: Float64Array;
  readonly slope: Float64Array;
}

function sumRows(rows: LabelledRows, at: Float64Array, l2: number): Sums {
  const size = sizeOf(rows);
  const stride = toTiles(size);
  const columns = toTiles(rows.width + 1);
  const sums = { loss: 0, gradient: new Float64Array(size), hessian: new Float64Array(size * stride) };
  const block = {
    plain: new Float64Array(columns * BLOCK_ROWS),
    curved: new Float64Array(columns * BLOCK_ROWS),
    curvature: new Float64Array(BLOCK_ROWS),
    slope: new Float64Array(BLOCK_ROWS),
  };
  for (let first = 0; first < rows.label.length; first += BLOCK_ROWS) {
    sums.loss += fillBlock(rows, first, at, block);
    addBlock(block, rows.width + 1, sums);
    addPeriods(block, rows, first, sums);
  }
  for (let j = 0; j < size; j++) {
    const penalty = penaltyOf(j, rows.width, l2);
    sums.loss += 0.5 * penalty * at[j]! ** 2;
    sums.gradient[j] = sums.gradient[j]! + penalty * at[j]!;
    sums.hessian[j * stride + j] = sums.hessian[j * stride + j]! + penalty;
  }
  return sums;
}

function penaltyOf(column: number, width: number, l2: number): number {
  if (column === 0) return INTERCEPT_PENALTY;
  return column <= width ? l2 : LEVEL_PENALTY;
}

/** Fills a block with rows from `first` on, and with zeros after the last. @returns their loss */
function fillBlock(
  { width, features, label, offset, weight, periods }: LabelledRows,
  first: number,
  at: Float64Array,
  block: Block,
): number {
  const { plain, curved, curvature, slope } = block;
  const count = Math.min(BLOCK_ROWS, label.length - first);
  let loss = 0;
  for (let i = 0; i < count; i++) {
    const row = first + i;
    const start = row * width;
    let z = at[0]! + (offset === undefined ? 0 : offset[row]!) + (periods === undefined ? 0 : at[1 + width + periods.of[row]!]!);
    for (let j = 0; j < width; j++) z += at[j + 1]! * features[start + j]!;
    const w = weight === undefined ? 1 : weight[row]!;
    const e = Math.exp(-Math.abs(z));
    const p = z > 0 ? 1 / (1 + e) : e / (1 + e);
    loss += w * (Math.max(z, 0) + Math.log1p(e) - (label[row] === 1 ? z : 0));
    slope[i] = w * (p - label[row]!);
    curvature[i] = w * p * (1 - p);
  }
  slope.fill(0, count);
  curvature.fill(0, count);
  for (let i = 0; i < BLOCK_ROWS; i++) {
    const curve = curvature[i]!;
    plain[i] = 1;
    curved[i] = curve;
    for (let j = 0; j < width; j++) {
      const value = i < count ? features[(first + i) * width + j]! : 0;
      plain[(j + 1) * BLOCK_ROWS + i] = value;
      curved[(j + 1) * BLOCK_ROWS + i] = value * curve;
    }
  }
  return loss;
}

/** The intercept's column of ones and those of the features. */
function addBlock({ plain, curved, slope }: Block, columns: number, { gradient, hessian }: Sums): void {
  const stride = hessian.length / gradient.length;
  for (let j = 0; j < columns; j++) {
    const column = j * BLOCK_ROWS;
    let sum = 0;
    for (let i = 0; i < BLOCK_ROWS; i++) sum += slope[i]! * plain[column + i]!;
    gradient[j] = gradient[j]! + sum;
    for (let k = 0; k <= j; k += TILE) {
      const [one, two, three, four] = [k * BLOCK_ROWS, (k + 1) * BLOCK_ROWS, (k + 2) * BLOCK_ROWS, (k + 3) * BLOCK_ROWS];
      let [sumOne, sumTwo, sumThree, sumFour] = [0, 0, 0, 0];
      for (let i = 0; i < BLOCK_ROWS; i++) {
        const value = curved[column + i]!;
        sumOne += value * plain[one + i]!;
        sumTwo += value * plain[two + i]!;
        sumThree += value * plain[three + i]!;
        sumFour += value * plain[four + i]!;
      }
      const line = j * stride + k;
      hessian[line] = hessian[line]! + sumOne;
      hessian[line + 1] = hessian[line + 1]! + sumTwo;
      hessian[line + 2] = hessian[line + 2]! + sumThree;
      hessian[line + 3] = hessian[line + 3]! + sumFour;
    }
  }
}

/** The columns of the periods: a one where a row is of it, so that there is nothing to multiply. */
function addPeriods({ curved, curvature, slope }: Block, rows: LabelledRows, first: number, { gradient, hessian }: Sums): void {
  const { width, periods, label } = rows;
  if (periods === undefined) return;
  const stride = hessian.length / gradient.length;
  for (let i = 0; i < Math.min(BLOCK_ROWS, label.length - first); i++) {
    const column = 1 + width + periods.of[first + i]!;
    const line = column * stride;
    gradient[column] = gradient[column]! + slope[i]!;
    hessian[line + column] = hessian[line + column]! + curvature[i]!;
    for (let j = 0; j <= width; j++) hessian[line + j] = hessian[line + j]! + curved[j * BLOCK_ROWS + i]!;
  }
}
