import { buyingHistory, historyLogit } from '../model/blend.js';
import type { SeededRandom } from '../arithmetic/seeded-random.js';
import type { MbgParameters } from '../model/mbg-nbd.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { repetition, seenRows } from '../orders/stand-ins.js';
import type { Evidence } from './choose-weights.js';
import type { BlendSettings } from './blend-settings.js';
import { completeRows, HISTORY_COLUMN } from '../model/design-row.js';
import type { Scales } from '../model/design-row.js';
import { fitForest, meanOf } from './fit-forest.js';
import { fitLogistic } from './fit-logistic.js';
import type { Forest } from '../model/forest.js';
import type { LogisticFit } from './fit-logistic.js';
import type { LabelledRows } from './logistic-sums.js';
import { LearnerReader } from '../model/learner.js';
import type { Learner } from '../model/learner.js';
import { seasonShift, shareOfMbg, shiftTo } from './level.js';
import { linearLogits } from './linear-logits.js';
import type { Origins } from './origins.js';
import { shopHabitsOf } from './shop-habits.js';
import { originsFor, trainingRows } from './training-rows.js';
import type { TrainingRows } from './training-rows.js';

export interface LearnerFit {
  /** Without any weight yet. */
  readonly learner: Learner;
  /** Rows that were seen, and those of them with an order. Repeats count only for the means. */
  readonly rows: number;
  readonly returns: number;
  /** Rows with the rarer of the two labels, counting days between those one horizon apart once. */
  readonly outcomes: number;
  /** Predictions of the regression for customers it was not fitted to; null in shops that are large enough for a replay. */
  readonly unseen: Evidence | null;
}

export interface LearnerTask {
  readonly today: number;
  readonly firstDay: number;
  readonly horizonDays: number;
  /** Fitted to the same history: the learners are shifted towards its level. */
  readonly mbg: MbgParameters;
  readonly withTrees: boolean;
  readonly settings: BlendSettings;
}

/** Ten customers teach a regression nothing that holds for others of their shop. */
const LEAST_CUSTOMERS = 20;
const LEAST_OF_EACH = 5;
const L2 = 30;
/** One row in five is held out of the trees, to see how many of them help; all rows of a customer together. */
const HELD_OUT_ONE_IN = 5;
/** The held-out customers decide the number of trees, and half of a forest is chance: the mean of two forests is better than either. */
const FORESTS = 2;
/** Trees of sixteen leaves find no more in more rows, and take most of the time of a fit. */
const MOST_ROWS_OF_TREES = 20_000;
/** Number of rows above which folds are skipped: the replay alone then tells what the regression is worth. */
const MOST_ROWS_OF_FOLDS = 6000;
const FOLDS = 5;
/** Share of the rows of an origin with a silence that counts as seen: all but the longest one in a hundred. */
const SEEN_SHARE = 0.99;

/**
 * Learns what customers did after past days, to predict what they will do now. Null where too little happened: fewer than twenty customers,
 * five returns or five who stayed away, or less than the horizon and 60 days of history.
 *
 * @param history holds nothing after `today`
 * @param sample customers to take the present level from
 */
export function fitLearner(history: OrderDays, sample: OrderDays, task: LearnerTask, random: SeededRandom): LearnerFit | null {
  if (customerCount(history) < LEAST_CUSTOMERS) return null;
  const { horizonDays, mbg } = task;
  const habits = shopHabitsOf(history, horizonDays);
  const origins = originsFor(history, task.firstDay, task.today, horizonDays);
  const rows = trainingRows(history, origins.all, { horizonDays, habits }, random);
  const seen = seenRows(rows.label.length, rows.isRepeat);
  const returns = rows.label.reduce((count, label, i) => count + (rows.isRepeat?.[i] === 1 ? 0 : 1 - label), 0);
  const apart = origins.apart.length / origins.all.length;
  const outcomes = Math.min(returns, seen - returns) * apart;
  if (!(outcomes >= LEAST_OF_EACH)) return null;
  const offset = historyLogits(history, rows, mbg, horizonDays);
  const longestSilenceDays = longestSilence(history, rows, horizonDays);
  const scales = completeRows(rows.features, offset);
  const periods = { of: Uint8Array.from(rows.origin, (origin) => origins.all.indexOf(origin)), count: origins.all.length };
  const repeats = repetition(rows.isRepeat);
  // All rows together weigh as much as those that were seen, so that repeats weaken no penalty.
  const weight = new Float64Array(rows.label.length).fill(1 / repeats);
  const labelled = { columnCount: rows.columnCount, features: rows.features, label: rows.label, offset, weight, periods };
  const { outcomesForOwnStart, mostOwnStart } = task.settings;
  const ownStart = (mostOwnStart * outcomesForOwnStart) / (outcomesForOwnStart + outcomes);
  const { intercept, coefficients } = fitFromHistory(labelled, scales, { share: ownStart, apart });
  const forest = task.withTrees ? meanOf(FORESTS, () => fitTrees(labelled, rows, origins, random)) : null;
  const none = { weight: 0, shift: 0 };
  const parts = { habits, scales, intercept, coefficients: [...coefficients], forest, linear: none, trees: none, longestSilenceDays };
  const logit = new Float64Array(rows.label.length);
  linearLogits(rows.features, intercept, coefficients, logit);
  const past = { origins: origins.apart, origin: rows.origin, logit, label: rows.label, isRepeat: rows.isRepeat };
  const season = seasonShift(past, task.today, task.firstDay);
  const share = shareOfMbg({ ...past, mbg: offset }, task.settings.periodsOfMbg);
  const learner = withLevels(parts, sample, { ...task, share, season });
  const isLarge = forest !== null || seen * apart > MOST_ROWS_OF_FOLDS;
  const unseen = isLarge ? null : unseenEvidence(labelled, { scales, start: { share: ownStart, apart } }, rows.customer, origins);
  return { learner, rows: seen, returns, outcomes, unseen: unseen && { ...unseen, weight: unseen.weight / repeats } };
}

type RowsOfPeriods = LabelledRows & Required<Pick<LabelledRows, 'offset' | 'weight' | 'periods'>>;

interface Start {
  readonly share: number;
  /** Share of the rows one horizon apart: the others show little new, and must not weaken the penalty. */
  readonly apart: number;
}

/**
 * Fits the regression from a share of MBG/NBD's log-odds as a starting point, so that few customers leave it near there. MBG/NBD is one of
 * the columns, so both together are again one sum over the columns. Each period has its own level, which is not attributed to its
 * customers.
 *
 * @param share of MBG/NBD
 */
function fitFromHistory(rows: RowsOfPeriods, { center, spread }: Scales, { share, apart }: Start): LogisticFit {
  const { intercept, coefficients } = fitLogistic({ ...rows, offset: rows.offset.map((each) => share * each) }, L2 / apart);
  coefficients[HISTORY_COLUMN] = coefficients[HISTORY_COLUMN]! + share * spread[HISTORY_COLUMN]!;
  return { intercept: intercept + share * center[HISTORY_COLUMN]!, coefficients };
}

/** Fits the regression without each fifth of the customers, and asks it about that fifth. */
function unseenEvidence(
  labelled: RowsOfPeriods,
  { scales, start }: { readonly scales: Scales; readonly start: Start },
  customer: Uint32Array,
  { all, apart }: Origins,
): Evidence {
  const { features, label, offset } = labelled;
  const linear = new Float64Array(label.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const weight = labelled.weight.map((each, i) => (customer[i]! % FOLDS === fold ? 0 : each));
    const { intercept, coefficients } = fitFromHistory({ ...labelled, weight }, scales, start);
    const logit = new Float64Array(label.length);
    linearLogits(features, intercept, coefficients, logit);
    for (const [i, each] of customer.entries()) if (each % FOLDS === fold) linear[i] = logit[i]!;
  }
  // The rows of one customer are neither as good as one nor as good as all, and those of overlapping horizons no better than of one.
  return { history: offset, linear, trees: offset, label, weight: Math.sqrt(apart.length) / all.length };
}

function historyLogits(history: OrderDays, rows: TrainingRows, mbg: MbgParameters, horizonDays: number): Float64Array {
  return Float64Array.from(rows.customer, (customer, i) => {
    const own = { from: history.offsets[customer]!, to: rows.to[i]! };
    return historyLogit(buyingHistory(history, own, rows.origin[i]!), mbg, horizonDays);
  });
}

/**
 * Returns the longest silence that the fit has seen enough of. It looks at the latest origin, which is most like the present: where
 * customers come in waves, all of them were less silent before.
 */
function longestSilence(history: OrderDays, { origin, to }: TrainingRows, horizonDays: number): number {
  const latest = origin.reduce((most, each) => Math.max(most, each), -Infinity);
  const silence = to
    .filter((_, i) => origin[i] === latest)
    .map((end) => latest - history.day[end - 1]!)
    .toSorted();
  return Math.max(horizonDays, silence[Math.floor(SEEN_SHARE * (silence.length - 1))]!);
}

/** Trees on some of the rows one horizon apart: all those of a customer or none, and all learned from or all held out. */
function fitTrees(labelled: RowsOfPeriods, rows: TrainingRows, { all, apart }: Origins, random: SeededRandom): Forest {
  const share = (MOST_ROWS_OF_TREES * all.length) / (apart.length * rows.label.length);
  const isApart = labelled.periods.of.map((period) => (apart.includes(all[period]!) ? 1 : 0));
  const chosen: number[] = [];
  const heldOut: number[] = [];
  let last = -1;
  let draw = 0;
  for (const [i, customer] of rows.customer.entries()) {
    if (customer !== last) draw = random.unit();
    last = customer;
    if (draw >= share || isApart[i] === 0) continue;
    chosen.push(i);
    heldOut.push(draw * HELD_OUT_ONE_IN < Math.min(1, share) ? 1 : 0);
  }
  return fitForest(someRows(labelled, chosen), Uint8Array.from(heldOut), random);
}

function someRows({ columnCount, features, label, offset, weight }: RowsOfPeriods, chosen: number[]): LabelledRows {
  const some = new Float64Array(chosen.length * columnCount);
  for (const [to, from] of chosen.entries()) some.set(features.subarray(from * columnCount, (from + 1) * columnCount), to * columnCount);
  return {
    columnCount,
    features: some,
    label: Uint8Array.from(chosen, (i) => label[i]!),
    offset: Float64Array.from(chosen, (i) => offset[i]!),
    weight: Float64Array.from(chosen, (i) => weight[i]!),
  };
}

/**
 * Shifts each learner towards the level of MBG/NBD. The learner knows the levels of some past periods, and MBG/NBD predicts that of the
 * next one; `share` is the weight of MBG/NBD.
 */
function withLevels(
  learner: Learner,
  sample: OrderDays,
  { today, horizonDays, mbg, share, season }: LearnerTask & { readonly share: number; readonly season: number },
): Learner {
  const reader = new LearnerReader(learner, horizonDays);
  const n = customerCount(sample);
  const [linear, trees] = [new Float64Array(n), new Float64Array(n)];
  let wanted = 0;
  for (let i = 0; i < n; i++) {
    const rows = { from: sample.offsets[i]!, to: sample.offsets[i + 1]! };
    const atHistory = historyLogit(buyingHistory(sample, rows, today), mbg, horizonDays);
    reader.read(sample, rows, today, atHistory);
    linear[i] = reader.linear;
    trees[i] = reader.trees;
    wanted += 1 / (1 + Math.exp(-atHistory));
  }
  return {
    ...learner,
    linear: { weight: 0, shift: season + share * shiftTo(linear, wanted) },
    trees: { weight: 0, shift: learner.forest === null ? 0 : season + share * shiftTo(trees, wanted) },
  };
}
