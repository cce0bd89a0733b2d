import { SeededRandom } from '#libs/scoring';
import { KINDS, variedShop } from './varied-shops.js';

describe('a generated shop', () => {
  it.each(KINDS.map((kind) => [kind]))('has ascending order days within its period: %s', (kind) => {
    const shop = variedShop(kind, new SeededRandom(3, 0));
    const customers = Array.from({ length: 300 }, (_, i) => shop.ordersOf(new SeededRandom(3, i + 1)));
    for (const orders of customers) {
      const days = orders.map(({ day }) => day);
      expect(days).toEqual([...new Set(days)].toSorted((one, other) => one - other));
      expect(days.every((day) => Number.isInteger(day) && day >= 0 && day < shop.days)).toBe(true);
      expect(orders.every(({ value }) => value > 0)).toBe(true);
    }
    expect(customers.filter((orders) => orders.length > 0).length).toBeGreaterThan(100);
    expect(customers.some((orders) => orders.length > 1)).toBe(true);
  });

  it('is equal for equal seeds', () => {
    const [one, other] = [0, 0].map((stream) => variedShop('seasonal', new SeededRandom(5, stream)));
    expect(one?.ordersOf(new SeededRandom(5, 1))).toEqual(other?.ordersOf(new SeededRandom(5, 1)));
  });
});
