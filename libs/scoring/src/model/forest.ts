/** Every tree has this depth: unused branches have the value of their parent. */
export const TREE_DEPTH = 4;
export const SPLITS_PER_TREE = 2 ** TREE_DEPTH - 1;
export const LEAVES_PER_TREE = 2 ** TREE_DEPTH;

/**
 * Boosted trees as columns: the splits of tree t are those from t · 15, in the order of a heap (the children of split s are 2s + 1
 * and 2s + 2), its leaves those from t · 16. A row goes right where its predictor is greater than the threshold.
 */
export interface Forest {
  /** Predictor of each split; −1 where nothing is split and every row goes left. */
  readonly predictor: readonly number[];
  readonly threshold: readonly number[];
  /** Mean log-odds of the rows that came by each split, for explanations. */
  readonly mean: readonly number[];
  /** Log-odds that each leaf adds. */
  readonly leaf: readonly number[];
}

/** Returns what the trees add to the log-odds of one row of predictors. */
export function forestLogit(forest: Forest, row: Float64Array): number {
  let sum = 0;
  const trees = forest.leaf.length / LEAVES_PER_TREE;
  for (let tree = 0; tree < trees; tree++) {
    const start = tree * SPLITS_PER_TREE;
    let split = 0;
    while (split < SPLITS_PER_TREE) {
      const predictor = forest.predictor[start + split]!;
      split = predictor >= 0 && row[predictor]! > forest.threshold[start + split]! ? 2 * split + 2 : 2 * split + 1;
    }
    sum += forest.leaf[tree * LEAVES_PER_TREE + split - SPLITS_PER_TREE]!;
  }
  return sum;
}

/**
 * Adds what each column made of the trees' sum for one row, weighted: at every split the mean of those who went the same way less the
 * mean of all who came (Saabas 2014). The parts add up to the sum of the trees less that of their roots.
 *
 * @param effects by group; `groups` holds the group of each column
 */
export function addForestEffects(
  forest: Forest,
  row: Float64Array,
  { weight, groups }: { readonly weight: number; readonly groups: readonly number[] },
  effects: Float64Array,
): void {
  const trees = forest.leaf.length / LEAVES_PER_TREE;
  for (let tree = 0; tree < trees; tree++) {
    const start = tree * SPLITS_PER_TREE;
    let split = 0;
    while (split < SPLITS_PER_TREE) {
      const predictor = forest.predictor[start + split]!;
      const next = predictor >= 0 && row[predictor]! > forest.threshold[start + split]! ? 2 * split + 2 : 2 * split + 1;
      const value = next < SPLITS_PER_TREE ? forest.mean[start + next]! : forest.leaf[tree * LEAVES_PER_TREE + next - SPLITS_PER_TREE]!;
      const group = groups[Math.max(0, predictor)]!;
      effects[group] = effects[group]! + weight * (value - forest.mean[start + split]!);
      split = next;
    }
  }
}
