import { scorerOf } from '../model/blend.js';
import { moneyOf } from '../model/money.js';
import type { Money } from '../model/money.js';
import type { Features } from '../orders/features.js';
import { labelOf } from '../model/label.js';
import type { Label } from '../model/label.js';
import type { Model } from '../model/model.js';
import { toScore } from '../model/score-range.js';
import { confidenceOf } from './confidence.js';
import type { Confidence } from './confidence.js';
import { lifecycleOf } from './lifecycle.js';
import type { LifecycleState } from './lifecycle.js';

/** A score as it is stored. */
export interface ScoredLabel {
  /** P(no order within the model's horizon), four decimals, "0.0001" to "0.9999". */
  readonly score: string;
  readonly label: Label;
  readonly modelVersion: string;
}

/** A score, and what follows from the same orders and the same model. `explain`, `nextOrder` and `confidenceText` say more on reading. */
export interface Scored extends ScoredLabel, LifecycleState, Money {
  readonly confidence: Confidence;
}

/** The part of a customer's features that a score is made of. */
export type ScoreInput = Pick<Features, 'days' | 'orderDays' | 'x' | 'tx' | 'T' | 'today'>;

/** Null for a customer without a counted order: nothing would be known, so no number is made up. */
export const scoreCustomer = (features: ScoreInput, model: Model): Scored | null => customerScorer(model)(features);

/** Returns the function that scores one customer after another as `scoreCustomer` does, without preparing the model each time. */
export function customerScorer(model: Model): (features: ScoreInput) => Scored | null {
  const probabilityOf = scorerOf(model);
  return (features) => {
    if (features.orderDays === 0) return null;
    const { score, label } = standingOf(
      probabilityOf(features.days, { from: 0, to: features.orderDays, customer: 0 }, features.today),
      model,
    );
    const { lifecycle, secondDueSinceDay, lateSinceDay, lateFromDay } = lifecycleOf(features, model, score);
    const { expectedRevenue, revenueAtRisk } = moneyOf(features, model, score);
    const confidence = confidenceOf(features, model.fit);
    // Spreading the parts instead takes several times as long as the score.
    return {
      score,
      label,
      modelVersion: model.version,
      lifecycle,
      secondDueSinceDay,
      lateSinceDay,
      lateFromDay,
      expectedRevenue,
      revenueAtRisk,
      confidence,
    };
  };
}

/** Score and label alone, as `scoreCustomer` gives them. */
export function standingBy(features: ScoreInput, model: Model): Omit<ScoredLabel, 'modelVersion'> | null {
  if (features.orderDays === 0) return null;
  return standingOf(scorerOf(model)(features.days, { from: 0, to: features.orderDays, customer: 0 }, features.today), model);
}

function standingOf(probability: number, { bands }: Model): Omit<ScoredLabel, 'modelVersion'> {
  const score = toScore(probability);
  return { score, label: labelOf(score, bands) };
}
