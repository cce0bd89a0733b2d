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
export const DESIGN_WIDTH = HISTORY_COLUMN + 1;

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
/** Of money, whose logarithm has the longest tails: somebody who spends a hundred times as much is not so much likelier to come back. */
const FARTHEST_SPEND = 3;
/** A predictor that hardly differs between customers would only carry noise. */
const LEAST_SPREAD = 0.05;

const columnOf = (name: PredictorName): number => PREDICTORS.findIndex(([each]) => each === name);
const FARTHEST_OF_COLUMN = Float64Array.from(COLUMN_GROUPS, (group) => (group === 'spend' ? FARTHEST_SPEND : FARTHEST));
const FACTORS = PRODUCTS.map(([one, other]) => [columnOf(one), columnOf(other)] as const);

/**
 * Turns raw predictors into a row of the design: standardised, with their products and the log-odds of MBG/NBD.
 *
 * @param row the raw predictors stand at `at` and on; `DESIGN_WIDTH` numbers are written there
 */
export function completeRow(row: Float64Array, at: number, historyLogit: number, { center, spread }: Scales): void {
  for (let j = 0; j < PREDICTOR_COUNT; j++) row[at + j] = standardised(row[at + j]!, center[j]!, spread[j]!, FARTHEST_OF_COLUMN[j]);
  for (let k = 0; k < FACTORS.length; k++) {
    const j = PREDICTOR_COUNT + k;
    const [one, other] = FACTORS[k]!;
    row[at + j] = standardised(row[at + one]! * row[at + other]!, center[j]!, spread[j]!);
  }
  row[at + HISTORY_COLUMN] = standardised(historyLogit, center[HISTORY_COLUMN]!, spread[HISTORY_COLUMN]!);
}

function standardised(value: number, center: number, spread: number, farthest = FARTHEST): number {
  if (spread === 0) return 0;
  return Math.min(farthest, Math.max(-farthest, (value - center) / spread));
}

/**
 * Turns the raw predictors of many rows into rows of the design, by scales taken from these rows.
 *
 * @param rows n rows of `DESIGN_WIDTH` numbers, the raw predictors first in each
 * @param historyLogit of each row
 */
export function completeRows(rows: Float64Array, historyLogit: Float64Array): Scales {
  const n = historyLogit.length;
  const center = Array.from({ length: DESIGN_WIDTH }, () => 0);
  const spread = Array.from({ length: DESIGN_WIDTH }, () => 1);
  const measure = (column: number, valueOf: (start: number, row: number) => number): void => {
    let [sum, squares] = [0, 0];
    for (let i = 0; i < n; i++) sum += valueOf(i * DESIGN_WIDTH, i);
    const mean = sum / n;
    for (let i = 0; i < n; i++) squares += (valueOf(i * DESIGN_WIDTH, i) - mean) ** 2;
    const deviation = Math.sqrt(squares / n);
    center[column] = mean;
    spread[column] = deviation <= LEAST_SPREAD ? 0 : deviation;
  };
  for (let j = 0; j < PREDICTOR_COUNT; j++) measure(j, (start) => rows[start + j]!);
  const product = (start: number, [one, other]: readonly [number, number]): number =>
    standardised(rows[start + one]!, center[one]!, spread[one]!) * standardised(rows[start + other]!, center[other]!, spread[other]!);
  for (const [k, factors] of FACTORS.entries()) measure(PREDICTOR_COUNT + k, (start) => product(start, factors));
  measure(HISTORY_COLUMN, (_, row) => historyLogit[row]!);
  for (let i = 0; i < n; i++) completeRow(rows, i * DESIGN_WIDTH, historyLogit[i]!, { center, spread });
  return { center, spread };
}
