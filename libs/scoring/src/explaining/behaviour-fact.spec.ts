import { activeShop } from '../../test-data/active-shop.js';
import { order, NOON, DAY_MS, daysAgo } from '../../test-data/order-facts.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel, type Model } from '../model/model.js';
import { REASON_FACTORS } from '../model/reason-groups.js';
import { scoreHistory } from '../model/score-history.js';
import { activityOfOne, BEHAVIOUR_GROUPS, signalNumber, type Signal } from '../orders/activity.js';
import { featuresOfTotals, totalsOf, withCovariates, type Features } from '../orders/features.js';
import { customerCount, dayOf } from '../orders/order-days.js';
import { customerView } from '../orders/sparse-rows.js';
import { dueDay } from '../scores/due-day.js';
import { lifecycleOf } from '../scores/lifecycle.js';
import { scoreCustomer, standingBy } from '../scores/score-customer.js';
import { behaviourFact, subscriptionFact } from './behaviour-fact.js';
import { explain } from './explanation.js';
import { reasonEffects } from './reason-effects.js';

const TODAY = dayOf(NOON);
const SHOP = activeShop(1500, TODAY);
const MODEL = fitModel(SHOP, { today: TODAY, horizonDays: 14, bands: DEFAULT_BANDS, seed: 5 });

/** A customer as live scoring reads it: from its orders and its own activity. */
function featuresOfCustomer(i: number, nowMs = NOON): Features {
  const rows = Array.from(SHOP.day.subarray(SHOP.offsets[i], SHOP.offsets[i + 1]), (day, k) =>
    order({ placedAtMs: day * DAY_MS, amount: Math.round(SHOP.value[SHOP.offsets[i]! + k]! * 10_000) }),
  );
  const { day, signal, count } = customerView(SHOP.activity, i);
  const activity = activityOfOne(Array.from(day, (each, k) => ({ day: each, signal: signal[k]!, count: count[k]! })));
  return featuresOfTotals(withCovariates(totalsOf(rows, nowMs), { activity }), { firstSeenMs: 0 }, nowMs);
}

const CUSTOMERS = Array.from({ length: customerCount(SHOP) }, (_, i) => i).filter((i) => SHOP.offsets[i] !== SHOP.offsets[i + 1]);

describe('a score with behaviour', () => {
  const scores = scoreHistory(SHOP, MODEL, TODAY);

  it('is the same for a customer alone as for everybody in a fit', () => {
    expect(MODEL.behaviour).not.toBeNull();
    for (const i of CUSTOMERS) expect(scoreCustomer(featuresOfCustomer(i), MODEL)?.score).toBe(scores[i]!.toFixed(4));
  });

  it('is explained without a rest: the effects add up to its distance from that of a regular customer', () => {
    let told = 0;
    for (const i of CUSTOMERS) {
      const features = featuresOfCustomer(i);
      const { effects, logit, regularLogit } = reasonEffects(features, MODEL);
      expect(Object.values(effects).reduce((sum, effect) => sum + effect, 0)).toBeCloseTo(logit - regularLogit, 8);
      // Log-odds beyond those of 0.0001 and 0.9999 are kept within them.
      expect(Math.max(0.0001, Math.min(0.9999, 1 / (1 + Math.exp(-logit))))).toBeCloseTo(scores[i]!, 8);
      told += explain(features, MODEL).filter(({ factor }) => factor === 'visits').length;
    }
    expect(told).toBeGreaterThan(100);
  });

  it('holds until the day on which it is due, also while behaviour ages', () => {
    for (const i of CUSTOMERS.slice(0, 150)) {
      const features = featuresOfCustomer(i);
      const standing = standingBy(features, MODEL)!;
      const stored = { ...standing, ...lifecycleOf(features, MODEL, standing.score) };
      const due = dueDay(features, MODEL, stored, null);
      for (let day = TODAY + 1; day < due; day++) {
        const then = standingBy(featuresOfCustomer(i, NOON + (day - TODAY) * DAY_MS), MODEL)!;
        expect(Math.abs(Number(then.score) - Number(standing.score))).toBeLessThan(0.005);
        expect(then.label).toBe(standing.label);
      }
    }
  });

  it('has a factor for each group that a reason can name', () => {
    for (const group of BEHAVIOUR_GROUPS) expect(REASON_FACTORS).toContain(group);
  });
});

const featuresWith = (...events: (readonly [Signal, number])[]): Features =>
  featuresOfTotals(
    withCovariates(totalsOf([order({ placedAtMs: daysAgo(9) })], NOON), {
      activity: activityOfOne(events.map(([signal, ago]) => ({ day: TODAY - ago, signal: signalNumber(signal), count: 1 }))),
    }),
    { firstSeenMs: 0 },
    NOON,
  );

describe('the sentences about behaviour', () => {
  it.each<[string, Parameters<typeof behaviourFact>[0], number, [Signal, number][], boolean]>([
    ['Abandoned a checkout 3 days ago.', 'carts', 1, [['checkout_started', 3], ['checkout_abandoned', 3]], true],
    ['Abandoned a checkout 3 days ago; such customers come back more often here.', 'carts', -1, [['checkout_abandoned', 3], ['cart_updated', 8]], true],
    ['Visited the shop today.', 'visits', -1, [['page_viewed', 0]], true],
    ['Visited the shop 40 days ago; such customers come back less often here.', 'visits', 1, [['session_started', 40]], true],
    ['No visit to the shop in the last 180 days.', 'visits', 1, [['session_started', 200]], true],
    ['No visit to the shop in the last 180 days.', 'visits', -1, [], false],
    ['Opened no e-mail in the last 180 days.', 'emails', 1, [], true],
    ['Clicked a link in an e-mail 1 day ago.', 'emails', -1, [['email_opened', 1], ['email_clicked', 1]], true],
    ['Unsubscribed from e-mails 12 days ago.', 'unsubscribes', 1, [['email_unsubscribed', 12]], true],
    ['No support ticket in the last 180 days.', 'tickets', -1, [], true],
    ['No support ticket in the last 180 days.', 'tickets', 1, [], false],
  ])('reads "%s"', (text, group, effect, events, agrees) => {
    expect(behaviourFact(group, effect, featuresWith(...events))).toMatchObject({ text, agrees });
  }); // prettier-ignore

  const SUBSCRIBED: Model = {
    ...coldStartModel(30, DEFAULT_BANDS),
    behaviour: { groups: ['subscriptions'], traits: [], renewalDays: 30, center: [], spread: [], base: { center: 0, spread: 1 }, coefficients: [], shift: 0, regular: [], gains: [] }, // prettier-ignore
  };

  it.each<[string, number, [Signal, number][], boolean]>([
    [
      'Cancelled the subscription 12 days ago.',
      1,
      [
        ['subscription_started', 40],
        ['subscription_cancelled', 12],
      ],
      true,
    ],
    ['Has a subscription that renews in 18 days.', -1, [['subscription_started', 12]], true],
    ['Has a subscription that renews today.', -1, [['subscription_started', 30]], true],
    ['The subscription was due for renewal 5 days ago.', 1, [['subscription_started', 35]], true],
    ['Has no subscription.', 1, [], true],
    ['Has no subscription.', -1, [], false],
  ])('reads "%s"', (text, effect, events, agrees) => {
    expect(subscriptionFact(effect, featuresWith(...events), SUBSCRIBED)).toMatchObject({ text, agrees });
  });
});
