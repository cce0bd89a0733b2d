import { REASON_GROUPS, type ReasonGroup } from '../model/reason-groups.js';
import { effectReader } from './effects.js';
import type { Features } from '../orders/features.js';
import type { Model, TypicalCustomer } from '../model/model.js';
import { inDays, rhythmFact, silenceFact } from './reason-texts.js';
import type { Fact } from './reason-texts.js';
import { recentOrderDays } from './typical-customer.js';

/**
 * The distance of a customer's log-odds from the mean of the shop, by groups in the order of `REASON_GROUPS`. They add up to the
 * whole distance.
 */
export function effectsFromMean(features: Features, model: Model, typical: TypicalCustomer): Float64Array {
  const own = effectReader(model, features.today)(features.days, { from: 0, to: features.orderDays });
  return own.map((effect, group) => effect - typical.effects[group]!);
}

/** One fact about this customer, and what is usual in the shop. */
export function factOf(group: ReasonGroup, features: Features, model: Model, typical: TypicalCustomer): Fact {
  switch (group) {
    case 'silence':
      return silenceFact(features, model.mbg);
    case 'orders':
      return ordersFact(features, typical);
    case 'rhythm':
      return features.avgGapDays === null ? NO_RHYTHM : rhythmFact(features.avgGapDays, features.x, model.mbg);
    case 'recent':
      return recentFact(features, model, typical);
    case 'spend':
      return spendFact(features, model);
    case 'tenure':
      return tenureFact(features, typical);
  }
}

/** Groups by the strength of their effect, the strongest first. */
export const byStrength = (effects: Float64Array): { group: ReasonGroup; effect: number }[] =>
  REASON_GROUPS.map((group, i) => ({ group, effect: effects[i]! })).toSorted((one, other) => Math.abs(other.effect) - Math.abs(one.effect));

const NO_RHYTHM: Fact = { value: 0, typical: null, text: 'ordered on one day only, so there is no rhythm yet' };

function ordersFact({ orderDays }: Features, typical: TypicalCustomer): Fact {
  const mean = oneDecimal(typical.orderDays);
  return { value: orderDays, typical: mean, text: `${inDays(orderDays, 'order day')} so far; the average customer has ${mean}` };
}

function recentFact({ days, orderDays, today }: Features, { horizonDays }: Model, typical: TypicalCustomer): Fact {
  const count = recentOrderDays(days, { from: 0, to: orderDays }, today, horizonDays);
  const mean = oneDecimal(typical.recentOrderDays);
  const text = `${inDays(count, 'order day')} in the last ${inDays(horizonDays)}; the average customer has ${mean}`;
  return { value: count, typical: mean, text };
}

function spendFact({ days }: Features, { learner }: Model): Fact {
  const known = days.value.filter((value) => value > 0);
  const lnSpend = learner?.habits.lnSpend ?? null;
  if (known.length === 0 || lnSpend === null) return { value: 0, typical: null, text: 'no amount is known' };
  const mean = twoDecimals(known.reduce((sum, value) => sum + value, 0) / known.length);
  const typical = twoDecimals(Math.exp(lnSpend));
  return { value: mean, typical, text: `spends ${mean.toFixed(2)} per order day; ${typical.toFixed(2)} is typical` };
}

function tenureFact({ T }: Features, typical: TypicalCustomer): Fact {
  const mean = Math.round(typical.tenureDays);
  return { value: T, typical: mean, text: `first ordered ${T === 0 ? 'today' : `${inDays(T)} ago`}; the average customer ${mean}` };
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;
const twoDecimals = (value: number): number => Math.round(value * 100) / 100;
