import { BehaviourReader } from '../behaviour/behaviour-layer.js';
import { BlendScorer, buyingHistory, historyLogit } from '../model/blend.js';
import { COLUMN_GROUPS, HISTORY_COLUMN } from '../model/design-row.js';
import { addForestEffects } from '../model/forest.js';
import type { Learner } from '../model/learner.js';
import type { BuyingHistory } from '../model/mbg-nbd.js';
import type { Model } from '../model/model.js';
import type { CustomerRows, OrderDays, ScoredRows } from '../orders/order-days.js';
import { REASON_GROUPS } from '../model/reason-groups.js';

const SILENCE = REASON_GROUPS.indexOf('silence');
const ORDERS = REASON_GROUPS.indexOf('orders');
const RHYTHM = REASON_GROUPS.indexOf('rhythm');
const GROUP_OF_COLUMN: readonly number[] = COLUMN_GROUPS.map((group) => REASON_GROUPS.indexOf(group));

/** The log-odds of a customer on a day, in parts: one for each group of reasons, in the order of `REASON_GROUPS`. */
export interface Effects {
  readonly groups: Float64Array;
  /** Log-odds of placing no order, before they are kept within those of 0.0001 and 0.9999. */
  readonly logit: number;
}

/**
 * Returns the parts of a customer's log-odds on a day. They add up to the log-odds less a number that is the same for all customers
 * and days, so the differences between two customers, or two days, are explained without a rest.
 */
export function effectsOn(day: number, history: OrderDays, rows: CustomerRows, model: Model): Effects {
  const { learner } = model;
  if (learner === null) {
    const own = buyingHistory(history, rows, day);
    return { groups: historySteps(own, model), logit: historyLogit(own, model.mbg, model.horizonDays) };
  }
  const scorer = new BlendScorer({ ...model, learner });
  const logit = scorer.logitOf(history, rows, day);
  const steps = historySteps(buyingHistory(history, rows, scorer.day), model);
  const groups = learnedEffects(learner, scorer.reader.row, scorer.atHistory, steps);
  groups[SILENCE] = groups[SILENCE]! + scorer.beyond;
  return { groups, logit };
}

/**
 * Returns what each group of behaviour and each trait that the model uses adds to the log-odds on a day, and the sum of it with the shift of the level.
 * Both are 0 where the model uses none.
 */
export function behaviourEffects(day: number, history: OrderDays, rows: ScoredRows, model: Model): Effects {
  const { learner, behaviour } = model;
  if (learner === null || behaviour === null) return { groups: new Float64Array(), logit: 0 };
  const orders = new BlendScorer({ ...model, learner }).logitOf(history, rows, day);
  const reader = new BehaviourReader(behaviour, model.horizonDays);
  const logit = reader.read(history, rows.customer, day, orders);
  return { groups: reader.effects, logit };
}

/**
 * Divides the log-odds of MBG/NBD into three steps. They start from a customer with a first order today and lead to: the same number of
 * order days at the typical gap (orders), the customer's own gap (rhythm), the silence since (silence). A one-time buyer has only the last
 * step.
 */
function historySteps({ x, tx, T }: BuyingHistory, { mbg, horizonDays }: Model): Float64Array {
  const logitOf = (days: number, atLastOrder: number, today: number): number =>
    historyLogit({ x: days, tx: atLastOrder, T: today }, mbg, horizonDays);
  const typicalGap = mbg.alpha / mbg.r;
  const first = logitOf(0, 0, 0);
  const atLastOrder = logitOf(x, tx, tx);
  const atTypicalGap = x === 0 ? first : logitOf(x, x * typicalGap, x * typicalGap);
  const steps = new Float64Array(REASON_GROUPS.length);
  steps[ORDERS] = atTypicalGap - first;
  steps[RHYTHM] = atLastOrder - atTypicalGap;
  steps[SILENCE] = logitOf(x, tx, T) - atLastOrder;
  return steps;
}

function learnedEffects(learner: Learner, row: Float64Array, atHistory: number, steps: Float64Array): Float64Array {
  const { coefficients, scales, linear, trees, forest } = learner;
  const [center, spread] = [scales.center[HISTORY_COLUMN]!, scales.spread[HISTORY_COLUMN]!];
  // The trees begin at MBG/NBD, and the regression has a share for it: their shares of it are explained by its own three steps.
  const perLogit = spread === 0 ? 0 : (linear.weight * coefficients[HISTORY_COLUMN]!) / spread;
  const effects = steps.map((step) => step * (1 - linear.weight + perLogit));
  for (let column = 0; column < HISTORY_COLUMN; column++) {
    const group = GROUP_OF_COLUMN[column]!;
    effects[group] = effects[group]! + linear.weight * coefficients[column]! * row[column]!;
  }
  // Zero, but where the column was kept within its farthest value.
  const kept = linear.weight * coefficients[HISTORY_COLUMN]! * row[HISTORY_COLUMN]! - perLogit * (atHistory - center);
  effects[RHYTHM] = effects[RHYTHM]! + kept;
  if (forest !== null) addForestEffects(forest, row, { weight: trees.weight, groups: GROUP_OF_COLUMN }, effects);
  return effects;
}
