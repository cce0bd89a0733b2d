import { daysAgo, NOON, order } from '../../test-data/order-facts.js';
import { explain } from './explanation.js';
import type { Reason } from './explanation.js';
import { featuresOf } from '../orders/features.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { coldStartModel } from '../model/model.js';

const MODEL = coldStartModel(90, DEFAULT_BANDS);

function reasonsAfter(orderedDaysAgo: number[], nowMs = NOON, model = MODEL): Reason[] {
  const rows = orderedDaysAgo.map((days) => order({ placedAtMs: daysAgo(days) }));
  return explain(featuresOf(rows, { firstSeenMs: 0 }, nowMs), model);
}

const reason = (factor: Reason['factor'], ...given: Parameters<typeof reasonsAfter>): Reason | undefined =>
  reasonsAfter(...given).find((each) => each.factor === factor);

describe('silence', () => {
  it('is compared with the customer’s own rhythm', () => {
    const silence = reason('silence', [104, 83, 62]);
    expect(silence).toMatchObject({ value: 62, typical: 21 });
    expect(silence?.text).toBe('62 days since the last order; this customer usually orders every 21 days');
    expect(silence?.effect).toBeGreaterThan(0);
  });

  it.each<[string, number[]]>([
    ['ordered today; this customer usually orders every day', [2, 1, 0]],
    ['1 day since the last order; this customer usually orders every 2 days', [5, 3, 1]],
    ['5 days since the last order; the only gap between order days so far was 1 day', [6, 5]],
    ['62 days since the first and only order; half of the customers who order again do so within 47 days', [62]],
    ['62 days since the first and only order day; half of the customers who order again do so within 47 days', [62, 62]],
    ['first order today; half of the customers who order again do so within 47 days', [0]],
    ['first orders today; half of the customers who order again do so within 47 days', [0, 0]],
  ])('reads "%s"', (text, orderedDaysAgo) => {
    expect(reason('silence', orderedDaysAgo)?.text).toBe(text);
  });

  it('of less than 24 hours may have begun yesterday', () => {
    const nextMorning = Date.parse('2026-11-22T07:00:00Z');
    expect(reason('silence', [0], nextMorning)?.text).toMatch(/^first order yesterday; /);
    expect(reason('silence', [8, 0], nextMorning)?.text).toMatch(/^ordered yesterday; /);
  });

  it('is compared with nothing where hardly anybody returns within a year', () => {
    const oneOffShop = { ...MODEL, mbg: { ...MODEL.mbg, r: 0.05 } };
    expect(reason('silence', [62], NOON, oneOffShop)).toMatchObject({ typical: null, text: '62 days since the first and only order' });
  });
});

describe('the number of orders', () => {
  it('speaks for a customer who came back, and more so with each return', () => {
    const seven = reason('orders', [60, 50, 40, 30, 20, 10, 0]);
    expect(seven).toMatchObject({
      value: 7,
      typical: 1,
      text: '7 order days so far; customers who came back before are more likely to order again',
    });
    expect(seven?.effect).toBeLessThan(reason('orders', [10, 0])?.effect ?? Number.NaN);
    expect(reason('orders', [10, 0])?.effect).toBeLessThan(0);
  });
});

describe('the rhythm', () => {
  it.each<[string, number[], number]>([
    ['orders every 12 days, faster than the typical 52', [24, 12, 0], -1],
    ['orders every day, faster than the typical 52', [2, 1, 0], -1],
    ['orders every 80 days, slower than the typical 52', [160, 80, 0], 1],
    ['came back after 1 day, sooner than the typical 52', [1, 0], -1],
    ['came back after 80 days, later than the typical 52', [80, 0], 1],
    ['came back after 52 days, as is typical', [52, 0], 1],
  ])('reads "%s"', (text, orderedDaysAgo, sign) => {
    const rhythm = reason('rhythm', orderedDaysAgo);
    expect(rhythm?.text).toBe(text);
    expect(Math.sign(rhythm?.effect ?? Number.NaN)).toBe(sign);
  });
});

describe('an explanation', () => {
  it('has three reasons for somebody who came back, and silence alone for a one-time buyer', () => {
    expect(reasonsAfter([10, 5])).toHaveLength(3);
    expect(reasonsAfter([10]).map((each) => each.factor)).toEqual(['silence']);
  });

  it('begins with what matters most', () => {
    expect(reasonsAfter([400, 390, 380])[0]?.factor).toBe('silence');
    expect(reasonsAfter([24, 12, 0])[0]?.factor).toBe('orders');
    expect(reasonsAfter([300, 150, 0])[0]?.factor).toBe('rhythm');
  });
});
