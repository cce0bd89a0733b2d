import * as fc from 'fast-check';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { anyOrders, daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { revenueAtRisk } from './expected-spend.js';
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

describe('the revenue at risk', () => {
  it('is the score times the average order times the orders that this rhythm would bring in the horizon', () => {
    const { r, alpha } = MODEL.mbg;
    const expected = 0.5 * 100 * ((r + 2) / (alpha + 40)) * 90;
    expect(revenueAtRisk(featuresAfter([102, 80, 62]), MODEL, '0.5000')).toBe(expected.toFixed(2));
  });

  it('is nothing without a score, and nothing while no amount is known', () => {
    expect(revenueAtRisk(featuresAfter([5]), MODEL, null)).toBe('0.00');
    const unpriced = featuresOf([order({ amount: null })], SEEN, NOON);
    expect(revenueAtRisk(unpriced, MODEL, '0.5000')).toBe('0.00');
    const foreign = featuresOf([order({ foreign: true })], SEEN, NOON);
    expect(revenueAtRisk(foreign, MODEL, '0.5000')).toBe('0.00');
  });

  it('never falls when the score, the orders or the horizon rise', () => {
    fc.assert(
      fc.property(fc.tuple(anyScore, anyScore), fc.tuple(fc.nat(1e9), fc.nat(1e9)), ([a, b], [cheap, dear]) => {
        const days = [40, 20, 3];
        const [low, high] = [a, b].toSorted();
        const [small, large] = [cheap, dear].toSorted((one, other) => one - other);
        const base = Number(revenueAtRisk(featuresAfter(days, small), MODEL, low!));
        expect(Number(revenueAtRisk(featuresAfter(days, small), MODEL, high!))).toBeGreaterThanOrEqual(base);
        expect(Number(revenueAtRisk(featuresAfter(days, large), MODEL, low!))).toBeGreaterThanOrEqual(base);
        const longer = coldStartModel(365, DEFAULT_BANDS);
        expect(Number(revenueAtRisk(featuresAfter(days, small), longer, low!))).toBeGreaterThanOrEqual(base);
      }),
    );
  });

  it('is an amount with two decimals that the database can hold, whatever the orders were', () => {
    fc.assert(
      fc.property(anyOrders, fc.integer({ min: 1, max: 3650 }), (rows, horizon) => {
        const features = featuresOf(rows, SEEN, NOON);
        const model = coldStartModel(horizon, DEFAULT_BANDS);
        expect(revenueAtRisk(features, model, scoreCustomer(features, model)?.score ?? null)).toMatch(/^\d{1,13}\.\d{2}$/);
      }),
    );
  });

  it('draws the value of an order day towards that of the shop, less with each that is known', () => {
    const fitted = { ...MODEL, spend: { p: 6, q: 4, gamma: 15 } };
    const shop = (6 * 15) / 3;
    const worth = (days: number[]): number => {
      const features = featuresAfter(days, 3_000_000);
      const ofAverage = Number(revenueAtRisk(features, MODEL, '0.9000'));
      return (300 * Number(revenueAtRisk(features, fitted, '0.9000'))) / ofAverage;
    };
    expect(worth([5])).toBeGreaterThan(shop);
    expect(worth([45, 25, 5])).toBeGreaterThan(worth([5]));
    expect(worth([45, 25, 5])).toBeLessThan(300);
  });

  it('has a value of the shop to draw towards only where customers show one', () => {
    const shop = simulatedShop(400, 20_000);
    const { p = 0, q = 0, gamma = 0 } = fitSpend(shop) ?? {};
    expect((p * gamma) / (q - 1)).toBeGreaterThan(30);
    expect((p * gamma) / (q - 1)).toBeLessThan(90);
    expect(fitSpend({ ...shop, value: shop.value.map(() => Number.NaN) })).toBeNull();
    expect(fitSpend(simulatedShop(10, 20_000))).toBeNull();
  });
});
