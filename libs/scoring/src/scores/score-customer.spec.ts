import * as fc from 'fast-check';
import { anyOrders, DAY_MS, daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { featuresOf } from '../orders/features.js';
import type { Features } from '../orders/features.js';
import { DEFAULT_BANDS, labelOf } from '../model/label.js';
import { mbgNoOrderProbability } from '../model/mbg-nbd.js';
import { coldStartModel, DEFAULT_HORIZON_DAYS } from '../model/model.js';
import { scoreCustomer } from './score-customer.js';
import type { Scored } from './score-customer.js';

const MODEL = coldStartModel(DEFAULT_HORIZON_DAYS, DEFAULT_BANDS);
const SEEN = { firstSeenMs: daysAgo(400) };

const featuresAfter = (orderedDaysAgo: number[], nowMs = NOON): Features =>
  featuresOf(
    orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days) })),
    SEEN,
    nowMs,
  );

function scoreAfter(orderedDaysAgo: number[], model = MODEL): Scored {
  const scored = scoreCustomer(featuresAfter(orderedDaysAgo), model);
  if (scored === null) throw new Error('a customer with an order has a score');
  return scored;
}

describe('a score', () => {
  it('is none for somebody without a counted order', () => {
    expect(scoreCustomer(featuresOf([order({ cancelled: true })], SEEN, NOON), MODEL)).toBeNull();
  });

  it('is the probability of no order in the horizon, labelled by the bands and signed by the model', () => {
    const probability = mbgNoOrderProbability({ x: 2, tx: 40, T: 102 }, MODEL.mbg, 90);
    const scored = scoreAfter([102, 80, 62]);
    expect(scored).toMatchObject({ score: probability.toFixed(4), modelVersion: 'mbg-prior-1.0/h90' });
    expect(scored.label).toBe(labelOf(scored.score, DEFAULT_BANDS));
  });

  it('is the same in whatever order the rows come, and never outside 0.0001 to 0.9999', () => {
    const shuffled = anyOrders.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffled, ([rows, permuted]) => {
        const scored = scoreCustomer(featuresOf(rows, SEEN, NOON), MODEL);
        expect(JSON.stringify(scoreCustomer(featuresOf(permuted, SEEN, NOON), MODEL))).toBe(JSON.stringify(scored));
        expect(scored?.score ?? '0.5000').toMatch(/^0\.(?!0000)\d{4}$/);
      }),
    );
  });

  it('never falls while a customer stays silent', () => {
    const anyDays = fc.array(fc.nat(1500), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyDays, fc.nat(800), (days, silence) => {
        const before = scoreCustomer(featuresAfter(days), MODEL);
        const after = scoreCustomer(featuresAfter(days, NOON + silence * DAY_MS), MODEL);
        expect(Number(after?.score)).toBeGreaterThanOrEqual(Number(before?.score));
      }),
    );
  });

  it('survives ten thousand orders, a hundred order days, ten years of silence and a first order just now', () => {
    const hourly = Array.from({ length: 10_000 }, (_, i) => i / 24);
    const daily = Array.from({ length: 171 }, (_, i) => i);
    const histories = [hourly, daily, daily.map((days) => days + 3650), [3650], [0], [0, 0], [3650, 0]];
    for (const history of histories) expect(scoreAfter(history).score).toMatch(/^0\.(?!0000)\d{4}$/);
    expect(Number(scoreAfter(daily).score)).toBeLessThan(0.01);
    expect(scoreAfter(daily.map((days) => days + 3650)).label).toBe('critical');
  });

  it('comes with money, lifecycle and confidence', () => {
    const scored = scoreAfter([102, 80, 62]);
    expect(scored).toMatchObject({ lifecycle: 'active', lateSinceDay: null, confidence: 'medium' });
    expect(Number(scored.revenueAtRisk)).toBeCloseTo(Number(scored.score) * Number(scored.expectedRevenue), 1);
  });
});
