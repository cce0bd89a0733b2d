import type { Model } from '../model/model.js';
import { typicalGapDays } from '../model/rhythm.js';
import type { Features } from '../orders/features.js';
import { gapsOf } from '../orders/gaps.js';
import { agoText, everyDays, explains, inDays, moneyText, ownGapDays, twoDecimals, wholeDays } from './fact.js';
import type { Fact } from './fact.js';
import type { CustomerFactor } from './reason-effects.js';
import { spendPerDay } from './regular-customer.js';
import { silenceFact } from './silence-fact.js';

/** A last gap that is longer or shorter than the usual one by this factor is worth a sentence. */
const CHANGED_GAP = 1.5;

/**
 * One fact about the customer, and what is usual in the shop. The sentence follows the sign of the effect; where the numbers point the
 * other way, it gives them without "more" or "less".
 */
export function factOf(factor: CustomerFactor, effect: number, features: Features, model: Model): Fact {
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
  }
}

function ordersFact(effect: number, { orderDays: value }: Features, { regular }: Model): Fact {
  const text = `Has ordered on ${inDays(value)} so far`;
  if (regular === null) {
    const others = effect > 0 ? 'those who have come back more often are' : 'customers who have come back are';
    return { value, typical: null, text: `${text}; ${others} more likely to order again.`, agrees: true };
  }
  const typical = regular.orderDays;
  const compared = value === typical ? ', as your regular customers have' : `; your regular customers on ${typical}`;
  return { value, typical, text: `${text}${compared}.`, agrees: explains(effect, { value, typical }, 'lowers') };
}

function rhythmFact(effect: number, features: Features, model: Model): Fact {
  const gap = { own: ownGapDays(features), usual: wholeDays(typicalGapDays(model)) };
  const said = notDueSoon(effect, features, gap.own, model) ?? pace(effect, features, gap, model) ?? lastGap(effect, features, gap.own);
  const text = said ?? `${paceText(features, gap.own)}; ${gap.usual} is usual${here(model)}.`;
  return { value: gap.own, typical: gap.usual, text, agrees: said !== null };
}

function notDueSoon(effect: number, features: Features, own: number, { horizonDays }: Model): string | null {
  if (effect < 0 || own <= features.recencyDays + horizonDays) return null;
  const usual = features.x === 1 ? `The one gap so far was ${inDays(own)}` : `Usually orders every ${inDays(own)}`;
  return `${usual}, and the last order was ${agoText(features)}: the next is hardly due in the coming ${inDays(horizonDays)}.`;
}

/** Compares the numbers that the reader sees, not those behind them. */
function pace(
  effect: number,
  features: Features,
  { own, usual }: { readonly own: number; readonly usual: number },
  model: Model,
): string | null {
  if (!explains(effect, { value: own, typical: usual }, 'raises')) return null;
  const [faster, slower] = features.x === 1 ? ['sooner', 'later'] : ['more often', 'less often'];
  return `${paceText(features, own)}, ${effect < 0 ? faster : slower} than is usual${here(model)} (${usual}).`;
}

function lastGap(effect: number, features: Features, own: number): string | null {
  const last = gapsOf(features.days, { from: 0, to: features.orderDays }).at(-1) ?? own;
  const hasChanged = effect > 0 ? last > CHANGED_GAP * own : CHANGED_GAP * last < own;
  return hasChanged ? `Usually orders every ${everyDays(own)}; the last two orders were ${inDays(last)} apart.` : null;
}

const paceText = ({ x }: Features, own: number): string => (x === 1 ? `Came back after ${inDays(own)}` : `Orders every ${everyDays(own)}`);

/** Before a shop has shown a rhythm, what is usual comes from other shops. */
const here = ({ rhythm }: Model): string => (rhythm === null ? '' : ' here');

function spendFact(effect: number, { days, orderDays, ordersTotal }: Features, { regular }: Model): Fact {
  const spend = spendPerDay(days, { from: 0, to: orderDays });
  if (spend === null) return { value: 0, typical: null, text: 'No amount of this customer’s orders is known.', agrees: false };
  const value = twoDecimals(spend);
  const text = `Spends ${moneyText(value)} ${ordersTotal === orderDays ? 'per order' : 'on a day with an order'}`;
  const typical = regular === null || regular.spend === null ? null : twoDecimals(regular.spend);
  if (typical === null) return { value, typical, text: `${text}.`, agrees: false };
  if (!explains(effect, { value, typical }, 'lowers')) {
    return { value, typical, text: `${text}; ${moneyText(typical)} is usual.`, agrees: false };
  }
  const [where, often] = effect < 0 ? ['above', 'more'] : ['below', 'less'];
  const compared = `${where} the usual ${moneyText(typical)}, and such customers come back ${often} often here`;
  return { value, typical, text: `${text}, ${compared}.`, agrees: true };
}

function tenureFact(effect: number, { tx: value }: Features, { regular }: Model): Fact {
  const text = `The orders so far span ${inDays(value)}`;
  if (regular === null) return { value, typical: null, text: `${text}.`, agrees: false };
  const typical = regular.spanDays;
  const agrees = explains(effect, { value, typical }, 'lowers');
  return { value, typical, text: `${text}; those of your regular customers span ${typical}.`, agrees };
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
  const them = `${whose.charAt(0).toUpperCase()}${whose.slice(1)}`;
  const often = regularLogit < 0 ? `${them} are likely to order again` : `Even ${whose} often do not order`;
  return { value, typical: null, text: `${often}: ${share} ${isOne ? 'places' : 'place'} no order in ${inDays(horizonDays)}.` };
}

const tenths = (share: number): number => Math.min(9, Math.max(1, Math.round(10 * share)));
