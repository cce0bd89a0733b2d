import { SeededRandom, spanOf } from '#libs/scoring';
import { BASE_RATE, baselineMethods } from './methods/baseline-methods.js';
import { evaluateShop } from './backtest/evaluate-shop.js';
import { PRODUCTION, productionMethods } from './methods/model-methods.js';
import { OrderColumns } from './logs/order-columns.js';
import type { ShopLog } from './logs/read-shop-log.js';
import { referenceMethods } from './methods/reference-methods.js';
import { meansTable, smallTable } from './report/result-tables.js';
import { evaluateSmallTenants } from './backtest/small-tenants.js';

const DAY_MS = 86_400_000;
const PLAN = { horizons: [30], cutoffs: 2, seed: 1 };

/** Half of the customers order about every ten days until they leave, half once. */
function shopOf(customers: number): ShopLog {
  const random = new SeededRandom(5);
  const orders = new OrderColumns();
  for (let customer = 0; customer < customers; customer++) {
    let day = Math.floor(300 * random.unit());
    orders.add(`c${customer}`, day * DAY_MS, 20);
    if (customer % 2 === 0) continue;
    for (const end = day + 400 * random.unit(); day < Math.min(400, end);) {
      day += 1 + Math.floor(20 * random.unit());
      if (day < 400) orders.add(`c${customer}`, day * DAY_MS, 20);
    }
  }
  const history = orders.toOrderDays();
  return { name: 'regulars', simulated: true, history, orders: orders.orders, span: spanOf(history) ?? { first: 0, last: 0 } };
}

const shop = shopOf(300);

describe('the evaluation of a shop', () => {
  const methods = [...productionMethods(), ...referenceMethods(), ...baselineMethods()];
  const result = evaluateShop(shop, methods, PLAN, () => undefined);
  const lossOf = (name: string): number => result.methods.find((method) => method.name === name)?.mean.logLoss ?? Number.NaN;

  it('runs every method for every task', () => {
    expect(result.tasks.map(({ cutoff }) => shop.span.last - cutoff)).toEqual([30, 69]);
    expect(result.methods.map(({ answers }) => answers.filter((answer) => answer !== null).length)).toEqual(methods.map(() => 2));
  });

  it('finds the score far better than the base rate', () => {
    expect(lossOf(PRODUCTION)).toBeLessThan(0.8 * lossOf(BASE_RATE));
  });

  it('gives the same result for the same seed', () => {
    const again = evaluateShop(shop, methods.slice(0, 1), { ...PLAN, cutoffs: 1 }, () => undefined);
    expect(again.methods[0]?.answers[0]).toEqual(result.methods[0]?.answers[0]);
  });

  it('shows a method no event after the cutoff', () => {
    const last = result.tasks[0]!.cutoff;
    const seen: number[] = [];
    const spy = {
      name: 'looks at everything',
      predict: ({ known, evaluated }: { known: ShopLog['history']; evaluated: ShopLog['history'] }) => {
        seen.push(...known.day, ...evaluated.day);
        return new Float64Array(evaluated.offsets.length - 1).fill(0.5);
      },
    };
    evaluateShop(shop, [spy], PLAN, () => undefined);
    expect(seen.reduce((latest, each) => Math.max(latest, each), 0)).toBe(last);
  });

  it('prints a row for each method', () => {
    const rows = meansTable(result).split('\n').slice(2);
    expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(methods.map(({ name }) => name));
  });
});

describe('the evaluation of small tenants', () => {
  it('covers tenant sizes that leave enough customers to evaluate, with a mean over seeded draws for each', () => {
    const [production] = productionMethods();
    const [baseRate] = baselineMethods();
    const compared = [production!, baseRate!];
    const small = evaluateSmallTenants(shop, compared, baseRate!, { ...PLAN, cutoffs: 1 });
    expect(small.map(({ customers, draws }) => [customers, draws])).toEqual([
      [10, 12],
      [50, 12],
    ]);
    expect(small.every(({ logLoss }) => logLoss.every(({ mean }) => mean > 0 && mean < 2))).toBe(true);
    expect(smallTable(small).split('\n')).toHaveLength(4);
  });
});
