import { BINS } from './binned-columns.js';
import type { BinnedColumns } from './binned-columns.js';
import { LEAVES_PER_TREE, SPLITS_PER_TREE, TREE_DEPTH } from '../model/forest.js';

/** One grown tree, as in a `Forest`. It also keeps the bin of each split. */
export interface Tree {
  readonly predictor: Int32Array;
  readonly bin: Uint8Array;
  readonly threshold: Float64Array;
  readonly mean: Float64Array;
  readonly leaf: Float64Array;
}

/** First and second derivatives of the loss of each row, and the rows that this tree learns from. */
export interface Slopes {
  readonly gradient: Float64Array;
  readonly hessian: Float64Array;
  readonly rows: Uint32Array;
}

const LEAF_PENALTY = 1;
const LEAST_LEAF_HESSIAN = 20;
const LEAST_GAIN = 1e-6;

/**
 * Grows one tree by Newton boosting on histograms (Chen and Guestrin, "XGBoost", 2016; Ke et al., "LightGBM", 2017), level by level.
 *
 * @param columns predictors that this tree may use
 * @param rate share of each leaf's step that is taken
 * @param node out: the leaf of every row, also of those not used
 */
export function growTree(binned: BinnedColumns, slopes: Slopes, columns: readonly number[], rate: number, node: Uint8Array): Tree {
  const tree: Tree = {
    predictor: new Int32Array(SPLITS_PER_TREE).fill(-1),
    bin: new Uint8Array(SPLITS_PER_TREE),
    threshold: new Float64Array(SPLITS_PER_TREE),
    mean: new Float64Array(SPLITS_PER_TREE),
    leaf: new Float64Array(LEAVES_PER_TREE),
  };
  node.fill(0);
  const histograms = columns.map(() => new Float64Array((LEAVES_PER_TREE / 2) * BINS * PAIR));
  for (let depth = 0; depth < TREE_DEPTH; depth++) {
    const nodes = 2 ** depth;
    const best = Array.from({ length: nodes }, (): Split => ({ gain: LEAST_GAIN, predictor: -1, bin: 0 }));
    const counted = depth === 0 ? { ...slopes, isCounted: [true] } : smallerHalves(slopes, node, nodes);
    for (const [i, column] of columns.entries()) {
      const histogram = histograms[i]!;
      if (depth > 0) splitParents(histogram, counted.isCounted);
      fillHistogram(binned, counted, column, node, histogram);
      if (depth > 0) deduceSiblings(histogram, counted.isCounted);
      for (let k = 0; k < nodes; k++) best[k] = betterSplit(histogram, k, column, binned.edges[column]!.length, best[k]!);
    }
    for (const [i, { predictor, bin }] of best.entries()) {
      const at = nodes - 1 + i;
      tree.predictor[at] = predictor;
      tree.bin[at] = bin;
      tree.threshold[at] = predictor < 0 ? 0 : binned.edges[predictor]![bin]!;
    }
    descend(binned, tree, nodes, node);
  }
  setValues(tree, slopes, node, rate);
  return tree;
}

interface Split {
  readonly gain: number;
  readonly predictor: number;
  readonly bin: number;
}

/** Gradient and Hessian of a bin are adjacent in memory, because they are added together. */
const PAIR = 2;

const PER_NODE = BINS * PAIR;

interface CountedSlopes extends Slopes {
  /** One entry per node. */
  readonly isCounted: readonly boolean[];
}

/** Selects the rows of the smaller of each two siblings. The sums of the other sibling are those of the parent minus these. */
function smallerHalves(slopes: Slopes, node: Uint8Array, nodes: number): CountedSlopes {
  const counts = new Uint32Array(nodes);
  for (let i = 0; i < slopes.rows.length; i++) counts[node[slopes.rows[i]!]!]! += 1;
  const isCounted = Array.from(counts, (count, i) => (i % 2 === 0 ? count <= counts[i + 1]! : count < counts[i - 1]!));
  const rows = new Uint32Array(slopes.rows.length);
  let used = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = slopes.rows[i]!;
    if (isCounted[node[row]!] === true) rows[used++] = row;
  }
  return { ...slopes, rows: rows.subarray(0, used), isCounted };
}

/** Puts the histogram of each parent where that of its child that is not counted will be, and zeros for the other. */
function splitParents(histogram: Float64Array, isCounted: readonly boolean[]): void {
  for (let parent = isCounted.length / 2 - 1; parent >= 0; parent--) {
    const left = 2 * parent * PER_NODE;
    const [counted, other] = isCounted[2 * parent] === true ? [left, left + PER_NODE] : [left + PER_NODE, left];
    histogram.copyWithin(other, parent * PER_NODE, (parent + 1) * PER_NODE);
    histogram.fill(0, counted, counted + PER_NODE);
  }
}

function deduceSiblings(histogram: Float64Array, isCounted: readonly boolean[]): void {
  for (const [i, counted] of isCounted.entries()) {
    if (!counted) continue;
    const [from, to] = [i * PER_NODE, (i % 2 === 0 ? i + 1 : i - 1) * PER_NODE];
    for (let k = 0; k < PER_NODE; k++) histogram[to + k] = histogram[to + k]! - histogram[from + k]!;
  }
}

function fillHistogram(
  { bin, rows: count }: BinnedColumns,
  { gradient, hessian, rows }: Slopes,
  column: number,
  node: Uint8Array,
  histogram: Float64Array,
): void {
  const start = column * count;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const at = (node[row]! * BINS + bin[start + row]!) * PAIR;
    histogram[at] = histogram[at]! + gradient[row]!;
    histogram[at + 1] = histogram[at + 1]! + hessian[row]!;
  }
}

function betterSplit(histogram: Float64Array, node: number, column: number, edges: number, best: Split): Split {
  const start = node * BINS * PAIR;
  let [allG, allH] = [0, 0];
  for (let bin = 0; bin <= edges; bin++) {
    allG += histogram[start + PAIR * bin]!;
    allH += histogram[start + PAIR * bin + 1]!;
  }
  const whole = (allG * allG) / (allH + LEAF_PENALTY);
  let better = best;
  let [leftG, leftH] = [0, 0];
  for (let bin = 0; bin < edges; bin++) {
    leftG += histogram[start + PAIR * bin]!;
    leftH += histogram[start + PAIR * bin + 1]!;
    const rightH = allH - leftH;
    if (leftH < LEAST_LEAF_HESSIAN || rightH < LEAST_LEAF_HESSIAN) continue;
    const gain = (leftG * leftG) / (leftH + LEAF_PENALTY) + (allG - leftG) ** 2 / (rightH + LEAF_PENALTY) - whole;
    if (gain > better.gain) better = { gain, predictor: column, bin };
  }
  return better;
}

/** Moves every row one level down. Where nothing is split, no bin is above the greatest that there can be, and every row goes left. */
function descend({ bin, rows }: BinnedColumns, tree: Tree, nodes: number, node: Uint8Array): void {
  const own = Array.from({ length: nodes }, (_, i) => nodes - 1 + i);
  const start = Uint32Array.from(own, (split) => Math.max(0, tree.predictor[split]!) * rows);
  const most = Uint8Array.from(own, (split) => (tree.predictor[split]! < 0 ? BINS : tree.bin[split]!));
  for (let row = 0; row < rows; row++) {
    const at = node[row]!;
    const right = bin[start[at]! + row]! > most[at]! ? 1 : 0;
    node[row] = 2 * at + right;
  }
}

/** Sets each leaf to its Newton step, and each split to the mean of the values below it. */
function setValues(tree: Tree, { gradient, hessian, rows }: Slopes, node: Uint8Array, rate: number): void {
  const sumG = new Float64Array(SPLITS_PER_TREE + LEAVES_PER_TREE);
  const sumH = new Float64Array(SPLITS_PER_TREE + LEAVES_PER_TREE);
  for (const row of rows) {
    const at = SPLITS_PER_TREE + node[row]!;
    sumG[at] = sumG[at]! + gradient[row]!;
    sumH[at] = sumH[at]! + hessian[row]!;
  }
  const weighted = new Float64Array(SPLITS_PER_TREE + LEAVES_PER_TREE);
  for (let i = sumG.length - 1; i >= 0; i--) {
    if (i >= SPLITS_PER_TREE) {
      const value = (-rate * sumG[i]!) / (sumH[i]! + LEAF_PENALTY);
      tree.leaf[i - SPLITS_PER_TREE] = value;
      weighted[i] = value * sumH[i]!;
      continue;
    }
    sumH[i] = sumH[2 * i + 1]! + sumH[2 * i + 2]!;
    weighted[i] = weighted[2 * i + 1]! + weighted[2 * i + 2]!;
    tree.mean[i] = sumH[i]! > 0 ? weighted[i]! / sumH[i]! : 0;
  }
}
