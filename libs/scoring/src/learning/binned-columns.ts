const MOST_BINS = 64;
/** Number of rows that is enough to choose the bin edges. */
const MOST_ROWS_FOR_EDGES = 4096;

/** The columns of a matrix cut into bins of about equal count. */
export interface BinnedColumns {
  readonly rows: number;
  readonly columnCount: number;
  /** Column after column: the bin of each row, which is the number of edges below its value. */
  readonly bin: Uint8Array;
  /** Edges of each column, ascending; the bin b of a column ends with its edge b. */
  readonly edges: readonly Float64Array[];
}

export const BINS = MOST_BINS;

/** @param features rows one after another, `columnCount` numbers each */
export function binColumns(features: Float64Array, columnCount: number): BinnedColumns {
  const rows = features.length / columnCount;
  const bin = new Uint8Array(features.length);
  const edges: Float64Array[] = [];
  const column = new Float64Array(rows);
  const every = Math.ceil(rows / MOST_ROWS_FOR_EDGES);
  const some = new Float64Array(Math.ceil(rows / every));
  for (let j = 0; j < columnCount; j++) {
    for (let row = 0; row < rows; row++) column[row] = features[row * columnCount + j]!;
    for (let i = 0; i < some.length; i++) some[i] = column[i * every]!;
    const own = edgesOf(some);
    writeBins(column, own, bin.subarray(j * rows, (j + 1) * rows));
    edges.push(own);
  }
  return { rows, columnCount, bin, edges };
}

/** Halfway between neighbours, so that a value that equals one of the fit's never depends on the last bit. */
function edgesOf(column: Float64Array): Float64Array {
  const sorted = column.toSorted();
  const edges: number[] = [];
  for (let cut = 1; cut < MOST_BINS; cut++) {
    const at = Math.floor((cut * sorted.length) / MOST_BINS);
    if (at === 0) continue;
    // The first greater value after the quantile: many rows may share one.
    const below = sorted[at - 1]!;
    let above = at;
    while (above < sorted.length && sorted[above] === below) above += 1;
    if (above === sorted.length) break;
    const edge = (below + sorted[above]!) / 2;
    if (edge !== edges.at(-1)) edges.push(edge);
  }
  return Float64Array.from(edges);
}

/** Cells of equal width that a value is looked up in, so that there are one or two edges to compare with and not a search. */
const CELLS = 256;

function writeBins(column: Float64Array, edges: Float64Array, out: Uint8Array): void {
  const low = edges[0] ?? 0;
  const perUnit = CELLS / Math.max(Number.EPSILON, (edges.at(-1) ?? 0) - low);
  // Where to begin: the bin of the cell before, as rounding may put a value one cell too high.
  const first = Uint8Array.from({ length: CELLS }, (_, cell) => edges.filter((edge) => (edge - low) * perUnit < cell - 1).length);
  for (let row = 0; row < column.length; row++) {
    const value = column[row]!;
    const cell = Math.min(CELLS - 1, Math.max(0, Math.floor((value - low) * perUnit)));
    let bin = first[cell]!;
    while (bin < edges.length && value > edges[bin]!) bin += 1;
    out[row] = bin;
  }
}
