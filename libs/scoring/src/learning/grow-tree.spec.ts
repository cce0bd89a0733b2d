import { SeededRandom } from '../arithmetic/seeded-random.js';
import { binColumns } from './binned-columns.js';
import { LEAVES_PER_TREE, SPLITS_PER_TREE } from '../model/forest.js';
import { growTree } from './grow-tree.js';

const random = new SeededRandom(4);
const [ROWS, COLUMNS] = [4500, 4];
const BINNED = binColumns(Float64Array.from({ length: ROWS * COLUMNS }, () => random.unit()), COLUMNS); // prettier-ignore
const [PENALTY, LEAST_LEAF_HESSIAN] = [1, 20];

const binOf = (column: number, row: number): number => BINNED.bin[column * ROWS + row]!;

/** Every third row is left out; the rest leans on two columns. */
function slopesOfChance(): { gradient: Float64Array; hessian: Float64Array; rows: Uint32Array } {
  const gradient = Float64Array.from({ length: ROWS }, (_, i) => random.unit() - (binOf(0, i) > 20 === binOf(2, i) > 40 ? 0.8 : 0.2));
  const hessian = Float64Array.from({ length: ROWS }, () => 0.3 + 0.2 * random.unit());
  const rows = Uint32Array.from({ length: ROWS }, (_, i) => i).filter((i) => i % 3 !== 0);
  return { gradient, hessian, rows };
}

const SLOPES = slopesOfChance();
const sums = (rows: readonly number[]): { g: number; h: number } => ({
  g: rows.reduce((sum, i) => sum + SLOPES.gradient[i]!, 0),
  h: rows.reduce((sum, i) => sum + SLOPES.hessian[i]!, 0),
});
const worth = ({ g, h }: { g: number; h: number }): number => (g * g) / (h + PENALTY);

/** Gain of a split of these rows, counted row by row; 0 where a side would be too small. */
function gainOf(rows: readonly number[], column: number, bin: number): number {
  const left = sums(rows.filter((i) => binOf(column, i) <= bin));
  const right = sums(rows.filter((i) => binOf(column, i) > bin));
  return Math.min(left.h, right.h) < LEAST_LEAF_HESSIAN ? 0 : worth(left) + worth(right) - worth(sums(rows));
}

describe('a tree', () => {
  it('has at every split the one that gains most of all, by a count row by row', () => {
    const node = new Uint8Array(ROWS);
    const tree = growTree(BINNED, SLOPES, [0, 1, 2, 3], 0.1, node);
    const rowsOf: number[][] = [[...SLOPES.rows]];
    for (let split = 0; split < SPLITS_PER_TREE; split++) {
      const rows = rowsOf[split]!;
      const gains = [0, 1, 2, 3].flatMap((column) => Array.from(BINNED.edges[column]!, (_, bin) => gainOf(rows, column, bin)));
      const predictor = tree.predictor[split]!;
      const isRight = (i: number): boolean => predictor >= 0 && binOf(predictor, i) > tree.bin[split]!;
      expect(predictor < 0 ? 0 : gainOf(rows, predictor, tree.bin[split]!)).toBeCloseTo(Math.max(...gains), 8);
      rowsOf[2 * split + 1] = rows.filter((i) => !isRight(i));
      rowsOf[2 * split + 2] = rows.filter((i) => isRight(i));
    }
    for (let leaf = 0; leaf < LEAVES_PER_TREE; leaf++) {
      const rows = rowsOf[SPLITS_PER_TREE + leaf]!;
      const { g, h } = sums(rows);
      expect(tree.leaf[leaf]).toBeCloseTo((-0.1 * g) / (h + PENALTY), 10);
      expect(rows.every((i) => node[i] === leaf)).toBe(true);
    }
    expect(tree.predictor.filter((each) => each >= 0).length).toBeGreaterThan(4);
  });
});
