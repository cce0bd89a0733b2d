import { daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { factOf, regularFact } from './facts.js';
import { type Fact, isMissing, usualGapDays } from './fact.js';
import { explain } from './explanation.js';
import type { CustomerFactor } from './reason-effects.js';
import { featuresOf, featuresOfTotals, totalsOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel } from '../model/model.js';
import type { Model } from '../model/model.js';
import { scoreCustomer } from '../scores/score-customer.js';

const COLD = coldStartModel(60, DEFAULT_BANDS);
const SHOP: Model = {
  ...COLD,
  regular: { effects: [0, 0, 0, 0, 0, 0], logit: -1.4, orderDays: 12, spend: 207, spanDays: 300 },
  rhythm: {
    typicalGapDays: 34,
    lnGapVariance: 0.8,
    next: { p20: 0.4, p50: 0.9, p80: 1.2 },
    second: { p20: 14, p50: 57, p80: 165 },
    gaps: 200,
    returned: 80,
  },
};

/** A shop in which customers order twice a year. */
const SLOW: Model = { ...SHOP, rhythm: { ...SHOP.rhythm!, typicalGapDays: 200, next: { p20: 0.6, p50: 0.9, p80: 1.2 } } };

const featuresAfter = (orderedDaysAgo: number[], nowMs = NOON, amount = 3_860_000): Features =>
  featuresOf(
    orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days), amount })),
    { firstSeenMs: 0 },
    nowMs,
  );

const RAISES = 1;
const LOWERS = -1;
const fact = (factor: CustomerFactor, effect: number, orderedDaysAgo: number[], model = SHOP): Fact =>
  factOf(factor, effect, featuresAfter(orderedDaysAgo), model);

describe('the sentence about silence', () => {
  it.each<[string, number, number[]]>([
    // (Σ ln gaps + 2 ln 34) / (x + 2) with gaps of 13 days: 20.9 days, and 1.2 times that is 25.1. Two equal gaps make it a day less.
    ['No order for 112 days. This customer usually orders every 13 days; four in five such customers would have ordered within 24 days.', RAISES, [138, 125, 112]],
    ['No order for 20 days. This customer usually orders every 13 days.', RAISES, [46, 33, 20]],
    ['No order for 90 days. This customer usually orders every 80 days.', RAISES, [250, 170, 90]],
    ['No order for 112 days. The one gap so far was 13 days; four in five such customers would have ordered within 29 days.', RAISES, [125, 112]],
    ['The last order was 70 days ago. The one gap so far was 100 days.', RAISES, [170, 70]],
    ['No order for 250 days. The two gaps so far were 6 and 195 days.', RAISES, [451, 445, 250]],
    ['Ordered today, and the two gaps so far were 6 and 195 days: the next order is not due yet.', LOWERS, [201, 195, 0]],
    ['One order, 290 days ago. Of your customers who order again, four in five do so within 165 days.', RAISES, [290]],
    ['One order, 60 days ago. Of your customers who order again, half do so within 57 days.', RAISES, [60]],
    ['Ordered on one day only, 290 days ago. Of your customers who order again, four in five do so within 165 days.', RAISES, [290, 290]],
    ['One order, 20 days ago.', RAISES, [20]],
    ['Ordered 9 days ago and usually orders every 55 days: the next order is not due yet.', LOWERS, [119, 64, 9]],
    ['Ordered 1 day ago and usually orders every day: not late yet.', LOWERS, [3, 2, 1]],
    ['Ordered today, and the one gap so far was 7 days: the next order is not due yet.', LOWERS, [7, 0]],
    ['Ordered 16 days ago and usually orders every 13 days: hardly late yet.', LOWERS, [42, 29, 16]],
    ['First order 9 days ago. Of your customers who order again, half do so within 57 days.', LOWERS, [9]],
    ['First orders 9 days ago. Of your customers who order again, half do so within 57 days.', LOWERS, [9, 9]],
    ['First order 80 days ago. Of your customers who order again, four in five do so within 165 days.', LOWERS, [80]],
  ])('reads "%s"', (text, effect, orderedDaysAgo) => {
    expect(fact('silence', effect, orderedDaysAgo).text).toBe(text);
  }); // prettier-ignore

  it('speaks of customers of other shops until this one has some who came back', () => {
    expect(fact('silence', LOWERS, [9], COLD).text).toMatch(/^First order 9 days ago. Of customers who order again, half do so within \d+ days.$/);
  }); // prettier-ignore

  it('counts the days of a calendar: an order at 23:00 is a day old at 01:00', () => {
    const at = (hour: string, ...ordered: string[]): Features =>
      featuresOf(
        ordered.map((instant) => order({ placedAtMs: Date.parse(instant) })),
        { firstSeenMs: 0 },
        Date.parse(hour),
      );
    const late = at('2026-11-23T01:00:00Z', '2026-09-27T10:00:00Z', '2026-10-03T23:00:00Z');
    expect(factOf('silence', RAISES, late, SHOP)).toMatchObject({ value: 51, text: expect.stringMatching(/^No order for 51 days\. /) });
    const next = at('2026-11-22T01:00:00Z', '2026-11-13T10:00:00Z', '2026-11-21T23:00:00Z');
    expect(factOf('silence', LOWERS, next, SHOP).text).toMatch(/^Ordered 1 day ago, /);
    expect(factOf('silence', LOWERS, at('2026-11-21T23:30:00Z', '2026-11-13T10:00:00Z', '2026-11-21T23:00:00Z'), SHOP).text).toMatch(
      /^Ordered today, /,
    );
  });

  it('counts them where the shop is', () => {
    const totals = totalsOf(
      ['2026-09-27T10:00:00Z', '2026-10-03T23:00:00Z'].map((at) => order({ placedAtMs: Date.parse(at) })),
      NOON,
    );
    const inTokyo = (ms: number): number => Math.floor((ms + 9 * 3_600_000) / 86_400_000);
    const features = featuresOfTotals(totals, { firstSeenMs: 0 }, Date.parse('2026-11-23T01:00:00Z'), inTokyo);
    expect(factOf('silence', RAISES, features, SHOP).text).toMatch(/^No order for 50 days\. /);
  });

  it('gives the days of silence and the own gap as numbers', () => {
    expect(fact('silence', RAISES, [138, 125, 112])).toMatchObject({ value: 112, typical: 13 });
  });
});

describe('the sentences about what a customer did', () => {
  it('says the mean gap, and no gap of its own, of a customer with a sum of orders whose last day is known', () => {
    const earlier = { orders: 8, spent: null, firstAtMs: daysAgo(451), lastAtMs: daysAgo(250), untilMs: NOON };
    const summed = { ...featuresAfter([451, 445, 250]), earlier };
    expect(factOf('silence', RAISES, summed, SHOP).text).toMatch(
      /^No order for 250 days\. This customer has ordered every \d+ days on average/,
    );
    expect(factOf('rhythm', RAISES, summed, SHOP).text).not.toMatch(/the two gaps|the last two orders|Usually/);
  });

  it('says neither order days nor a usual gap of a customer whose orders are known by a sum', () => {
    const known = featuresAfter([138, 125, 112]);
    const earlier = { orders: 8, spent: null, firstAtMs: null, lastAtMs: null, untilMs: NOON };
    const summed = { ...known, ordersTotal: 8, earlier, isLastUnknown: true };
    expect(factOf('orders', RAISES, summed, SHOP).text).toBe('Has ordered 8 times so far; your regular customers have ordered on 12 days.');
    expect([usualGapDays(known), usualGapDays(summed)]).toEqual([13, null]);
  });

  it.each<[string, CustomerFactor, number, number[]]>([
    ['Has ordered on 2 days so far; your regular customers on 12 days.', 'orders', RAISES, [20, 10]],
    ['Has not come back so far; your regular customers have ordered on 12 days.', 'orders', RAISES, [20]],
    ['Orders every 15 days, more often than is usual here (34 days).', 'rhythm', LOWERS, [40, 25, 10]],
    ['Came back after 15 days, sooner than is usual here (34 days).', 'rhythm', LOWERS, [25, 10]],
    ['Orders every 50 days, less often than is usual here (34 days).', 'rhythm', RAISES, [110, 60, 10]],
    ['Came back after 50 days, later than is usual here (34 days).', 'rhythm', RAISES, [60, 10]],
    ['Orders every 15 days; 34 days is usual here.', 'rhythm', RAISES, [40, 25, 10]],
    ['Usually orders every 15 days; the last two orders were 60 days apart.', 'rhythm', RAISES, [115, 100, 85, 70, 10]],
    ['Usually orders every 15 days, but once stayed away for 90.', 'rhythm', RAISES, [145, 130, 40, 25, 10]],
    ['Used to order every 15 days, more often than is usual here (34 days).', 'rhythm', LOWERS, [130, 115, 100]],
    ['Usually orders every 34 days, and the last order was 30 days ago: the next is due in the coming 60 days.', 'rhythm', LOWERS, [132, 98, 64, 30]],
    ['The last two orders were 300 days apart, more than is usual here (34 days).', 'rhythm', RAISES, [320, 310, 10]],
    ['The last two orders were 10 days apart, less than is usual here (34 days).', 'rhythm', LOWERS, [320, 20, 10]],
    ['The two gaps so far were 10 and 300 days; 34 days is usual here.', 'rhythm', LOWERS, [320, 310, 10]],
    ['Spends 386 per order, above the usual 207, and such customers come back more often here.', 'spend', LOWERS, [20, 10]],
    ['Spends 386 per order; 207 is usual.', 'spend', RAISES, [20, 10]],
    ['Spends 579 on a day with an order, above the usual 207, and such customers come back more often here.', 'spend', LOWERS, [20, 10, 10]],
    ['Spent 772 on the one day with orders, above the usual 207, and such customers come back more often here.', 'spend', LOWERS, [10, 10]],
    ['Spent 386 per order, above the usual 207, and such customers come back more often here.', 'spend', LOWERS, [120, 110]],
    ['The one order was worth 386, above the usual 207, and such customers come back more often here.', 'spend', LOWERS, [10]],
    ['First and last order are 10 days apart; those of your regular customers 300 days.', 'tenure', RAISES, [20, 10]],
  ])('reads "%s"', (text, factor, effect, orderedDaysAgo) => {
    expect(fact(factor, effect, orderedDaysAgo).text).toBe(text);
  }); // prettier-ignore

  it.each<[string, number[]]>([
    ['Usually orders every 217 days, and the last order was 21 days ago: the next is hardly due in the coming 60 days.', [455, 238, 21]],
    ['The one gap so far was 217 days, and the last order was 21 days ago: the next is hardly due in the coming 60 days.', [238, 21]],
    ['Usually orders every 217 days, and the last order was 101 days ago: the next order will more likely come after the coming 60 days.', [535, 318, 101]],
  ])('say when the next order comes, as its window does: "%s"', (text, orderedDaysAgo) => {
    expect(fact('rhythm', RAISES, orderedDaysAgo, SLOW)).toMatchObject({ text, tellsSilence: true });
  }); // prettier-ignore

  it('do not say that an order is not due while its window is open', () => {
    expect(fact('rhythm', RAISES, [688, 638, 421, 21]).text).toBe('Orders every 217 days, less often than is usual here (34 days).');
    expect(fact('silence', LOWERS, [707, 657, 440, 40]).text).toBe('Ordered 40 days ago and usually orders every 217 days: not late yet.');
  });

  it('know no usual number of orders and no usual spend before the first fit', () => {
    expect(fact('orders', LOWERS, [20, 10], COLD)).toMatchObject({
      typical: null,
      text: 'Has ordered on 2 days so far; customers who have come back are more likely to order again.',
    });
    expect(fact('rhythm', LOWERS, [25, 10], COLD).text).toBe('Came back after 15 days, sooner than is usual (37 days).');
  });

  it('are shown only where the numbers show the effect', () => {
    expect(fact('orders', RAISES, [20, 10]).agrees).toBe(true);
    expect(fact('orders', LOWERS, [20, 10]).agrees).toBe(false);
    expect(fact('rhythm', RAISES, [40, 25, 10]).agrees).toBe(false);
    expect(fact('spend', RAISES, [20, 10]).agrees).toBe(false);
    expect(factOf('spend', LOWERS, featuresAfter([5], NOON, 0), SHOP).agrees).toBe(false);
  });
});

describe('the sentence about the regular customers', () => {
  it.each<[string, number, number]>([
    ['As likely to order as your regular customers: about 2 in 10 of them do not order in 60 days either.', -1.4, 0.1],
    ['As likely to order as your regular customers: about 1 in 10 of them does not order in 60 days either.', -2.2, 0.1],
    ['Your regular customers are likely to order again: about 2 in 10 of them place no order in 60 days.', -1.4, 1],
    ['Even your regular customers often do not order: about 8 in 10 of them place no order in 60 days.', 1.4, -1],
  ])('reads "%s"', (text, regularLogit, distance) => {
    expect(regularFact(regularLogit, distance, SHOP).text).toBe(text);
  });
});

describe('an explanation', () => {
  const factors = (days: number[]): string[] => explain(featuresAfter(days), COLD).map(({ factor }) => factor);

  it('begins with a long silence, with many orders, or with a slow rhythm', () => {
    expect(factors([400, 390, 380])[0]).toBe('silence');
    expect(factors([60, 50, 40, 30, 20, 10, 0])[0]).toBe('rhythm');
    expect(factors([500, 250, 0])[0]).toBe('rhythm');
  });

  it('has the silence wherever the next order is missing, and begins with it unless the label is low', () => {
    const gaps = [3, 7, 12, 25, 40, 90];
    const silences = [20, 60, 120, 200, 300];
    const histories = gaps.flatMap((gap) => [1, 2, 3, 6, 12].flatMap((orders) => silences.map((ago) => ({ gap, orders, ago }))));
    let read = 0;
    for (const { gap, orders, ago } of histories) {
      const features = featuresAfter(Array.from({ length: orders }, (_, i) => ago + gap * (orders - 1 - i)));
      for (const model of [COLD, SHOP]) {
        const scored = scoreCustomer(features, model)!;
        if (!isMissing(features, model)) continue;
        const reasons = explain(features, model);
        expect(reasons.filter(({ factor }) => factor === 'silence')).toHaveLength(1);
        if (scored.label === 'low') continue;
        if (!reasons.some(({ factor, effect }) => factor === 'silence' && effect >= 0.05)) continue;
        read += 1;
        expect(reasons[0]).toMatchObject({ factor: 'silence' });
      }
    }
    expect(read).toBeGreaterThan(30);
  });

  it('writes amounts in the currency of the shop, with separators', () => {
    const spent = factOf('spend', LOWERS, featuresAfter([20, 10], NOON, 771_840_000), { ...SHOP, currency: 'EUR' }).text;
    expect(spent).toBe('Spends €77,184 per order, above the usual €207, and such customers come back more often here.');
    expect(factOf('spend', RAISES, featuresAfter([20, 10], NOON, 15_830_000), SHOP).text).toBe('Spends 1,583 per order; 207 is usual.');
  });

  it('speaks of silence and the number of orders alone after a single order day', () => {
    expect(factors([300])).toEqual(['silence', 'orders']);
  });

  it('begins with what raises the score of everybody who is slipping away, also where the shop calls them low', () => {
    const model: Model = { ...COLD, bands: { medium: 0.6, high: 0.8, critical: 0.95 } };
    const histories = [5, 9, 12, 20, 30].flatMap((gap) =>
      [2, 3, 5, 8].flatMap((orders) =>
        Array.from({ length: 90 }, (_, silence) =>
          featuresAfter(Array.from({ length: orders }, (_o, i) => silence + gap * i).toReversed()),
        ),
      ),
    );
    const low = histories.filter((features) => {
      const scored = scoreCustomer(features, model);
      return scored?.lifecycle === 'slipping' && scored.label === 'low';
    });
    expect(low.length).toBeGreaterThan(10);
    for (const features of low) expect(explain(features, model)[0]!.effect).toBeGreaterThan(0);
  });
});
