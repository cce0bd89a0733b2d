import * as fc from 'fast-check';
import { orderDays } from '../../test-data/order-days.js';
import { anyOrders, NOON } from '../../test-data/order-facts.js';
import { countedOrders } from './counted-orders.js';
import { featuresOf } from './features.js';
import { fitModel } from '../fitting/fit-model.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { mbgNoOrderProbability } from '../model/mbg-nbd.js';
import { FIT_VERSION } from '../model/model.js';
import { parseModel } from '../model/parse-model.js';
import { scoreCustomer } from '../scores/score-customer.js';
import { scoreHistory } from '../model/score-history.js';
import { toCivilDate } from '../arithmetic/civil-date.js';
import { dayOf, NO_ORDERS, orderDaysOf, orderDaysUntil } from './order-days.js';
import type { OrderDays } from './order-days.js';
import { SparseRowsBuilder } from './sparse-rows.js';

const TODAY = dayOf(NOON);
const manyCustomers = fc.array(anyOrders, { minLength: 1, maxLength: 12 });

/** Customers who come every `gap` days. They never leave, or leave after some orders; nothing is random. */
const SHOP = orderDays(
  Array.from({ length: 300 }, (_, i) => {
    const gap = 9 + ((i * 7) % 40);
    const stays = i % 3 === 0 ? 1 + (i % 4) : 100;
    return Array.from({ length: stays }, (__, k) => TODAY - 500 + (i % 200) + k * gap).filter((day) => day <= TODAY);
  }),
);

function historyOf(customers: readonly Parameters<typeof countedOrders>[0][]): OrderDays {
  const builder = new SparseRowsBuilder(NO_ORDERS);
  for (const rows of customers) builder.add(orderDaysOf(countedOrders(rows).orders));
  return builder.build();
}

describe('order days', () => {
  it('are ascending and distinct, and hold the net value of each day', () => {
    const orders = [
      { placedAtMs: NOON, net: 10_049, foreign: false },
      { placedAtMs: NOON + 1, net: 20_000, foreign: false },
      { placedAtMs: NOON + 2, net: 50_000, foreign: true },
      { placedAtMs: NOON + 86_400_000, net: null, foreign: false },
    ];
    expect(orderDaysOf(orders)).toEqual({
      offsets: Uint32Array.of(0, 2),
      day: Int32Array.of(TODAY, TODAY + 1),
      value: Float64Array.of(3.0049, Number.NaN),
    });
  });

  it('as they were known on a day hold nothing later and the same customers', () => {
    const history = { offsets: Uint32Array.of(0, 2, 3), day: Int32Array.of(5, 9, 9), value: Float64Array.of(1, 2, 3) };
    expect(orderDaysUntil(history, 8)).toEqual({ offsets: Uint32Array.of(0, 1, 1), day: Int32Array.of(5), value: Float64Array.of(1) });
  });

  it('give a customer the same score alone as among everybody', () => {
    fc.assert(
      fc.property(manyCustomers, fc.integer({ min: 1, max: 400 }), (customers, horizonDays) => {
        const history = historyOf(customers);
        const model = fitModel(history, { today: TODAY, horizonDays, bands: DEFAULT_BANDS, seed: 1 });
        const scores = scoreHistory(history, model, TODAY);
        for (const [i, rows] of customers.entries()) {
          const scored = scoreCustomer(featuresOf(rows, { firstSeenMs: NOON }, NOON), model);
          expect(scored?.score ?? 'NaN').toBe(Number.isNaN(scores[i]) ? 'NaN' : scores[i]!.toFixed(4));
        }
      }),
    );
  });

  it('give it also when the shop is large enough to be learned from, and when the model comes back from storage', () => {
    const model = fitModel(SHOP, { today: TODAY, horizonDays: 60, bands: DEFAULT_BANDS, seed: 1 });
    expect(model.family).toBe('mbg+lr');
    const stored = parseModel(JSON.parse(JSON.stringify(model)));
    fc.assert(
      fc.property(manyCustomers, (customers) => {
        const history = historyOf(customers);
        const scores = scoreHistory(history, model, TODAY);
        expect(scoreHistory(history, stored, TODAY)).toEqual(scores);
        for (const [i, rows] of customers.entries()) {
          const scored = scoreCustomer(featuresOf(rows, { firstSeenMs: NOON }, NOON), stored);
          expect(scored?.score ?? 'NaN').toBe(Number.isNaN(scores[i]) ? 'NaN' : scores[i]!.toFixed(4));
        }
      }),
    );
  });

  it('are named by their civil dates', () => {
    for (const day of [-719_468, -1, 0, 59, 11_016, 11_017, 20_778, 47_541]) {
      expect(toCivilDate(day)).toBe(new Date(day * 86_400_000).toISOString().slice(0, 10));
    }
  });
});

describe('the model of a shop', () => {
  it('is fitted to any customers, and its version distinguishes it from others', () => {
    const history = historyOf([[]]);
    expect(fitModel(history, { today: TODAY, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 }).version).toBe('mbg-prior-1.0/h30');
    const one = { offsets: Uint32Array.of(0, 1), day: Int32Array.of(TODAY - 10), value: Float64Array.of(5) };
    const model = fitModel(one, { today: TODAY, horizonDays: null, bands: DEFAULT_BANDS, seed: 1 });
    expect(model.version).toBe(`mbg-${FIT_VERSION}/h90/2026-11-21`);
    expect(model.fit).toMatchObject({ customers: 1, orderDays: 1, today: TODAY, firstDay: TODAY - 10 });
    expect(scoreHistory(one, model, TODAY)[0]).toBe(mbgNoOrderProbability({ x: 0, tx: 0, T: 10 }, model.mbg, 90));
  });
});
