import type { Model } from '../model/model.js';
import { nextGapDays } from '../model/rhythm.js';
import type { GapQuantiles } from '../model/rhythm.js';
import type { Features } from '../orders/features.js';
import { agoText, inDays, ownGapDays, usualPace, wholeDays } from './fact.js';
import type { Fact } from './fact.js';

/** A longer gap says nothing to a shop. */
const LONGEST_COMPARED_GAP_DAYS = 365;

/** The days since the last order, compared with the customer's own rhythm, or with that of the shop after a single order day. */
export function silenceFact(effect: number, features: Features, model: Model): Fact {
  const usual = nextGapDays(features.days, { from: 0, to: features.orderDays }, model);
  return features.x === 0 ? firstOrderFact(effect, features, usual, model) : repeatFact(effect, features, usual);
}

function repeatFact(effect: number, features: Features, { p80 }: GapQuantiles): Fact {
  const own = ownGapDays(features);
  const text = effect > 0 ? lateText(features, own, p80) : notDueText(features, own);
  // With a silence that is no longer than the own gap, the reader sees no delay.
  return { value: features.recencyDays, typical: own, text, agrees: effect < 0 || features.recencyDays > own };
}

function lateText(features: Features, own: number, p80: number): string {
  const { recencyDays, T, tx, x } = features;
  const usual = x === 1 ? `The one gap so far was ${inDays(own)}` : `This customer ${usualPace(features, own)}`;
  if (recencyDays <= own) return `The last order was ${agoText(features)}. ${usual}.`;
  const since = `No order for ${inDays(recencyDays)}. ${usual}`;
  const within = wholeDays(Math.floor(p80));
  // The shrunken gap can be shorter than the own one: a reader would take that for a mistake.
  if (T - tx <= p80 || within <= own) return `${since}.`;
  return `${since}; four in five with that rhythm would have ordered within ${within}.`;
}

function notDueText(features: Features, own: number): string {
  const usual = `Ordered ${agoText(features)}${features.x === 1 ? ', and' : ' and'} ${usualPace(features, own)}`;
  return features.recencyDays <= own ? `${usual}: the next order is not due yet.` : `${usual}: hardly late yet.`;
}

function firstOrderFact(effect: number, features: Features, { p50, p80 }: GapQuantiles, { rhythm }: Model): Fact {
  const { recencyDays: value, T, ordersTotal } = features;
  const since = effect > 0 ? onlyOrderText(features) : `First order${ordersTotal === 1 ? '' : 's'} ${agoText(features)}`;
  // Compared with a time that the silence has passed where it raises, and with one to come where it lowers.
  const isFour = effect > 0 ? T > p80 : T > p50;
  const typical = wholeDays(Math.floor(isFour ? p80 : p50));
  const hasPassed = T > (isFour ? p80 : p50);
  if (typical > LONGEST_COMPARED_GAP_DAYS || hasPassed !== effect > 0)
    return { value, typical: null, text: `${since}.`, agrees: T > p50 === effect > 0 };
  const whose = rhythm?.second == null ? 'customers' : 'your customers';
  const share = isFour ? 'four in five' : 'half';
  return { value, typical, text: `${since}. Of ${whose} who order again, ${share} do so within ${inDays(typical)}.`, agrees: true };
}

const onlyOrderText = (features: Features): string =>
  `${features.ordersTotal === 1 ? 'One order' : 'Ordered on one day only'}, ${agoText(features)}`;
