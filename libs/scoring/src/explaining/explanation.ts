import { labelOf, isAtRisk } from '../model/label.js';
import type { Label } from '../model/label.js';
import type { Model } from '../model/model.js';
import type { ReasonFactor } from '../model/reason-groups.js';
import { toScore } from '../model/score-range.js';
import { SLIPPING_SCORE } from '../model/rhythm/rhythm.js';
import { isTraitGroup } from '../orders/traits.js';
import type { Features } from '../orders/features.js';
import { isLate, isMissing } from './fact.js';
import type { Fact, ModelInCurrency } from './fact.js';
import { factOf, regularFact } from './facts.js';
import { paceFact } from './rhythm-fact.js';
import { reasonEffects } from './reason-effects.js';
import type { CustomerFactor, ReasonEffects } from './reason-effects.js';

export interface Reason {
  readonly factor: ReasonFactor;
  /** Value for this customer: days of silence, order days, days between order days, money per order day, days since the first order, a trait. */
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
 * The days without an order come first for customers who are late and have a label above low: they say why now. Where the next order is missing,
 * they are always among the reasons. For others the strongest reason with the sign of the label comes first: it raises the score for high and
 * critical, and also for medium and slipping customers who are late; it lowers the score for low. If no number of the customer gives such a
 * reason, the first reason is what the regular customers of the shop have in common.
 *
 * @param features of a customer with an order
 * @param label the published one, where the bands of the shop may have changed since the fit; that of the score unless given
 */
export function explain(features: Features, model: ModelInCurrency, label?: Label): Reason[] {
  const explained = reasonEffects(features, model);
  const score = toScore(1 / (1 + Math.exp(-explained.logit)));
  const late = isLate(features, model);
  // With custom bands a shop may label a customer low who is slipping away.
  const least = late && Number(score) >= SLIPPING_SCORE ? 0 : -1;
  const sign = Math.max(least, signOf(label ?? labelOf(score, model.bands)));
  const effects = byStrength(explained).map(({ factor, effect }) => ({ factor, effect, fact: factOf(factor, effect, features, model) }));
  const missing = isMissing(features, model);
  const telling = withoutRepetition(
    effects.filter(({ factor, effect, fact }) => fact.agrees || (missing && factor === 'silence' && effect > 0)),
    features,
    model,
  );
  const told = telling.map(toReason);
  const wanted = sign === 0 && missing ? 1 : sign;
  const silence = missing && wanted > 0 ? telling.findIndex(({ effect, ...each }) => effect > 0 && tellsSilence(each)) : -1;
  const own = told[silence] ?? told.find(({ effect }) => effect * wanted > 0);
  const first = sign === 0 ? (own ?? told[0]) : own;
  const regular = regularReason(explained, model);
  const isRegular = !missing && (explained.logit - explained.regularLogit) * sign < 0 && isStronger(regular, first, sign);
  const others = effects.map(toReason).find(({ effect }) => effect * sign > 0);
  const begins = isRegular ? regular : (first ?? (regular.effect * sign > 0 ? regular : others) ?? regular);
  const reasons = [begins, ...told.filter((reason) => reason !== begins)];
  return missing ? withSilence(reasons, () => silenceOf(explained, features, model)) : reasons.slice(0, MOST_REASONS);
}

/** Keeps the silence among the first reasons: a reader who sees that the next order is missing looks for it. */
function withSilence(reasons: readonly Reason[], weakSilence: () => Reason): Reason[] {
  const first = reasons.slice(0, MOST_REASONS);
  if (first.some(({ factor }) => factor === 'silence')) return first;
  return [...first.slice(0, MOST_REASONS - 1), reasons.find(({ factor }) => factor === 'silence') ?? weakSilence()];
}

/** Returns the silence of a customer whose next order is missing, also where waiting moves the score little or not at all. */
const silenceOf = ({ effects }: ReasonEffects, features: Features, model: Model): Reason =>
  toReason({ factor: 'silence', effect: effects.silence, fact: factOf('silence', effects.silence < 0 ? -1 : 1, features, model) });

const isStronger = (regular: Reason, own: Reason | undefined, sign: number): boolean => regular.effect * sign > Math.abs(own?.effect ?? 0);

interface ToldEffect {
  readonly factor: CustomerFactor;
  readonly effect: number;
  readonly fact: Fact;
}

const tellsSilence = ({ factor, fact }: Pick<ToldEffect, 'factor' | 'fact'>): boolean => factor === 'silence' || fact.tellsSilence === true;

/** Tells the days since the last order once: by the stronger of silence and rhythm. */
function withoutRepetition(effects: readonly ToldEffect[], features: Features, model: Model): ToldEffect[] {
  const telling = effects.filter(tellsSilence);
  if (telling.length < 2) return [...effects];
  const [stronger, weaker] = telling;
  if (stronger?.factor !== 'silence') return effects.filter((each) => each !== weaker);
  return effects
    .map((each) => (each === weaker ? { ...each, fact: paceFact(each.effect, features, model) } : each))
    .filter(({ fact }) => fact.agrees);
}

const toReason = ({ factor, effect, fact }: ToldEffect): Reason => ({
  factor: isTraitGroup(factor) ? 'trait' : factor,
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
