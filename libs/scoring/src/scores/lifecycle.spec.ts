import * as fc from 'fast-check';
import { orderDays } from '../../test-data/order-days.js';
import { daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { SeededRandom } from '../arithmetic/seeded-random.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel } from '../model/model.js';
import type { Model } from '../model/model.js';
import { dayOf } from '../orders/order-days.js';
import { featuresOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { lifecycleOf } from './lifecycle.js';
import { nextOrder } from './next-order.js';
import { scoreCustomer } from './score-customer.js';

const DAY_MS = 86_400_000;
const TODAY = dayOf(NOON);
const MODEL: Model = {
  ...coldStartModel(30, DEFAULT_BANDS),
  rhythm: {
    typicalGapDays: 10,
    lnGapVariance: 0.8,
    next: { p20: 0.5, p50: 1, p80: 2.05 },
    second: { p20: 5, p50: 20, p80: 60 },
    gaps: 200,
    returned: 80,
  },
};

const featuresAfter = (orderedDaysAgo: number[]): Features =>
  featuresOf(
    orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days) })),
    { firstSeenMs: 0 },
    NOON,
  );
const lifecycle = (days: number[], score: string, model = MODEL): string => lifecycleOf(featuresAfter(days), model, score).lifecycle;

describe('the lifecycle of a customer', () => {
  it('is new after one order day until half of those who come back have done so, and then has a second order due until lost', () => {
    expect(lifecycle([20], '0.9500')).toBe('new');
    expect(lifecycle([21], '0.1000')).toBe('second_order_due');
    expect(lifecycle([60], '0.9500')).toBe('second_order_due');
    expect(lifecycle([61], '0.3900')).toBe('second_order_due');
    expect(lifecycle([61], '0.8749')).toBe('second_order_due');
    expect(lifecycle([61], '0.8750')).toBe('lost');
  });

  it('is active until late after several order days', () => {
    expect(lifecycle([40, 30, 20], '0.9500')).toBe('active');
    expect(lifecycle([41, 31, 21], '0.8749')).toBe('slipping');
    expect(lifecycle([41, 31, 21], '0.8750')).toBe('lost');
    expect(lifecycle([41, 31, 21], '0.3999')).toBe('active');
  });

  it('names the day since when a customer is late, or from when silence alone makes one late', () => {
    expect(lifecycleOf(featuresAfter([45, 35, 25]), MODEL, '0.6000')).toEqual({
      lifecycle: 'slipping',
      lateSinceDay: TODAY - 25 + 21,
      lateFromDay: null,
      secondDueSinceDay: null,
    });
    expect(lifecycleOf(featuresAfter([35, 25, 15]), MODEL, '0.6000')).toEqual({
      lifecycle: 'active',
      lateSinceDay: null,
      lateFromDay: TODAY - 15 + 21,
      secondDueSinceDay: null,
    });
  });

  it('names no day since when a customer is late whose last order is of an unknown day', () => {
    const features = { ...featuresAfter([45, 35, 25]), isLastUnknown: true };
    expect(lifecycleOf(features, MODEL, '0.6000')).toMatchObject({ lifecycle: 'slipping', lateSinceDay: null, lateFromDay: null });
  });

  it('changes by waiting on exactly the day that it names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 10 }), (days) => {
        const last = Math.min(...days);
        const after = (silence: number): ReturnType<typeof lifecycleOf> =>
          lifecycleOf(featuresAfter(days.map((each) => each - last + silence)), MODEL, '0.6000');
        const waited = after(0).lateFromDay! - TODAY;
        expect(after(waited - 1).lateSinceDay).toBeNull();
        expect(after(waited).lateSinceDay).toBe(TODAY);
        expect(after(waited + 7).lateSinceDay).toBe(TODAY - 7);
      }),
    );
  });

  it('is not lost by a score that a far too short horizon makes high', () => {
    const slow = { ...MODEL, rhythm: { ...MODEL.rhythm!, typicalGapDays: 100 } };
    const late = [1100, 1000, 900, 800, 700, 600, 500, 240];
    expect(lifecycle(late, '0.9000', { ...slow, horizonDays: 60 })).toBe('lost');
    expect(lifecycle(late, '0.9000', { ...slow, horizonDays: 7 })).toBe('slipping');
  });

  it('needs no rhythm of the shop', () => {
    const cold = coldStartModel(90, DEFAULT_BANDS);
    expect(lifecycle([10], '0.6000', cold)).toBe('new');
    expect(lifecycle([400], '0.9700', cold)).toBe('lost');
    expect(lifecycle([10], '0.9900', { ...cold, mbg: { ...cold.mbg, r: 0.001 } })).toBe('new');
  });
});

describe('a customer who orders once a year among customers who order every 24 days', () => {
  const days = Array.from({ length: 300 }, (_, i) => {
    const random = new SeededRandom(6, i + 1);
    const own = [TODAY - Math.floor(random.between(200, 1700))];
    while (own.at(-1)! < TODAY - 60 && !random.chance(0.08)) own.push(own.at(-1)! + 1 + Math.floor(random.exponential(1 / 32)));
    return own.filter((day) => day <= TODAY);
  });
  const yearly = [300, 665, 1031, 1396, 1761];
  const shop = orderDays([...days, yearly.map((ago) => TODAY - ago).toReversed()]);
  const model = fitModel(shop, { today: TODAY, horizonDays: null, bands: DEFAULT_BANDS, seed: 1 });
  const scoreOf = (features: Features): string => scoreCustomer(features, model)!.score;

  it('is neither late nor lost 300 days after the last of five orders, and the next one is expected in a year from it', () => {
    const features = featuresAfter(yearly);
    expect(model.rhythm!.typicalGapDays).toBeLessThan(30);
    expect(lifecycleOf(features, model, scoreOf(features))).toMatchObject({ lifecycle: 'active', lateSinceDay: null });
    const { fromMs, expectedAtMs, toMs } = nextOrder(features, model)!;
    expect([fromMs, expectedAtMs, toMs].every((at) => at > NOON)).toBe(true);
    expect(Math.abs((expectedAtMs - NOON) / DAY_MS - 65)).toBeLessThan(5);
  });

  it('is late once the year and some weeks have passed', () => {
    const features = featuresAfter(yearly.map((ago) => ago + 120));
    expect(lifecycleOf(features, model, scoreOf(features)).lateSinceDay).not.toBeNull();
    expect(nextOrder(features, model)).toBeNull();
  });
});

describe('the next order', () => {
  it('is expected between two instants, whole days after the last order, if the customer orders again', () => {
    // The own gap is about 10 days, and so is that of the shop. Four in five order within 20.5 days. Times are rounded to whole days.
    expect(nextOrder(featuresAfter([26, 14, 6]), MODEL)).toEqual({
      expectedAtMs: daysAgo(6) + 9 * DAY_MS,
      fromMs: daysAgo(6) + 4 * DAY_MS,
      toMs: daysAgo(6) + 20 * DAY_MS,
    });
  });

  it('is never expected at a time that has passed', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(900), { minLength: 2, maxLength: 10 }), (days) => {
        const features = featuresAfter(days);
        const next = nextOrder(features, MODEL);
        const { lateSinceDay } = lifecycleOf(features, MODEL, '0.6000');
        expect(lateSinceDay === null || next === null).toBe(true);
        if (next === null) return;
        const [from, best, to] = [next.fromMs, next.expectedAtMs, next.toMs].map(dayOf) as [number, number, number];
        expect(to).toBeGreaterThanOrEqual(TODAY);
        expect(best).toBeGreaterThanOrEqual(TODAY);
        expect(from <= best && best <= to).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it('is unknown after one order day, and when it is more than a year after the last', () => {
    expect(nextOrder(featuresAfter([10, 10]), MODEL)).toBeNull();
    expect(nextOrder(featuresOf([], { firstSeenMs: 0 }, NOON), MODEL)).toBeNull();
    const slow = { ...MODEL, rhythm: { ...MODEL.rhythm!, typicalGapDays: 500 } };
    expect(nextOrder(featuresAfter([900, 300]), slow)).toBeNull();
  });
});
