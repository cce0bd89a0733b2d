import { linearLogits } from './linear-logits.js';
import type { LowerTriangle } from './solve-positive.js';

/** A matrix of n rows, one after another, and what happened in each. */
export interface LabelledRows {
  readonly columnCount: number;
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

/** A point, the penalised −log-likelihood there with its gradient, and what each row adds to the Hessian. */
export interface LossAt {
  readonly at: Float64Array;
  readonly loss: number;
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
}

/** The intercept is free; this only keeps it finite when all labels are equal. */
const INTERCEPT_PENALTY = 1e-4;
/** Ridge penalty on the level of a period. It is negligible against hundreds of rows, and makes the levels add up to 0. */
const LEVEL_PENALTY = 1;
/** Rows that are turned into columns at a time: products of short columns are sums in registers, and stay in the nearest cache. */
const BLOCK_ROWS = 128;
/** Size of a tile of the Hessian that is summed at a time: `LINES` by `TILE` columns. */
const LINES = 2;
const TILE = 4;

/** The intercept, the features, the levels of the periods. */
export const sizeOf = ({ columnCount, periods }: LabelledRows): number => 1 + columnCount + (periods?.count ?? 0);

const toTiles = (columns: number): number => Math.ceil(columns / TILE) * TILE;

function penaltyOf(column: number, columnCount: number, l2: number): number {
  if (column === 0) return INTERCEPT_PENALTY;
  return column <= columnCount ? l2 : LEVEL_PENALTY;
}

/** Costs rows × columnCount. */
export function lossAt(rows: LabelledRows, at: Float64Array, l2: number): LossAt {
  const { columnCount, features, label, offset, weight, periods } = rows;
  const slope = new Float64Array(label.length);
  const curvature = new Float64Array(label.length);
  const gradient = new Float64Array(sizeOf(rows));
  linearLogits(features, at[0]!, at.subarray(1, columnCount + 1), slope);
  let loss = 0;
  for (let row = 0; row < label.length; row++) {
    const level = periods === undefined ? -1 : 1 + columnCount + periods.of[row]!;
    const z = slope[row]! + (offset === undefined ? 0 : offset[row]!) + (level < 0 ? 0 : at[level]!);
    const w = weight === undefined ? 1 : weight[row]!;
    const e = Math.exp(-Math.abs(z));
    const p = z > 0 ? 1 / (1 + e) : e / (1 + e);
    loss += w * (Math.max(z, 0) + Math.log1p(e) - (label[row] === 1 ? z : 0));
    slope[row] = w * (p - label[row]!);
    curvature[row] = w * p * (1 - p);
    gradient[0] = gradient[0]! + slope[row]!;
    if (level >= 0) gradient[level] = gradient[level]! + slope[row]!;
  }
  addSlopes(features, slope, gradient.subarray(1, columnCount + 1));
  for (const [j, each] of at.entries()) {
    const penalty = penaltyOf(j, columnCount, l2);
    loss += 0.5 * penalty * each ** 2;
    gradient[j] = gradient[j]! + penalty * each;
  }
  return { at, loss, gradient, curvature };
}

/** Adds each column's products with the slopes to `sums`, four rows at a time, so that these are fetched and stored once for four. */
function addSlopes(features: Float64Array, slope: Float64Array, sums: Float64Array): void {
  const columnCount = sums.length;
  const whole = slope.length - (slope.length % TILE);
  for (let row = 0; row < whole; row += TILE) {
    const [one, two, three, four] = [row * columnCount, (row + 1) * columnCount, (row + 2) * columnCount, (row + 3) * columnCount];
    const [a, b, c, d] = [slope[row]!, slope[row + 1]!, slope[row + 2]!, slope[row + 3]!];
    for (let j = 0; j < columnCount; j++) {
      sums[j] = sums[j]! + a * features[one + j]! + b * features[two + j]! + c * features[three + j]! + d * features[four + j]!;
    }
  }
  for (let row = whole; row < slope.length; row++) {
    for (let j = 0; j < columnCount; j++) sums[j] = sums[j]! + slope[row]! * features[row * columnCount + j]!;
  }
}

/** The Hessian of the penalised −log-likelihood. Costs rows × columnCount² / 2; levels of periods cost rows × columnCount. */
export function hessianAt(rows: LabelledRows, { curvature }: LossAt, l2: number): LowerTriangle {
  const size = sizeOf(rows);
  const hessian = { size, stride: toTiles(size), lines: new Float64Array(toTiles(size) * toTiles(size)) };
  const columns = toTiles(rows.columnCount + 1);
  const block = { plain: new Float64Array(columns * BLOCK_ROWS), curved: new Float64Array(columns * BLOCK_ROWS) };
  for (let first = 0; first < rows.label.length; first += BLOCK_ROWS) {
    fillBlock(rows, first, curvature, block);
    addBlock(block, columns, hessian);
    addPeriods(block, rows, first, hessian);
  }
  for (let j = 0; j < size; j++) {
    const diagonal = j * hessian.stride + j;
    hessian.lines[diagonal] = hessian.lines[diagonal]! + penaltyOf(j, rows.columnCount, l2);
  }
  return hessian;
}

interface Block {
  readonly plain: Float64Array;
  /** The same columns times the curvature of each row. */
  readonly curved: Float64Array;
}

/** Fills a block with rows from `first` on, and with rows of no curvature after the last. */
function fillBlock({ columnCount, features, label }: LabelledRows, first: number, curvature: Float64Array, { plain, curved }: Block): void {
  const count = Math.min(BLOCK_ROWS, label.length - first);
  plain.fill(1, 0, BLOCK_ROWS);
  if (count < BLOCK_ROWS) curved.fill(0);
  for (let i = 0; i < count; i++) {
    const curve = curvature[first + i]!;
    const start = (first + i) * columnCount;
    curved[i] = curve;
    for (let j = 0; j < columnCount; j++) {
      const at = (j + 1) * BLOCK_ROWS + i;
      plain[at] = features[start + j]!;
      curved[at] = features[start + j]! * curve;
    }
  }
}

/**
 * The intercept's column of ones and those of the features, two lines by four columns at a time; beyond these there are zeros.
 * Names and sums of their own for each: arrays of them would take three times as long.
 */
function addBlock({ plain, curved }: Block, columns: number, { stride, lines }: LowerTriangle): void {
  for (let j = 0; j < columns; j += LINES) {
    const [upper, lower] = [j * BLOCK_ROWS, (j + 1) * BLOCK_ROWS];
    for (let k = 0; k <= j; k += TILE) {
      const [one, two, three, four] = [k * BLOCK_ROWS, (k + 1) * BLOCK_ROWS, (k + 2) * BLOCK_ROWS, (k + 3) * BLOCK_ROWS];
      let [a1, a2, a3, a4, b1, b2, b3, b4] = [0, 0, 0, 0, 0, 0, 0, 0];
      for (let i = 0; i < BLOCK_ROWS; i++) {
        const a = curved[upper + i]!;
        const b = curved[lower + i]!;
        const v1 = plain[one + i]!;
        a1 += a * v1;
        b1 += b * v1;
        const v2 = plain[two + i]!;
        a2 += a * v2;
        b2 += b * v2;
        const v3 = plain[three + i]!;
        a3 += a * v3;
        b3 += b * v3;
        const v4 = plain[four + i]!;
        a4 += a * v4;
        b4 += b * v4;
      }
      addTile(lines, j * stride + k, [a1, a2, a3, a4]);
      addTile(lines, (j + 1) * stride + k, [b1, b2, b3, b4]);
    }
  }
}

function addTile(lines: Float64Array, at: number, sums: readonly number[]): void {
  for (let i = 0; i < TILE; i++) lines[at + i] = lines[at + i]! + sums[i]!;
}

/** The columns of the periods: a one where a row is of it, so that there is nothing to multiply. */
function addPeriods(
  { curved }: Block,
  { columnCount, periods, label }: LabelledRows,
  first: number,
  { stride, lines }: LowerTriangle,
): void {
  if (periods === undefined) return;
  for (let i = 0; i < Math.min(BLOCK_ROWS, label.length - first); i++) {
    const column = 1 + columnCount + periods.of[first + i]!;
    const line = column * stride;
    lines[line + column] = lines[line + column]! + curved[i]!;
    for (let j = 0; j <= columnCount; j++) lines[line + j] = lines[line + j]! + curved[j * BLOCK_ROWS + i]!;
  }
}
