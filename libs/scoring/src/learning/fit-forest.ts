import type { SeededRandom } from '../arithmetic/seeded-random.js';
import { binColumns } from './binned-columns.js';
import type { LabelledRows } from './logistic-sums.js';
import type { Forest } from '../model/forest.js';
import { growTree } from './grow-tree.js';
import type { Tree } from './grow-tree.js';

export interface ForestSettings {
  readonly rate: number;
  readonly mostTrees: number;
  /** Trees without any gain on the rows held out after which to stop. */
  readonly patience: number;
}

const SETTINGS: ForestSettings = { rate: 0.1, mostTrees: 120, patience: 10 };
const ROW_SHARE = 0.8;
const COLUMN_SHARE = 0.8;

/**
 * Boosted trees for the log-loss, started from the offset of each row. Trees are added as long as the held-out rows improve.
 *
 * @param heldOut 1 for rows that are not learned from. They must be all rows of a customer, or the test would see customers it was trained
 * on
 */
export function fitForest(rows: LabelledRows, heldOut: Uint8Array, random: SeededRandom, settings: ForestSettings = SETTINGS): Forest {
  const { label, columnCount, features, offset, weight } = rows;
  const n = label.length;
  const binned = binColumns(features, columnCount);
  const logit = offset === undefined ? new Float64Array(n) : Float64Array.from(offset);
  const slopes = { gradient: new Float64Array(n), hessian: new Float64Array(n), rows: new Uint32Array() };
  const drawn = new Uint32Array(n);
  const node = new Uint8Array(n);
  const usable = binned.edges.flatMap((edges, j) => (edges.length > 0 ? [j] : []));
  const trees: Tree[] = [];
  let best = { loss: heldOutLoss(rows, logit, heldOut), trees: 0 };
  while (trees.length < settings.mostTrees && trees.length - best.trees < settings.patience) {
    let used = 0;
    for (let row = 0; row < n; row++) {
      if (heldOut[row] === 1 || random.unit() >= ROW_SHARE) continue;
      const p = 1 / (1 + Math.exp(-logit[row]!));
      const w = weight === undefined ? 1 : weight[row]!;
      slopes.gradient[row] = w * (p - label[row]!);
      slopes.hessian[row] = w * p * (1 - p);
      drawn[used] = row;
      used += 1;
    }
    slopes.rows = drawn.subarray(0, used);
    const tree = growTree(
      binned,
      slopes,
      usable.filter(() => random.unit() < COLUMN_SHARE),
      settings.rate,
      node,
    );
    trees.push(tree);
    for (let row = 0; row < n; row++) logit[row] = logit[row]! + tree.leaf[node[row]!]!;
    const loss = heldOutLoss(rows, logit, heldOut);
    if (loss < best.loss) best = { loss, trees: trees.length };
  }
  return toForest(trees.slice(0, best.trees));
}

function heldOutLoss({ label, weight }: LabelledRows, logit: Float64Array, heldOut: Uint8Array): number {
  let loss = 0;
  for (let row = 0; row < label.length; row++) {
    if (heldOut[row] === 0) continue;
    const z = label[row] === 1 ? -logit[row]! : logit[row]!;
    const w = weight === undefined ? 1 : weight[row]!;
    loss += w * (Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))));
  }
  return loss;
}

const toForest = (trees: readonly Tree[]): Forest => ({
  predictor: trees.flatMap((tree) => [...tree.predictor]),
  threshold: trees.flatMap((tree) => [...tree.threshold]),
  mean: trees.flatMap((tree) => [...tree.mean]),
  leaf: trees.flatMap((tree) => [...tree.leaf]),
});

/** Combines `count` forests into one that predicts their mean, by dividing each leaf by `count`; null when none has a tree. */
export function meanOf(count: number, fit: () => Forest): Forest | null {
  const forests = Array.from({ length: count }, fit);
  const leaf = forests.flatMap((forest) => forest.leaf.map((each) => each / count));
  if (leaf.length === 0) return null;
  return {
    predictor: forests.flatMap(({ predictor }) => predictor),
    threshold: forests.flatMap(({ threshold }) => threshold),
    mean: forests.flatMap(({ mean }) => mean.map((each) => each / count)),
    leaf,
  };
}
