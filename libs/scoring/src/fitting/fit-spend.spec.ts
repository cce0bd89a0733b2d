import { SeededRandom } from '../arithmetic/seeded-random.js';
import { orderDays } from '../../test-data/order-days.js';
import { simulatedShop } from '../../test-data/simulated-shop.js';
import { DEFAULT_BANDS } from '../model/label.js';
import { moneyOf } from '../model/money.js';
import { orderValueOf } from '../model/order-value.js';
import type { OrderDays } from '../orders/order-days.js';
import { scoreCustomer } from '../scores/score-customer.js';
import { fitModel } from './fit-model.js';
import { fitSpend } from './fit-spend.js';

const TODAY = 20_000;
const CUSTOMERS = 300;

/** Values of the order days of a customer. The last one was today, and the others ten days apart before it. */
type Values = readonly number[];

/** 300 customers who spend 20 to 50 on each of up to five days, and others. */
function shopWith(others: readonly Values[], mostDays = 5): OrderDays {
  const usual = Array.from({ length: CUSTOMERS }, (_, i) => {
    const random = new SeededRandom(3, i + 1);
    return Array.from({ length: 1 + Math.floor(mostDays * random.unit()) }, () => random.between(20, 50));
  });
  const start = (i: number): number => (i < CUSTOMERS ? (i * 37) % 300 : 0);
  const values = [...usual, ...others];
  return orderDays(
    values.map((own, i) => own.map((_, k) => TODAY - start(i) - 10 * (own.length - 1 - k))),
    values,
  );
}

/** Returns what the shop expects of an order day of a customer who paid these values. */
function valueIn(shop: OrderDays, values: Values): number {
  const own = orderDays([values.map((_, k) => TODAY - 10 * (values.length - k))], [values]);
  return orderValueOf(own, { from: 0, to: values.length }, fitSpend(shop))!;
}

/** Share of the last customers in the expected revenue of a shop. */
function shareOfLast(shop: OrderDays, count: number): number {
  const model = fitModel(shop, { today: TODAY, horizonDays: 30, bands: DEFAULT_BANDS, seed: 1 });
  const customers = shop.offsets.length - 1;
  const expected = Array.from({ length: customers }, (_, i) => {
    const [from, to] = [shop.offsets[i]!, shop.offsets[i + 1]!];
    const days = orderDays([[...shop.day.subarray(from, to)]], [[...shop.value.subarray(from, to)]]);
    const [first, last] = [shop.day[from]!, shop.day[to - 1]!];
    const features = { days, orderDays: to - from, x: to - from - 1, tx: last - first, T: TODAY - first, today: TODAY };
    return Number(moneyOf(features, model, scoreCustomer(features, model)!.score).expectedRevenue);
  });
  const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);
  return sum(expected.slice(-count)) / sum(expected);
}

describe('one large order', () => {
  it.each([
    ['one newcomer with an order of 5,000', [[5000]]],
    ['two newcomers with an order of 5,000 and of 8,000', [[5000], [8000]]],
    ['a newcomer whose order is entered in cents', [[3500]]],
    ['a newcomer with an order of a million', [[1e6]]],
    ['a customer with one order of 5,000 among small ones', [[35, 28, 5000, 41]]],
  ])('of %s among 300 who spend 20 to 50 is no habit', (_name, others) => {
    const usual = others.map((values) => values.map(() => 35));
    expect(shareOfLast(shopWith(others), others.length)).toBeLessThan(0.15 * others.length);
    // In the second shop none of the others has come back.
    for (const mostDays of [5, 1]) {
      const [large, small] = [others, usual].map((each) => shareOfLast(shopWith(each, mostDays), others.length)) as [number, number];
      expect(large / small).toBeLessThan(5.1);
    }
  });

  it('changes what is expected of the others by less than a twentieth', () => {
    const [without, with5000] = [shopWith([]), shopWith([[5000], [8000]])];
    for (const values of [[35], [22, 30], [48, 45, 50, 41]]) {
      expect(Math.abs(valueIn(with5000, values) / valueIn(without, values) - 1)).toBeLessThan(0.05);
    }
  });

  it('moves no expected value by more than the shop’s usual values allow, however many of them are wrong by a factor of 100', () => {
    const shop = shopWith([]);
    expect(valueIn(shop, [3500])).toBeLessThan(200);
    expect(valueIn(shop, [35, 28, 3500, 41, 33, 30, 38])).toBeLessThan(80);
  });
});

describe('a large order that is repeated', () => {
  it('counts as the habit that it is', () => {
    const wholesale = [5200, 4800, 5100, 4900];
    expect(valueIn(shopWith([wholesale]), wholesale)).toBeGreaterThan(3000);
    expect(valueIn(shopWith([wholesale], 1), wholesale)).toBe(5000 - 25);
  });

  it('counts as far as it was repeated', () => {
    const shop = shopWith([]);
    const twice = valueIn(shop, [500, 480, 510]);
    expect(valueIn(shop, [500, 480, 50_000])).toBeLessThan(1.1 * twice);
  });

  it('is no outlier where several customers have one: a second price of the shop counts from the first order on', () => {
    const kits = Array.from({ length: 15 }, () => [900]);
    expect(valueIn(shopWith(kits), [900])).toBeGreaterThan(1.5 * valueIn(shopWith([]), [900]));
    expect(fitSpend(shopWith(kits))!.cap).toBeGreaterThanOrEqual(900);
  });
});

describe('the usual values of a shop', () => {
  it('leave room for several pieces of goods of one price', () => {
    const { cap } = fitSpend(orderDays(Array.from({ length: 50 }, (_, i) => [i, i + 20]), Array.from({ length: 50 }, () => [29.9, 29.9])))!;
    expect(cap).toBeCloseTo(149.5, 1);
  }); // prettier-ignore

  it('cap nothing in shops whose values vary as values do', () => {
    const shop = simulatedShop(400, TODAY);
    expect(fitSpend(shop)!.cap).toBeGreaterThan(Math.max(...shop.value));
  });

  it('are known from five customers on, and habits once twenty have come back', () => {
    const some = (count: number, days: readonly number[]): OrderDays =>
      orderDays(Array.from({ length: count }, () => days), Array.from({ length: count }, (_, i) => days.map(() => 20 + i))); // prettier-ignore
    expect(fitSpend(some(4, [1]))).toBeNull();
    expect(fitSpend(some(5, [1]))).toEqual({ cap: expect.closeTo(110, 9), parameters: null });
    expect(fitSpend(some(19, [1, 9]))!.parameters).toBeNull();
    expect(fitSpend(some(20, [1, 9]))!.parameters).not.toBeNull();
  });

  it('are read from 2,000 customers and the last 1,000 days of each, however many there are', () => {
    const customers = (count: number, others: number): OrderDays => {
      const values = [
        ...Array.from({ length: count }, (_, i) => [20 + (i % 30), 21 + (i % 30)]),
        ...Array.from({ length: others }, () => [900, 900]),
      ];
      return orderDays(
        values.map(() => [1, 20]),
        values,
      );
    };
    expect(fitSpend(customers(2000, 1000))).toEqual(fitSpend(customers(2000, 0)));
    const loyal = (earlier: number): OrderDays => {
      const own = [...Array.from({ length: earlier }, () => 900), ...Array.from({ length: 1000 }, (_, i) => 20 + (i % 30))];
      const values = Array.from({ length: 20 }, () => own);
      return orderDays(
        values.map((each) => each.map((_, k) => k)),
        values,
      );
    };
    expect(fitSpend(loyal(1500))).toEqual(fitSpend(loyal(0)));
  });
});
