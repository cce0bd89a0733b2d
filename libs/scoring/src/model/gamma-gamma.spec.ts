import { expectedSpend } from './gamma-gamma.js';

describe('expected spend', () => {
  it('moves from the mean of the shop to that of the customer with every order', () => {
    const shop = { p: 6.25, q: 3.74, gamma: 15.44 };
    const [none, one, many] = [0, 1, 500].map((orders) => expectedSpend({ orders, mean: 100 }, shop));
    expect(none).toBeCloseTo((6.25 * 15.44) / 2.74, 9);
    expect(one).toBeGreaterThan(none!);
    expect(many).toBeGreaterThan(one!);
    expect(many).toBeCloseTo(100, 0);
  });
});
