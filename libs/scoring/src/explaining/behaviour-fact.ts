import { recentSignals } from '../behaviour/behaviour-columns.js';
import { subscriptionAt } from '../behaviour/subscription.js';
import type { Model } from '../model/model.js';
import { LOOKBACK_DAYS, NO_ACTIVITY, SIGNALS, signalsOf } from '../orders/activity.js';
import type { BehaviourGroup, Signal } from '../orders/activity.js';
import type { Features } from '../orders/features.js';
import { inDays } from './fact.js';
import type { Fact } from './fact.js';

type CountedGroup = Exclude<BehaviourGroup, 'subscriptions'>;
type CountedSignal = Exclude<Signal, `subscription_${string}`>;

/** Words for the last event of each kind. */
const DONE: Readonly<Record<CountedSignal, string>> = {
  session_started: 'Visited the shop',
  page_viewed: 'Visited the shop',
  product_viewed: 'Looked at a product',
  cart_updated: 'Changed the cart',
  checkout_started: 'Started a checkout',
  checkout_abandoned: 'Abandoned a checkout',
  email_opened: 'Opened an e-mail',
  email_clicked: 'Clicked a link in an e-mail',
  email_unsubscribed: 'Unsubscribed from e-mails',
  support_ticket_opened: 'Opened a support ticket',
  review_submitted: 'Wrote a review',
};

/** Sentences for a group without any event. */
const NOT_DONE: Readonly<Record<CountedGroup, string>> = {
  visits: 'No visit to the shop',
  views: 'Looked at no product',
  carts: 'No cart and no checkout',
  emails: 'Opened no e-mail',
  unsubscribes: 'Has not unsubscribed from e-mails',
  tickets: 'No support ticket',
  reviews: 'Wrote no review',
};

/** Events that a reader expects to raise the score. All others are expected to lower it, most of all recent ones. */
const BAD_SIGNS: ReadonlySet<Signal> = new Set(['checkout_abandoned', 'email_unsubscribed', 'support_ticket_opened']);
const BAD_GROUPS: ReadonlySet<CountedGroup> = new Set(['unsubscribes', 'tickets']);

/** States the last event of a group and how long ago it was. The sentence explains an effect that a reader would not expect. */
export function behaviourFact(group: CountedGroup, effect: number, { days, today }: Features): Fact {
  const { age } = recentSignals(days.activity ?? NO_ACTIVITY, 0, today);
  // The later of two kinds of the same day says more: an abandoned checkout follows the started one.
  const last = signalsOf(group).reduce((latest, signal) => (age[signal]! <= age[latest]! ? signal : latest));
  const value = age[last]!;
  if (value >= LOOKBACK_DAYS) {
    const text = `${NOT_DONE[group]} in the last ${inDays(LOOKBACK_DAYS)}.`;
    return { value, typical: null, text, agrees: BAD_GROUPS.has(group) ? effect < 0 : effect > 0 };
  }
  const type = SIGNALS[last]![0];
  const isExpected = BAD_SIGNS.has(type) === effect > 0;
  return {
    value,
    typical: null,
    text: `${DONE[type as CountedSignal]} ${agoOf(value)}${isExpected ? '.' : learnedText(effect)}`,
    agrees: true,
  };
}

/** The state of the customer's subscription. */
export function subscriptionFact(effect: number, { days, today }: Features, { behaviour }: Model): Fact {
  const state = subscriptionAt(days.activity ?? NO_ACTIVITY, 0, today, behaviour?.renewalDays ?? 0);
  switch (state.kind) {
    case 'none':
      return { value: 0, typical: null, text: 'Has no subscription.', agrees: effect > 0 };
    case 'cancelled': {
      const text = `Cancelled the subscription ${agoOf(state.sinceDays)}${effect > 0 ? '.' : learnedText(effect)}`;
      return { value: state.sinceDays, typical: null, text, agrees: true };
    }
    case 'active': {
      const late = -state.untilRenewalDays;
      const text = late > 0 ? `The subscription was due for renewal ${agoOf(late)}` : `Has a subscription that renews ${inText(-late)}`;
      return {
        value: state.untilRenewalDays,
        typical: null,
        text: `${text}${late > 0 === effect > 0 ? '.' : learnedText(effect)}`,
        agrees: true,
      };
    }
  }
}

export const learnedText = (effect: number): string => `; such customers come back ${effect < 0 ? 'more' : 'less'} often here.`;
const agoOf = (days: number): string => (days === 0 ? 'today' : `${inDays(days)} ago`);
const inText = (days: number): string => (days === 0 ? 'today' : `in ${inDays(days)}`);
