import { BehaviourReader } from '../behaviour/behaviour-layer.js';
import { quietFrom } from '../behaviour/behaviour-columns.js';
import { LearnerReader } from './learner.js';
import type { Learner } from './learner.js';
import { mbgNoOrderLogit, mbgNoOrderProbability } from './mbg-nbd.js';
import type { BuyingHistory, MbgParameters } from './mbg-nbd.js';
import type { Model } from './model.js';
import type { CustomerRows, OrderDays, ScoredRows } from '../orders/order-days.js';
import { clampLogit, clampProbability } from './score-range.js';

/**
 * A function that gives the score of one customer after another on a day, 0.0001 to 0.9999, unrounded: the log-odds of MBG/NBD
 * and those of the learners, blended by the model's weights. The one way to a score, for a single customer as for a million.
 *
 * A customer who ordered after that day is scored at that order: a shop's clock may run ahead of ours.
 */
export function scorerOf(model: Model): (history: OrderDays, rows: ScoredRows, today: number) => number {
  const { learner, mbg, horizonDays, behaviour } = model;
  if (learner === null) {
    return (history, rows, today) => clampProbability(mbgNoOrderProbability(buyingHistory(history, rows, today), mbg, horizonDays));
  }
  const scorer = new BlendScorer({ learner, mbg, horizonDays });
  if (behaviour === null) return (history, rows, today) => clampProbability(1 / (1 + Math.exp(-scorer.logitOf(history, rows, today))));
  const reader = new BehaviourReader(behaviour, horizonDays);
  return (history, rows, today) => {
    const orders = scorer.logitOf(history, rows, today);
    return clampProbability(1 / (1 + Math.exp(-orders - reader.read(history, rows.customer, today, orders))));
  };
}

/** A customer who is silent for longer than any known one is scored at these shares of the longest known silence too; the highest score counts. */
const EARLIER_SHARES = [0, 0.5] as const;

/**
 * Scores one customer after another by a blend.
 *
 * Within the silence that the fit has seen, a score may fall while a customer is silent: a customer who orders monthly is likelier to order
 * in the next week after three weeks than after one. Beyond it the learners would only guess. There the score is the one at the end of the
 * known silence (at least the ones at its beginning and middle), plus what MBG/NBD adds for the silence since.
 */
export class BlendScorer {
  readonly reader: LearnerReader;
  /** State of the customer scored last: the day used, the log-odds of MBG/NBD on it, and what the silence beyond the known one adds. */
  day = 0;
  atHistory = 0;
  beyond = 0;

  constructor(private readonly model: { readonly learner: Learner; readonly mbg: MbgParameters; readonly horizonDays: number }) {
    this.reader = new LearnerReader(model.learner, model.horizonDays);
  }

  /** Log-odds of placing no order, on day `today`. */
  logitOf(history: OrderDays, rows: CustomerRows, today: number): number {
    const { learner } = this.model;
    const last = history.day[rows.to - 1]!;
    const known = evaluatedDay(learner, history, rows, today);
    let z = this.readAt(history, rows, known);
    this.beyond = 0;
    if (known >= today) return z;
    const atKnown = this.atHistory;
    let worst = known;
    for (const share of EARLIER_SHARES) {
      const earlier = this.readAt(history, rows, last + Math.floor(share * learner.longestSilenceDays));
      if (earlier > z) [z, worst] = [earlier, this.day];
    }
    if (worst !== this.day) this.readAt(history, rows, worst);
    this.beyond = Math.max(0, this.historyAt(history, rows, today) - atKnown);
    return z + this.beyond;
  }

  private readAt(history: OrderDays, rows: CustomerRows, day: number): number {
    this.day = day;
    this.atHistory = this.historyAt(history, rows, day);
    this.reader.read(history, rows, day, this.atHistory);
    const { linear, trees } = this.model.learner;
    return (1 - linear.weight - trees.weight) * this.atHistory + linear.weight * this.reader.linear + trees.weight * this.reader.trees;
  }

  private historyAt(history: OrderDays, rows: CustomerRows, day: number): number {
    return historyLogit(buyingHistory(history, rows, day), this.model.mbg, this.model.horizonDays);
  }
}

/** The log-odds of MBG/NBD, within those that a score can have. */
export const historyLogit = (history: BuyingHistory, mbg: MbgParameters, horizonDays: number): number =>
  clampLogit(mbgNoOrderLogit(history, mbg, horizonDays));

/**
 * Returns the first day from which on a customer who does nothing has a score that only rises: the silence is beyond the known one, and
 * nothing of what the customer did counts any more.
 */
export function risesFrom({ learner, behaviour, horizonDays }: Model, history: OrderDays, rows: ScoredRows, today: number): number {
  const { day, activity } = history;
  if (learner === null) return day[rows.to - 1]!;
  const rises = day[rows.to - 1]! + learner.longestSilenceDays + 1;
  if (behaviour === null) return rises;
  if (!new BehaviourReader(behaviour, horizonDays).isRising(history, rows.customer, today)) return Infinity;
  const quiet = activity === undefined ? null : quietFrom(activity, rows.customer, today);
  return quiet === null ? rises : Math.max(rises, quiet);
}

/** Returns today, or the last day on which the silence of a customer had a length that the learners know. */
export const evaluatedDay = (learner: Learner, { day }: OrderDays, { to }: CustomerRows, today: number): number =>
  Math.max(day[to - 1]!, Math.min(today, day[to - 1]! + learner.longestSilenceDays));

/** x, tx and T of one customer on a day. */
export function buyingHistory({ day }: OrderDays, { from, to }: CustomerRows, today: number): BuyingHistory {
  const first = day[from]!;
  const last = day[to - 1]!;
  return { x: to - from - 1, tx: last - first, T: Math.max(today, last) - first };
}
