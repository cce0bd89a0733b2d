import * as fc from 'fast-check';
import { SeededRandom } from '../arithmetic/seeded-random.js';
import { orderDays } from '../../test-data/order-days.js';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { contactsOfOne } from '../orders/contacts.js';
import { historyOf } from '../orders/past-orders.js';
import { SparseRowsBuilder } from '../orders/sparse-rows.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { customerCount } from '../orders/order-days.js';
import type { OrderDays } from '../orders/order-days.js';
import { FIT_VERSION } from '../model/model.js';
import { parseModel } from '../model/parse-model.js';
import { scoreHistory } from '../model/score-history.js';
import { fitModel } from './fit-model.js';

const TODAY = 20_000;
const SHOP = simulatedShop(800, TODAY);
const OPTIONS = { today: TODAY, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 };
const MODEL = fitModel(SHOP, OPTIONS);

const one = (days: readonly number[], values = days.map(() => 1)): OrderDays => orderDays([days], [values]);
const scoreOf = (days: readonly number[], today = TODAY, model = MODEL): number => scoreHistory(one(days), model, today)[0]!;

describe('the model of a shop', () => {
  it('is the same for the same history and seed, and names its family, horizon and day', () => {
    expect(MODEL.learner).not.toBeNull();
    expect(MODEL.version).toBe(`${MODEL.family}-${FIT_VERSION}/h30/2024-10-04`);
    expect(JSON.stringify(fitModel(SHOP, OPTIONS))).toBe(JSON.stringify(MODEL));
  });

  it('is the same to the last bit whatever the order of the customers', () => {
    const random = new SeededRandom(3);
    const shuffled = Array.from({ length: customerCount(SHOP) }, (_, customer) => ({ customer, place: random.unit() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ customer }) => customer);
    expect(JSON.stringify(fitModel(historyOf(SHOP, Uint32Array.from(shuffled)), OPTIONS))).toBe(JSON.stringify(MODEL));
  });

  it('is the same to the last bit where no campaign has reached a customer by its day', () => {
    const { offsets } = SHOP;
    const later = { day: TODAY + 1, until: TODAY + 30, standsFor: 0, draw: 0 };
    for (const each of [[], [later]]) {
      const contacts = new SparseRowsBuilder(contactsOfOne([]));
      for (let customer = 0; customer + 1 < offsets.length; customer++) contacts.add(contactsOfOne(each));
      expect(JSON.stringify(fitModel({ ...SHOP, contacts: contacts.build() }, OPTIONS))).toBe(JSON.stringify(MODEL));
    }
  });

  it('learns as much from outcomes that count three times as from outcomes that count once', () => {
    const some = historyOf(
      SHOP,
      Uint32Array.from({ length: 300 }, (_, i) => i),
    );
    const contacts = new SparseRowsBuilder(contactsOfOne([]));
    for (let customer = 0; customer < customerCount(some); customer++)
      contacts.add(contactsOfOne([{ day: TODAY - 700, until: TODAY + 30, standsFor: 3, draw: 0 }]));
    const [once, thrice] = [some, { ...some, contacts: contacts.build() }].map((history) => fitModel(history, OPTIONS));
    expect(thrice!.family).toBe('mbg+lr');
    expect(thrice!.fit).toEqual({ ...once!.fit, meanScore: expect.closeTo(once!.fit!.meanScore, 6) });
    expect(thrice!.learner!.linear.weight).toBe(once!.learner!.linear.weight);
    for (const [i, coefficient] of thrice!.learner!.coefficients.entries())
      expect(coefficient).toBeCloseTo(once!.learner!.coefficients[i]!, 5);
  });

  it('stays on the rung that its history allows', () => {
    const some = (n: number): OrderDays =>
      historyOf(
        SHOP,
        Uint32Array.from({ length: n }, (_, i) => i),
      );
    expect([1, 3, 200].map((n) => fitModel(some(n), OPTIONS).family)).toEqual(['mbg', 'mbg', 'mbg+lr']);
    const monthOld = { ...SHOP, day: SHOP.day.map((day) => Math.max(day, TODAY - 30)) };
    expect(fitModel(distinct(monthOld), OPTIONS).family).toBe('mbg');
  });

  it('does not look at orders after its day', () => {
    const early = { ...OPTIONS, today: TODAY - 100 };
    const later = orderDays(
      Array.from({ length: customerCount(SHOP) }, (_, i) => [...SHOP.day.subarray(SHOP.offsets[i], SHOP.offsets[i + 1])].filter((day) => day <= early.today)),
      Array.from({ length: customerCount(SHOP) }, (_, i) =>
        [...SHOP.value.subarray(SHOP.offsets[i], SHOP.offsets[i + 1])].filter((__, k) => SHOP.day[SHOP.offsets[i]! + k]! <= early.today),
      ),
    ); // prettier-ignore
    expect(JSON.stringify(fitModel(SHOP, early))).toBe(JSON.stringify(fitModel(later, early)));
  });

  it('is fitted to any history, and gives any customer a score from 0.0001 to 0.9999', () => {
    const anyDays = fc
      .uniqueArray(fc.integer({ min: TODAY - 4000, max: TODAY }), { maxLength: 40 })
      .map((days) => days.toSorted((a, b) => a - b));
    const anyValue = fc.oneof(fc.constant(Number.NaN), fc.double({ min: 0, max: 1e12, noNaN: true }));
    const anyShop = fc.tuple(fc.array(anyDays, { maxLength: 30 }), anyValue);
    fc.assert(
      fc.property(anyShop, fc.constantFrom(null, 1, 7, 90, 365), ([customers, value], horizonDays) => {
        const history = orderDays(customers, customers.map((days) => days.map(() => value)));
        const model = parseModel(JSON.parse(JSON.stringify(fitModel(history, { ...OPTIONS, horizonDays }))));
        const scores = scoreHistory(history, model, TODAY);
        for (const [i, days] of customers.entries()) {
          expect(days.length === 0 ? Number.isNaN(scores[i]!) : scores[i]! >= 0.0001 && scores[i]! <= 0.9999).toBe(true);
        }
      }),
      { numRuns: 60 },
    ); // prettier-ignore
  });

  it('survives shops in which everybody is alike', () => {
    const alike = [[TODAY], [TODAY - 500], [TODAY - 60, TODAY - 30, TODAY], Array.from({ length: 1500 }, (_, i) => TODAY - 1499 + i)];
    for (const days of alike) {
      const model = fitModel(orderDays(Array.from({ length: 60 }, () => days)), OPTIONS);
      const score = scoreOf(days, TODAY, model);
      expect(score >= 0.0001 && score <= 0.9999).toBe(true);
    }
  });
});

describe('the score of a fitted model', () => {
  const { learner } = MODEL;
  const known = learner?.longestSilenceDays ?? Number.NaN;
  const anyHistory = fc
    .uniqueArray(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 30 })
    .map((ages) => ages.map((age) => TODAY - age).toSorted((a, b) => a - b));

  it('never falls with silence beyond what the fit has seen, and is then at least that of the last order day', () => {
    fc.assert(
      fc.property(anyHistory, fc.integer({ min: 1, max: 3000 }), fc.nat(3000), (days, more, evenMore) => {
        const last = days.at(-1)!;
        const long = scoreOf(days, last + known + more);
        expect(scoreOf(days, last + known + more + evenMore)).toBeGreaterThanOrEqual(long);
        expect(long).toBeGreaterThanOrEqual(scoreOf(days, last));
      }),
    );
  });

  it('takes ten thousand days, ten years of silence, and orders of absurd value', () => {
    const daily = Array.from({ length: 10_000 }, (_, i) => TODAY - 9999 + i);
    expect(scoreOf(daily)).toBeLessThan(0.2);
    expect(scoreOf([TODAY - 3650])).toBeGreaterThan(0.9);
    for (const value of [1e-300, 1e12, Number.NaN]) {
      const score = scoreHistory(one([TODAY - 40, TODAY - 3], [value, 1e12]), MODEL, TODAY)[0]!;
      expect(score >= 0.0001 && score <= 0.9999).toBe(true);
    }
  });
});

/** Drops days that fell together. */
function distinct(history: OrderDays): OrderDays {
  return orderDays(
    Array.from({ length: customerCount(history) }, (_, i) => [
      ...new Set(history.day.subarray(history.offsets[i], history.offsets[i + 1])),
    ]),
  );
}
