import { checkedRates } from './checked-rates.js';

const bin = (place: number, n: number, predicted: number, observed: number) => ({ bin: place, n, predicted, observed });
const empty = (place: number) => ({ bin: place, n: 0, predicted: null, observed: null });

describe('What the scores said and what happened', () => {
  it('leaves out the customers with a risk of 80% and more, who are mostly lost', () => {
    const rates = checkedRates([bin(1, 100, 0.1, 0.2), empty(2), bin(7, 300, 0.7, 0.6), bin(8, 50, 0.85, 0.85), bin(9, 5000, 0.99, 0.99)]);
    expect(rates).toEqual({ group: 'below_080', predicted: expect.closeTo(0.55, 9), observed: expect.closeTo(0.5, 9) });
  });

  it('is about all customers where each of them has a high risk, and unknown without any', () => {
    expect(checkedRates([empty(0), bin(9, 10, 0.95, 0.9)])).toEqual({
      group: 'all',
      predicted: expect.closeTo(0.95, 9),
      observed: expect.closeTo(0.9, 9),
    });
    expect(checkedRates([])).toBeNull();
    expect(checkedRates([empty(0)])).toBeNull();
  });
});
