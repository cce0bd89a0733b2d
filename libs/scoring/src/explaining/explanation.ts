import type { ReasonGroup } from '../model/reason-groups.js';
import { byStrength, effectsFromMean, factOf } from './explain-fitted.js';
import type { Features } from '../orders/features.js';
import { mbgNoOrderLogit } from '../model/mbg-nbd.js';
import type { Model } from '../model/model.js';
import { inDays, rhythmFact, silenceFact, typicalGapDays } from './reason-texts.js';
import { clampLogit } from '../model/score-range.js';

export interface Reason {
  readonly factor: ReasonGroup;
  /** Value for this customer: days of silence, order days, days between order days, money per order day. */
  readonly value: number;
  /** Value to compare it with, in the same unit; null when there is none. */
  readonly typical: number | null;
  /** Change of the log-odds of placing no order, four decimals: positive raises the score. */
  readonly effect: number;
  readonly text: string;
}

const MOST_REASONS = 3;

/**
 * Why a customer's score is what it is, largest effect first, at most three reasons.
 *
 * With a fitted model, why it is not that of the mean customer of the shop; before the first fit there is no such customer, and the
 * comparison is with somebody who placed a first order today.
 */
export function explain(features: Features, model: Model): Reason[] {
  const { typical } = model;
  if (typical === null) return explainCold(features, model);
  return byStrength(effectsFromMean(features, model, typical))
    .slice(0, MOST_REASONS)
    .map(({ group, effect }) => ({ factor: group, effect: roundEffect(effect), ...factOf(group, features, model, typical) }));
}

/**
 * The log-odds change in three steps: from a first order today to as many order days at the typical gap (orders), to the customer's
 * own gap (rhythm), to the silence since (silence). Each effect is one step, so they add up to the whole distance.
 * A one-time buyer differs from the reference by silence alone.
 */
function explainCold(features: Features, model: Model): Reason[] {
  const { x, tx, T } = features;
  const logitOf = (days: number, atLastOrder: number, today: number): number =>
    clampLogit(mbgNoOrderLogit({ x: days, tx: atLastOrder, T: today }, model.mbg, model.horizonDays));
  const atLastOrder = logitOf(x, tx, tx);
  const silence = reason('silence', logitOf(x, tx, T) - atLastOrder, silenceFact(features, model.mbg));
  if (features.avgGapDays === null) return [silence];

  const typicalGap = typicalGapDays(model.mbg);
  const atTypicalGap = logitOf(x, x * typicalGap, x * typicalGap);
  const text = `${inDays(features.orderDays, 'order day')} so far; customers who came back before are more likely to order again`;
  const orders = reason('orders', atTypicalGap - logitOf(0, 0, 0), { value: features.orderDays, typical: 1, text });
  const rhythm = reason('rhythm', atLastOrder - atTypicalGap, rhythmFact(features.avgGapDays, x, model.mbg));
  return [silence, orders, rhythm].toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
}

const reason = (factor: ReasonGroup, effect: number, fact: Omit<Reason, 'factor' | 'effect'>): Reason => ({
  factor,
  ...fact,
  effect: roundEffect(effect),
});

/** Adding zero turns −0, which a rounded tiny effect may be, into 0. */
const roundEffect = (effect: number): number => Number(effect.toFixed(4)) + 0;
