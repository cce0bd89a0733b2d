import type { Model } from '../model/model.js';
import { knowsSecondOrders, nextGapDays } from '../model/rhythm/rhythm.js';
import type { GapQuantiles } from '../model/rhythm/rhythm.js';
import type { Features } from '../orders/features.js';
import { agoText, capitalised, inDays, ownGapsOf, usualPace, wholeDays } from './fact.js';
import type { Fact, OwnGaps } from './fact.js';

/** A longer gap says nothing to a shop. */
const LONGEST_COMPARED_GAP_DAYS = 365;

/** The days since the last order, compared with the customer's own rhythm, or with that of the shop after a single order day. */
export function silenceFact(effect: number, features: Features, model: Model): Fact {
  const usual = nextGapDays(features.days, { from: 0, to: features.orderDays }, model);
  return features.x === 0 ? firstOrderFact(effect, features, usual, model) : repeatFact(effect, features, usual);
}

function repeatFact(effect: number, features: Features, next: GapQuantiles): Fact {
  const gaps = ownGapsOf(features);
  const text = effect > 0 ? lateText(features, gaps, next) : notLateText(features, gaps, next);
  // A silence that does not exceed the customer's own gap does not look like a delay.
  return { value: features.silentDays, typical: gaps.usual, text, agrees: effect < 0 || features.silentDays > comparedGap(gaps) };
}

/** The gap that a reader compares the silence with: the usual one, or the longer of two that differ much. */
const comparedGap = ({ usual, longest, isUneven }: OwnGaps): number => (isUneven ? longest : usual);

function lateText(features: Features, gaps: OwnGaps, { p80 }: GapQuantiles): string {
  const { silentDays, x } = features;
  const pace = usualPace(features, gaps);
  const usual = x === 1 || gaps.isUneven ? capitalised(pace) : `This customer ${pace}`;
  if (silentDays <= comparedGap(gaps)) return `The last order was ${agoText(features)}. ${usual}.`;
  const since = `No order for ${inDays(silentDays)}. ${usual}`;
  const within = wholeDays(Math.floor(p80));
  // The shrunken gap can be shorter than the own one: a reader would take that for a mistake.
  if (silentDays <= p80 || within <= comparedGap(gaps)) return `${since}.`;
  return `${since}; four in five such customers would have ordered within ${inDays(within)}.`;
}

/** Says that the customer is not late, in words that fit the days in which the next order is expected. */
function notLateText(features: Features, gaps: OwnGaps, { p20 }: GapQuantiles): string {
  const { silentDays, x } = features;
  const ordered = `Ordered ${agoText(features)}${x === 1 || gaps.isUneven ? ', and' : ' and'} ${usualPace(features, gaps)}`;
  if (silentDays > comparedGap(gaps)) return `${ordered}: hardly late yet.`;
  return `${ordered}: ${silentDays < p20 ? 'the next order is not due yet' : 'not late yet'}.`;
}

function firstOrderFact(effect: number, features: Features, { p50, p80 }: GapQuantiles, model: Model): Fact {
  const { silentDays: value, ordersTotal } = features;
  const since = effect > 0 ? onlyOrderText(features) : `First order${ordersTotal === 1 ? '' : 's'} ${agoText(features)}`;
  // Compared with a time that the silence has passed where it raises, and with one to come where it lowers.
  const isFour = effect > 0 ? value > p80 : value > p50;
  const typical = wholeDays(Math.floor(isFour ? p80 : p50));
  const hasPassed = value > (isFour ? p80 : p50);
  if (typical > LONGEST_COMPARED_GAP_DAYS || hasPassed !== effect > 0)
    return { value, typical: null, text: `${since}.`, agrees: value > p50 === effect > 0 };
  const whose = knowsSecondOrders(model) ? 'your customers' : 'customers';
  const share = isFour ? 'four in five' : 'half';
  return { value, typical, text: `${since}. Of ${whose} who order again, ${share} do so within ${inDays(typical)}.`, agrees: true };
}

const onlyOrderText = (features: Features): string =>
  `${features.ordersTotal === 1 ? 'One order' : 'Ordered on one day only'}, ${agoText(features)}`;
