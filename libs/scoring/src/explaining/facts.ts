import type { Model } from '../model/model.js';
import type { Features } from '../orders/features.js';
import { behaviourFact, subscriptionFact } from './behaviour-fact.js';
import { capitalised, explains, inDays, isLate, moneyText, twoDecimals } from './fact.js';
import type { Fact, ModelInCurrency } from './fact.js';
import type { CustomerFactor } from './reason-effects.js';
import { spendPerDay } from './regular-customer.js';
import { isTraitGroup } from '../orders/traits.js';
import { rhythmFact } from './rhythm-fact.js';
import { silenceFact } from './silence-fact.js';
import { traitFact } from './trait-fact.js';
import { isAboutTime, unknownLastFact } from './unknown-last-fact.js';

/**
 * One fact about the customer, and what is usual in the shop. The sentence follows the sign of the effect; where the numbers point the
 * other way, it gives them without "more" or "less".
 */
export function factOf(factor: CustomerFactor, effect: number, features: Features, model: ModelInCurrency): Fact {
  if (isTraitGroup(factor)) return traitFact(factor, effect, features, model);
  if (features.isLastUnknown && isAboutTime(factor)) return unknownLastFact(factor, effect, features);
  switch (factor) {
    case 'silence':
      return silenceFact(effect, features, model);
    case 'orders':
      return ordersFact(effect, features, model);
    case 'rhythm':
      return rhythmFact(effect, features, model);
    case 'spend':
      return spendFact(effect, features, model);
    case 'tenure':
      return tenureFact(effect, features, model);
    case 'subscriptions':
      return subscriptionFact(effect, features, model);
    case 'visits':
    case 'views':
    case 'carts':
    case 'emails':
    case 'unsubscribes':
    case 'tickets':
    case 'reviews':
      return behaviourFact(factor, effect, features);
  }
}

function ordersFact(effect: number, { orderDays: value, ordersTotal, earlier }: Features, { regular }: Model): Fact {
  const ordered = earlier === null ? `on ${inDays(value)}` : `${ordersTotal} times`;
  const text = value === 1 ? 'Has not come back so far' : `Has ordered ${ordered} so far`;
  if (regular === null) {
    const others = effect > 0 ? 'those who have come back more often are' : 'customers who have come back are';
    return { value, typical: null, text: `${text}; ${others} more likely to order again.`, agrees: true };
  }
  const typical = regular.orderDays;
  const regulars =
    value === 1 || earlier !== null
      ? `your regular customers have ordered on ${inDays(typical)}`
      : `your regular customers on ${inDays(typical)}`;
  const compared = value === typical ? ', as your regular customers have' : `; ${regulars}`;
  return { value, typical, text: `${text}${compared}.`, agrees: explains(effect, { value, typical }, 'lowers') };
}

function spendFact(effect: number, features: Features, model: ModelInCurrency): Fact {
  const inMoney = (amount: number): string => moneyText(amount, model.currency ?? null);
  const spend = spendPerDay(features.days, { from: 0, to: features.orderDays });
  if (spend === null) return { value: 0, typical: null, text: 'No amount of this customer’s orders is known.', agrees: false };
  const value = twoDecimals(spend);
  const text = spendText(inMoney(value), features, model);
  const { regular } = model;
  const typical = regular === null || regular.spend === null ? null : twoDecimals(regular.spend);
  if (typical === null) return { value, typical, text: `${text}.`, agrees: false };
  if (!explains(effect, { value, typical }, 'lowers')) {
    return { value, typical, text: `${text}; ${inMoney(typical)} is usual.`, agrees: false };
  }
  const [where, often] = effect < 0 ? ['above', 'more'] : ['below', 'less'];
  const compared = `${where} the usual ${inMoney(typical)}, and such customers come back ${often} often here`;
  return { value, typical, text: `${text}, ${compared}.`, agrees: true };
}

/** Uses the past tense after one order, which is not a habit, and for a customer who is late now. */
function spendText(amount: string, features: Features, model: Model): string {
  const { orderDays, ordersTotal } = features;
  if (ordersTotal === 1) return `The one order was worth ${amount}`;
  if (orderDays === 1) return `Spent ${amount} on the one day with orders`;
  return `${isLate(features, model) ? 'Spent' : 'Spends'} ${amount} ${ordersTotal === orderDays ? 'per order' : 'on a day with an order'}`;
}

function tenureFact(effect: number, { tx: value }: Features, { regular }: Model): Fact {
  const text = `First and last order are ${inDays(value)} apart`;
  if (regular === null) return { value, typical: null, text: `${text}.`, agrees: false };
  const typical = regular.spanDays;
  const agrees = explains(effect, { value, typical }, 'lowers');
  return { value, typical, text: `${text}; those of your regular customers ${inDays(typical)}.`, agrees };
}

/** Log-odds within which two customers are as likely to order: about one tenth in probability. */
const ALIKE = 0.5;

/** Explains a score by what the regular customers of the shop do. @param distance of the customer's log-odds from theirs */
export function regularFact(regularLogit: number, distance: number, { horizonDays, regular }: Model): Omit<Fact, 'agrees'> {
  const value = twoDecimals(1 / (1 + Math.exp(-regularLogit)));
  const isOne = tenths(value) === 1;
  const share = `about ${tenths(value)} in 10 of them`;
  const whose = regular === null ? 'regular customers' : 'your regular customers';
  if (Math.abs(distance) < ALIKE) {
    const text = `As likely to order as ${whose}: ${share} ${isOne ? 'does' : 'do'} not order in ${inDays(horizonDays)} either.`;
    return { value, typical: null, text };
  }
  const them = capitalised(whose);
  const often = regularLogit < 0 ? `${them} are likely to order again` : `Even ${whose} often do not order`;
  return { value, typical: null, text: `${often}: ${share} ${isOne ? 'places' : 'place'} no order in ${inDays(horizonDays)}.` };
}

const tenths = (share: number): number => Math.min(9, Math.max(1, Math.round(10 * share)));
