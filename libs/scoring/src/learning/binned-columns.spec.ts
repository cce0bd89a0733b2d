import { SeededRandom } from '../arithmetic/seeded-random.js';
import { binColumns, BINS } from './binned-columns.js';

const ROWS = 9001;
const random = new SeededRandom(6);

/** Columns as rows of a matrix: even, with a long tail, of few values, of two, of one, and of values that hardly differ. */
const COLUMNS: readonly ((row: number) => number)[] = [
  () => random.unit(),
  () => Math.exp(8 * random.unit() ** 4) - 3,
  () => Math.floor(5 * random.unit()) / 7,
  (row) => (row % 10 === 0 ? 1 : -1),
  () => 2.5,
  () => 1 + 1e-15 * Math.floor(20 * random.unit()),
];

describe('binned columns', () => {
  it('count the edges below each value, and cut columns into bins of about equal count where they can', () => {
    const features = Float64Array.from({ length: ROWS * COLUMNS.length }, (_, i) =>
      COLUMNS[i % COLUMNS.length]!(Math.floor(i / COLUMNS.length)),
    );
    const { bin, edges } = binColumns(features, COLUMNS.length);
    for (let i = 0; i < features.length; i++) {
      const [row, column] = [Math.floor(i / COLUMNS.length), i % COLUMNS.length];
      const below = edges[column]!.filter((edge) => edge < features[i]!).length;
      if (bin[column * ROWS + row] !== below)
        throw new Error(`column ${column}: ${features[i]!} is in bin ${bin[column * ROWS + row]!}, not ${below}`);
    }
    expect(edges.map((own) => own.length)).toEqual([BINS - 1, BINS - 1, 4, 1, 0, expect.any(Number)]);
    const counts = new Uint32Array(BINS);
    for (const each of bin.subarray(0, ROWS)) counts[each] = counts[each]! + 1;
    for (const count of counts) expect(count / (ROWS / BINS)).toBeCloseTo(1, 0);
  });
});
