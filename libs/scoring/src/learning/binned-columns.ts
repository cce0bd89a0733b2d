const MOST_BINS = 64;
/** So many rows tell where to cut. */
const MOST_ROWS_FOR_EDGES = 4096;

/** The columns of a matrix cut into bins of about equal count. */
export interface BinnedColumns {
  readonly rows: number;
  readonly width: number;
  /** Column after column: the bin of each row, which is the number of edges below its value. */
  readonly bin: Uint8Array;
  /** Edges of each column, ascending; the bin b of a column ends with its edge b. */
  readonly edges: readonly Float64Array[];
}

export const BINS = MOST_BINS;

/** @param features rows one after another, `width` numbers each */
export function binColumns(features: Float64Array, width: number): BinnedColumns {
  const rows = features.length / width;
  const bin = new Uint8Array(features.length);
  const edges: Float64Array[] = [];
  const column = new Float64Array(rows);
  const every = Math.ceil(rows / MOST_ROWS_FOR_EDGES);
  for (let j = 0; j < width; j++) {
    for (let row = 0; row < rows; row++) column[row] = features[row * width + j]!;
    const own = edgesOf(column.filter((_, row) => row % every === 0));
    for (let row = 0; row < rows; row++) bin[j * rows + row] = binOf(own, column[row]!);
    edges.push(own);
  }
  return { rows, width, bin, edges };
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

function binOf(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (value > edges[middle]!) low = middle + 1;
    else high = middle;
  }
  return low;
}
