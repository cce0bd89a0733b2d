import { labelOf, isAtRisk } from '../model/label.js';
import type { Label } from '../model/label.js';
import type { Model } from '../model/model.js';
import type { ReasonFactor } from '../model/reason-groups.js';
import { toScore } from '../model/score-range.js';
import type { Features } from '../orders/features.js';
import type { Fact } from './fact.js';
import { factOf, regularFact } from './facts.js';
import { reasonEffects } from './reason-effects.js';
import type { CustomerFactor, ReasonEffects } from './reason-effects.js';

export interface Reason {
  readonly factor: ReasonFactor;
  /** Value for this customer: days of silence, order days, days between order days, money per order day, days since the first order. */
  readonly value: number;
  /** Value to compare it with, in the same unit; null when there is none. */
  readonly typical: number | null;
  /** Change of the log-odds of placing no order, four decimals: positive raises the score. */
  readonly effect: number;
  readonly text: string;
}

const MOST_REASONS = 3;
/** A weaker effect moves a score by about one hundredth at most: it explains nothing. */
const LEAST_EFFECT = 0.05;

/**
 * Explains the score of a customer by at most three differences from a regular customer of the shop who is on time.
 *
 * First comes the strongest reason of the label's sign: one that raises the score for high and critical, one that lowers it for low.
 * Where no number of the customer shows such a reason, it is what the regular customers of the shop have in common.
 *
 * @param features of a customer with an order
 * @param label the published one, where the bands of the shop may have changed since the fit; that of the score unless given
 */
export function explain(features: Features, model: Model, label?: Label): Reason[] {
  const explained = reasonEffects(features, model);
  const sign = signOf(label ?? labelOf(toScore(1 / (1 + Math.exp(-explained.logit))), model.bands));
  const isOfSign = ({ effect }: Pick<Reason, 'effect'>): boolean => sign === 0 || effect * sign > 0;
  const effects = byStrength(explained).map(({ factor, effect }) => ({ factor, effect, fact: factOf(factor, effect, features, model) }));
  const agreeing = effects.filter(({ fact }) => fact.agrees).map(toReason);
  const regular = regularReason(explained, model);
  const first = agreeing.find(isOfSign) ?? (isOfSign(regular) ? regular : effects.filter(isOfSign).map(toReason)[0]) ?? regular;
  return [first, ...agreeing.filter((reason) => reason !== first)].slice(0, MOST_REASONS);
}

const toReason = ({ factor, effect, fact }: { factor: ReasonFactor; effect: number; fact: Fact }): Reason => ({
  factor,
  value: fact.value,
  typical: fact.typical,
  effect: roundEffect(effect),
  text: fact.text,
});

/** The sign of the effects that explain a label; 0 where both do. */
function signOf(label: Label): number {
  if (isAtRisk(label)) return 1;
  return label === 'low' ? -1 : 0;
}

function byStrength({ effects }: ReasonEffects): { factor: CustomerFactor; effect: number }[] {
  return Object.entries(effects)
    .map(([factor, effect]) => ({ factor: factor as CustomerFactor, effect }))
    .filter(({ effect }) => Math.abs(effect) >= LEAST_EFFECT)
    .toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect));
}

const regularReason = ({ logit, regularLogit }: ReasonEffects, model: Model): Reason => ({
  factor: 'regular',
  effect: roundEffect(regularLogit),
  ...regularFact(regularLogit, logit - regularLogit, model),
});

/** Adding zero turns −0, which a rounded tiny effect may be, into 0. */
const roundEffect = (effect: number): number => Number(effect.toFixed(4)) + 0;
