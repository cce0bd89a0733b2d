import { PREDICTOR_COUNT, PREDICTORS } from './predictors.js';
import type { PredictorGroup, PredictorName } from './predictors.js';

/** Predictors that say more together: what silence means depends on how many orders came before. Products of standardised values. */
const PRODUCTS = [
  ['orders', 'silence', 'silence'],
  ['orders', 'silenceByOwnGap', 'silence'],
  ['silenceByOwnGap', 'silenceByOwnGap', 'silence'],
  ['silence', 'silence', 'silence'],
  ['orders', 'orders', 'orders'],
  ['tenure', 'silence', 'silence'],
] as const satisfies readonly (readonly [PredictorName, PredictorName, PredictorGroup])[];

/** The last column: the log-odds of MBG/NBD, so that the learner need only learn what is different. */
export const HISTORY_COLUMN = PREDICTOR_COUNT + PRODUCTS.length;
export const DESIGN_COLUMNS = HISTORY_COLUMN + 1;

/** The reason that each column of a row belongs to. */
export const COLUMN_GROUPS: readonly (PredictorGroup | 'rhythm')[] = [
  ...PREDICTORS.map(([, group]) => group),
  ...PRODUCTS.map(([, , group]) => group),
  'rhythm',
];

/** Mean and standard deviation of each column in the rows of a fit; a standard deviation of 0 leaves the column out. */
export interface Scales {
  readonly center: readonly number[];
  readonly spread: readonly number[];
}

/** A predictor beyond this many standard deviations is an outlier that the fit has not seen the like of. */
const FARTHEST = 6;
/**
 * Bound on standardised money. Its logarithm has the longest tails, and a customer who spends a hundred times as much is hardly likelier to
 * come back.
 */
const FARTHEST_SPEND = 3;
/** A predictor that hardly differs between customers would only carry noise. */
const LEAST_SPREAD = 0.05;

const columnOf = (name: PredictorName): number => PREDICTORS.findIndex(([each]) => each === name);
const FARTHEST_OF_COLUMN = Float64Array.from(COLUMN_GROUPS, (group) => (group === 'spend' ? FARTHEST_SPEND : FARTHEST));
const FACTORS = PRODUCTS.map(([one, other]) => [columnOf(one), columnOf(other)] as const);

/**
 * Turns raw predictors into a row of the design: standardised, with their products and the log-odds of MBG/NBD.
 *
 * @param row the raw predictors stand at `at` and on; `DESIGN_COLUMNS` numbers are written there
 */
export function completeRow(row: Float64Array, at: number, historyLogit: number, { center, spread }: Scales): void {
  for (let j = 0; j < PREDICTOR_COUNT; j++) row[at + j] = standardised(row[at + j]!, center[j]!, spread[j]!, FARTHEST_OF_COLUMN[j]);
  writeProducts(row, at);
  for (let j = PREDICTOR_COUNT; j < HISTORY_COLUMN; j++) row[at + j] = standardised(row[at + j]!, center[j]!, spread[j]!);
  row[at + HISTORY_COLUMN] = standardised(historyLogit, center[HISTORY_COLUMN]!, spread[HISTORY_COLUMN]!);
}

/** Scale of predictors that are standardised already. */
function writeProducts(row: Float64Array, at: number): void {
  for (let k = 0; k < FACTORS.length; k++) {
    row[at + PREDICTOR_COUNT + k] = row[at + FACTORS[k]![0]]! * row[at + FACTORS[k]![1]]!;
  }
}

function standardised(value: number, center: number, spread: number, farthest = FARTHEST): number {
  if (spread === 0) return 0;
  return Math.min(farthest, Math.max(-farthest, (value - center) / spread));
}

/**
 * Turns the raw predictors of many rows into rows of the design, by scales taken from these rows.
 *
 * @param rows n rows of `DESIGN_COLUMNS` numbers, the raw predictors first in each
 * @param historyLogit of each row
 */
export function completeRows(rows: Float64Array, historyLogit: Float64Array): Scales {
  const n = historyLogit.length;
  const center = Array.from({ length: DESIGN_COLUMNS }, () => 0);
  const spread = Array.from({ length: DESIGN_COLUMNS }, () => 1);
  for (let i = 0; i < n; i++) rows[i * DESIGN_COLUMNS + HISTORY_COLUMN] = historyLogit[i]!;
  standardise(rows, { first: 0, end: PREDICTOR_COUNT }, center, spread);
  for (let i = 0; i < n; i++) writeProducts(rows, i * DESIGN_COLUMNS);
  standardise(rows, { first: PREDICTOR_COUNT, end: DESIGN_COLUMNS }, center, spread);
  return { center, spread };
}

/** Standardises some columns of all rows by their own means and standard deviations, which it writes to `center` and `spread`. */
function standardise(
  rows: Float64Array,
  { first, end }: { readonly first: number; readonly end: number },
  center: number[],
  spread: number[],
): void {
  const n = rows.length / DESIGN_COLUMNS;
  const mean = new Float64Array(DESIGN_COLUMNS);
  const squares = new Float64Array(DESIGN_COLUMNS);
  for (let start = 0; start < rows.length; start += DESIGN_COLUMNS) {
    for (let j = first; j < end; j++) mean[j] = mean[j]! + rows[start + j]!;
  }
  for (let j = first; j < end; j++) mean[j] = mean[j]! / n;
  for (let start = 0; start < rows.length; start += DESIGN_COLUMNS) {
    for (let j = first; j < end; j++) squares[j] = squares[j]! + (rows[start + j]! - mean[j]!) ** 2;
  }
  const deviation = squares.map((sum) => Math.sqrt(sum / n)).map((each) => (each <= LEAST_SPREAD ? 0 : each));
  for (let start = 0; start < rows.length; start += DESIGN_COLUMNS) {
    for (let j = first; j < end; j++) {
      rows[start + j] = standardised(rows[start + j]!, mean[j]!, deviation[j]!, FARTHEST_OF_COLUMN[j]);
    }
  }
  for (let j = first; j < end; j++) [center[j], spread[j]] = [mean[j]!, deviation[j]!];
}
