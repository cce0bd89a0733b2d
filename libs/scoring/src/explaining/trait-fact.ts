import { medianIn } from '../behaviour/trait-scale.js';
import type { Model } from '../model/model.js';
import type { Features } from '../orders/features.js';
import { traitAt, traitName } from '../orders/traits.js';
import type { TraitGroup } from '../orders/traits.js';
import { learnedText } from './behaviour-fact.js';
import type { Fact } from './fact.js';

const MOST_DECIMALS = 4;

/** States a trait of the merchant and the median of the shop. Its meaning is learned from the shop's past alone. */
export function traitFact(group: TraitGroup, effect: number, { days, today }: Features, { behaviour }: Model): Fact {
  const name = traitName(group);
  const value = traitAt(days.traits, name, 0, today);
  if (Number.isNaN(value)) {
    return { value: 0, typical: null, text: `Your trait "${name}" has no value${learnedText(effect)}`, agrees: true };
  }
  const scale = behaviour?.traits.find((each) => each.name === name);
  const typical = scale === undefined ? null : medianIn(scale);
  const usual = typical === null || typical === value ? '' : `, and ${numberText(typical)} is the median`;
  return { value, typical, text: `Your trait "${name}" is ${numberText(value)}${usual}${learnedText(effect)}`, agrees: true };
}

/** A number as a reader writes it, without the noise of binary fractions. */
const numberText = (value: number): string => String(Number(value.toFixed(MOST_DECIMALS)));
