import * as fc from 'fast-check';
import { anyOrders, DAY_MS, daysAgo, NOON, order, unlinkedRefund } from '../../test-data/order-facts.js';
import { REFERENCE } from '../../test-data/reference-values.js';
import { featuresOf, featuresOfTotals, totalsOf } from './features.js';

const SEEN = { firstSeenMs: daysAgo(3) };

describe('features', () => {
  it('are those of the reference customer', () => {
    const { orders, as_of: asOf, expected } = REFERENCE.features;
    const rows = orders.map((each) => order({ placedAtMs: Date.parse(each.occurred_at), amount: Math.round(each.value * 10_000) }));
    const features = featuresOf(rows, SEEN, Date.parse(asOf));
    expect({
      recency_days: features.recencyDays,
      frequency_orders_30d: features.frequencyOrders30d,
      monetary_total: features.monetaryTotal,
      order_days: features.orderDays,
      repeat_order_days_x: features.x,
      tx_days: features.tx,
      T_days: features.T,
    }).toEqual(expected);
  });

  it('are the same to the byte in whatever order the rows come', () => {
    const shuffled = anyOrders.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffled, ([rows, permuted]) => {
        expect(JSON.stringify(featuresOf(permuted, SEEN, NOON))).toBe(JSON.stringify(featuresOf(rows, SEEN, NOON)));
      }),
      { numRuns: 500 },
    );
  });

  it('of the largest amounts of a day are the same to the byte in whatever order the rows come', () => {
    const rows = [10_049, 9_999_999_999_999_998, 25_051].map((amount) => order({ placedAtMs: daysAgo(1), amount }));
    expect(JSON.stringify(featuresOf(rows.toReversed(), SEEN, NOON))).toBe(JSON.stringify(featuresOf(rows, SEEN, NOON)));
    expect(featuresOf(rows, SEEN, NOON).days.value[0]).toBe(1_000_000_000_003.5098);
  });

  it('always have 0 ≤ tx ≤ T, fewer order days than orders, and no repeat day without a gap', () => {
    fc.assert(
      fc.property(anyOrders, (rows) => {
        const { T, tx, x, orderDays, ordersTotal, recencyDays, avgGapDays } = featuresOf(rows, SEEN, NOON);
        expect(tx).toBeGreaterThanOrEqual(x);
        expect(T).toBeGreaterThanOrEqual(tx);
        expect(orderDays).toBeLessThanOrEqual(ordersTotal);
        expect(recencyDays).toBeGreaterThanOrEqual(0);
        expect(avgGapDays === null).toBe(x === 0);
      }),
    );
  });

  it('of somebody who never ordered count from the first sight', () => {
    expect(featuresOf([], SEEN, NOON)).toEqual({
      earlier: null,
      isLastUnknown: false,
      recencyDays: 3,
      silentDays: 3,
      frequencyOrders30d: 0,
      monetaryTotal: '0.00',
      ordersTotal: 0,
      lastOrderAtMs: null,
      firstOrderAtMs: null,
      averageOrderValue: null,
      orderDays: 0,
      x: 0,
      tx: 0,
      T: 0,
      avgGapDays: null,
      foreignOrders: 0,
      today: 20_778,
      days: { offsets: Uint32Array.of(0, 0), day: new Int32Array(), value: new Float64Array() },
    });
  });

  it('take several orders of one UTC day for one order day', () => {
    const rows = ['2026-11-20T00:00:00Z', '2026-11-20T23:59:59.999Z', '2026-11-10T08:00:00Z'].map((at) =>
      order({ placedAtMs: Date.parse(at) }),
    );
    expect(featuresOf(rows, SEEN, NOON)).toMatchObject({
      ordersTotal: 3,
      orderDays: 2,
      x: 1,
      tx: 10,
      T: 11,
      avgGapDays: 10,
      recencyDays: 0,
    });
  });

  it('count 24 hours for the feature, and the days of a calendar for sentences', () => {
    const rows = [order({ placedAtMs: Date.parse('2026-10-03T23:00:00Z') })];
    const now = Date.parse('2026-10-05T01:00:00Z');
    expect(featuresOf(rows, SEEN, now)).toMatchObject({ recencyDays: 1, silentDays: 2, T: 2 });
    // Nine hours ahead the order was on 4 October.
    const inTokyo = (ms: number): number => Math.floor((ms + 9 * 3_600_000) / DAY_MS);
    expect(featuresOfTotals(totalsOf(rows, now), SEEN, now, inTokyo)).toMatchObject({ recencyDays: 1, silentDays: 1, T: 2 });
  });

  it('count an order for 30 days to the millisecond', () => {
    const rows = [order({ placedAtMs: daysAgo(30) }), order({ placedAtMs: daysAgo(30) + 1 })];
    expect(featuresOf(rows, SEEN, NOON).frequencyOrders30d).toBe(1);
  });

  it('treat an order from a clock that runs ahead as placed today', () => {
    const beforeMidnight = Date.parse('2026-11-21T23:59:00Z');
    const features = featuresOf([order({ placedAtMs: beforeMidnight + 120_000 }), order({ placedAtMs: daysAgo(5) })], SEEN, beforeMidnight);
    expect(features).toMatchObject({ recencyDays: 0, tx: 6, T: 6 });
  });

  it('leave other currencies and unknown amounts out of money, but not out of orders', () => {
    const rows = [order(), order({ foreign: true, amount: 99_990_000 }), order({ amount: null, placedAtMs: NOON - DAY_MS })];
    expect(featuresOf(rows, SEEN, NOON)).toMatchObject({
      ordersTotal: 3,
      foreignOrders: 1,
      monetaryTotal: '100.00',
      averageOrderValue: '100.00',
      orderDays: 2,
    });
  });

  it('let refunds exceed what was bought', () => {
    expect(featuresOf([order(), unlinkedRefund(1_500_000, NOON)], SEEN, NOON)).toMatchObject({
      ordersTotal: 1,
      monetaryTotal: '-50.00',
      averageOrderValue: '100.00',
    });
  });

  it('do not count a huge order that was taken back minutes later (customer 16446 of the UCI shop)', () => {
    const now = Date.parse('2011-12-10T00:00:00Z');
    const rows = [
      order({ placedAtMs: Date.parse('2011-05-18T09:52:00Z'), amount: 29_000 }),
      order({ placedAtMs: Date.parse('2011-12-09T09:15:00Z'), amount: 1_684_696_000 }),
      unlinkedRefund(1_684_696_000, Date.parse('2011-12-09T09:27:00Z')),
    ];
    expect(featuresOf(rows, SEEN, now)).toMatchObject({ ordersTotal: 1, monetaryTotal: '2.90', x: 0, tx: 0, T: 206, recencyDays: 205 });
  });
});
