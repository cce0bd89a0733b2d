import type { OrderDays } from '../orders/order-days.js';
import { completeRow, DESIGN_COLUMNS } from './design-row.js';
import type { Scales } from './design-row.js';
import { forestLogit } from './forest.js';
import type { Forest } from './forest.js';
import { writePredictors } from './predictors.js';
import type { ShopHabits } from './predictors.js';

/** The part of one learner in the blend. */
export interface Share {
  /** Weight in the log-odds, 0 to 1; MBG/NBD has the rest. */
  readonly weight: number;
  /** Added to the learner's log-odds, towards the level of MBG/NBD. */
  readonly shift: number;
}

/** Regression and trees learned from a shop's own past, and their weights in the blend with MBG/NBD. Plain data. */
export interface Learner {
  readonly habits: ShopHabits;
  readonly scales: Scales;
  readonly intercept: number;
  /** Per standard deviation of each column of a row, in log-odds of placing no order. */
  readonly coefficients: readonly number[];
  readonly linear: Share;
  /** Trees that add to the log-odds of MBG/NBD; null in small shops. */
  readonly forest: Forest | null;
  readonly trees: Share;
  /** Longest silence in days that the fit has seen in enough customers. Beyond it, MBG/NBD alone says what more silence means. */
  readonly longestSilenceDays: number;
}

/** Reads the learner's log-odds of one customer after another, with memory for one row, however many customers there are. */
export class LearnerReader {
  /** The design row of the customer read last. */
  readonly row = new Float64Array(DESIGN_COLUMNS);
  /** Log-odds of placing no order, by the regression and by the trees. */
  linear = 0;
  trees = 0;

  constructor(
    private readonly learner: Learner,
    private readonly horizonDays: number,
  ) {}

  /** @param historyLogit the log-odds of MBG/NBD for the same customer on the same day */
  read(history: OrderDays, rows: { readonly from: number; readonly to: number }, today: number, historyLogit: number): void {
    const { learner, row } = this;
    writePredictors(history, rows, today, { horizonDays: this.horizonDays, habits: learner.habits }, { out: row, at: 0 });
    completeRow(row, 0, historyLogit, learner.scales);
    let z = learner.intercept;
    for (let j = 0; j < DESIGN_COLUMNS; j++) z += learner.coefficients[j]! * row[j]!;
    this.linear = z + learner.linear.shift;
    this.trees = learner.forest === null ? historyLogit : historyLogit + forestLogit(learner.forest, row) + learner.trees.shift;
  }
}
