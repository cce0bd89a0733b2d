import * as fc from 'fast-check';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { anyOrders, daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { moneyOf, orderDaysIfAny, revenueIfOrdered } from './money.js';
import { featuresOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { fitSpend } from '../fitting/fit-spend.js';
import { DEFAULT_BANDS } from './label.js';
import { coldStartModel } from './model.js';
import { scoreCustomer } from '../scores/score-customer.js';

const MODEL = coldStartModel(90, DEFAULT_BANDS);
const SEEN = { firstSeenMs: daysAgo(400) };

const featuresAfter = (orderedDaysAgo: number[], amount = 1_000_000): Features =>
  featuresOf(
    orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days), amount })),
    SEEN,
    NOON,
  );

const anyScore = fc.integer({ min: 1, max: 9999 }).map((rank) => (rank / 10_000).toFixed(4));
const expectedOf = (days: number[], model = MODEL, score = '0.5000', amount = 1_000_000): number =>
  Number(moneyOf(featuresAfter(days, amount), model, score).expectedRevenue);

describe('the expected revenue', () => {
  it('is the chance of an order, times the order days if there are any, times the value of an order day', () => {
    const { r, alpha, a, b } = MODEL.mbg;
    const [x, T, H] = [2, 102, 90];
    const any = 1 - ((alpha + T) / (alpha + T + H)) ** (r + x);
    const leaves = a / (a + b + x + 1);
    const all = (1 - (1 + (leaves * H) / (alpha + T)) ** -(r + x)) / leaves;
    expect(orderDaysIfAny({ x, T }, MODEL.mbg, H)).toBeCloseTo(all / any, 9);
    expect(expectedOf([102, 80, 62], MODEL, '0.8000')).toBeCloseTo((0.2 * 100 * all) / any, 2);
  });

  it('counts at least one order day and at most one a day', () => {
    expect(orderDaysIfAny({ x: 0, T: 4000 }, MODEL.mbg, 1)).toBe(1);
    expect(orderDaysIfAny({ x: 500, T: 20 }, MODEL.mbg, 30)).toBe(30);
    const nobodyLeaves = { ...MODEL.mbg, a: 1e-12 };
    const any = 1 - (1 + 90 / (MODEL.mbg.alpha + 102)) ** -(MODEL.mbg.r + 2);
    expect(orderDaysIfAny({ x: 2, T: 102 }, nobodyLeaves, 90)).toBeCloseTo(((MODEL.mbg.r + 2) * 90) / (MODEL.mbg.alpha + 102) / any, 9);
  });

  it('is nothing without a score, and nothing while no amount is known', () => {
    const nothing = { expectedRevenue: '0.00', revenueAtRisk: '0.00' };
    expect(moneyOf(featuresAfter([5]), MODEL, null)).toEqual(nothing);
    expect(moneyOf(featuresOf([order({ amount: null })], SEEN, NOON), MODEL, '0.5000')).toEqual(nothing);
    expect(moneyOf(featuresOf([order({ foreign: true })], SEEN, NOON), MODEL, '0.5000')).toEqual(nothing);
  });

  it('falls when the score rises, and rises with the value of the orders and with the horizon', () => {
    fc.assert(
      fc.property(fc.tuple(anyScore, anyScore), fc.tuple(fc.nat(1e9), fc.nat(1e9)), ([a, b], [cheap, dear]) => {
        const days = [40, 20, 3];
        const [low, high] = [a, b].toSorted();
        const [small, large] = [cheap, dear].toSorted((one, other) => one - other);
        const base = expectedOf(days, MODEL, high, small);
        expect(expectedOf(days, MODEL, low, small)).toBeGreaterThanOrEqual(base);
        expect(expectedOf(days, MODEL, high, large)).toBeGreaterThanOrEqual(base);
        expect(expectedOf(days, coldStartModel(365, DEFAULT_BANDS), high, small)).toBeGreaterThanOrEqual(base);
      }),
    );
  });

  it('draws the value of an order day towards that of the shop, less with each that is known', () => {
    const fitted = { ...MODEL, spend: { cap: 5000, parameters: { p: 6, q: 4, gamma: 15 } } };
    const shop = (6 * 15) / 3;
    const worth = (days: number[]): number =>
      (300 * expectedOf(days, fitted, '0.9000', 3_000_000)) / expectedOf(days, MODEL, '0.9000', 3_000_000);
    expect(worth([5])).toBeGreaterThan(shop);
    expect(worth([45, 25, 5])).toBeGreaterThan(worth([5]));
    expect(worth([45, 25, 5])).toBeLessThan(300);
  });

  it('has a value of the shop to draw towards only where customers show one', () => {
    const shop = simulatedShop(400, 20_000);
    const { p, q, gamma } = fitSpend(shop)!.parameters!;
    expect((p * gamma) / (q - 1)).toBeGreaterThan(30);
    expect((p * gamma) / (q - 1)).toBeLessThan(90);
    expect(fitSpend({ ...shop, value: shop.value.map(() => Number.NaN) })).toBeNull();
    expect(fitSpend(simulatedShop(10, 20_000))!.parameters).toBeNull();
  });
});

describe('the revenue at risk', () => {
  it('is the score times the expected revenue, so it fades for those who are gone and for those who come anyway', () => {
    const features = featuresAfter([102, 80, 62]);
    const atRisk = (score: string): number => Number(moneyOf(features, MODEL, score).revenueAtRisk);
    expect(atRisk('0.6000')).toBeCloseTo(0.6 * expectedOf([102, 80, 62], MODEL, '0.6000'), 1);
    expect(atRisk('0.9999')).toBeLessThan(atRisk('0.9000'));
    expect(atRisk('0.9000')).toBeLessThan(atRisk('0.5000'));
    expect(atRisk('0.1000')).toBeLessThan(atRisk('0.5000'));
  });

  it('is an amount with two decimals that the database can hold, whatever the orders were, and at most the expected revenue', () => {
    fc.assert(
      fc.property(anyOrders, fc.integer({ min: 1, max: 3650 }), (rows, horizon) => {
        const features = featuresOf(rows, SEEN, NOON);
        const model = coldStartModel(horizon, DEFAULT_BANDS);
        const { expectedRevenue, revenueAtRisk } = moneyOf(features, model, scoreCustomer(features, model)?.score ?? null);
        for (const amount of [expectedRevenue, revenueAtRisk]) expect(amount).toMatch(/^\d{1,13}\.\d{2}$/);
        expect(Number(revenueAtRisk)).toBeLessThanOrEqual(Number(expectedRevenue));
      }),
    );
  });
});

describe('the revenue of a customer if they order', () => {
  it('is the expected revenue over the chance of an order, to the cent', () => {
    expect(revenueIfOrdered('735.18', '0.4622')).toBe('1367.01');
    expect(revenueIfOrdered('9999999999999.00', '0.8749')).toBe('79936051159064.75');
  });

  it('is what the order days are worth if there are any, within what the rounding of the expected revenue hides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9900 }), (rank) => {
        const score = (rank / 10_000).toFixed(4);
        const { expectedRevenue } = moneyOf(featuresAfter([102, 80, 62]), MODEL, score);
        const worth = orderDaysIfAny({ x: 2, T: 102 }, MODEL.mbg, 90) * 100;
        expect(Math.abs(Number(revenueIfOrdered(expectedRevenue, score)) / worth - 1)).toBeLessThan(0.05);
      }),
    );
  });

  it('is not known without a score, and where the expected revenue is rounded to a few cents', () => {
    expect(revenueIfOrdered('0.00', null)).toBeNull();
    expect(revenueIfOrdered('0.00', '0.9999')).toBeNull();
    expect(revenueIfOrdered('0.09', '0.9990')).toBeNull();
    expect(revenueIfOrdered('0.10', '0.9990')).toBe('100.00');
  });
});
