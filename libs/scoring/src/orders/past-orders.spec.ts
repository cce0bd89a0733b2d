import { orderDays } from '../../test-data/order-days.js';
import { historyOf, knownBy, noOrderAfter, spanOf } from './past-orders.js';

describe('what was known at a cutoff', () => {
  const history = orderDays([[10, 20, 30], [25, 40], [50]], [[1, 2, 3], [4, 5], [6]]);

  it('holds the customers with an order by its end, with their orders until then', () => {
    const known = knownBy(history, 25);
    expect(known).toEqual({ customers: Uint32Array.of(0, 1), history: orderDays([[10, 20], [25]], [[1, 2], [4]]) });
  });

  it('is followed by an order of the last day of the horizon, and not by one of the cutoff itself', () => {
    const { customers } = knownBy(history, 25);
    expect([...noOrderAfter(history, customers, { cutoff: 25, horizonDays: 15 })]).toEqual([0, 0]);
    expect([...noOrderAfter(history, customers, { cutoff: 25, horizonDays: 14 })]).toEqual([0, 1]);
    expect([...noOrderAfter(history, customers, { cutoff: 30, horizonDays: 9 })]).toEqual([1, 1]);
  });

  it('is nothing before the first order', () => {
    expect(knownBy(history, 9)).toEqual({ customers: new Uint32Array(0), history: orderDays([]) });
  });

  it('can be cut to some customers', () => {
    expect(historyOf(history, Uint32Array.of(2, 0))).toEqual(orderDays([[50], [10, 20, 30]], [[6], [1, 2, 3]]));
  });

  it('spans from the first order of anybody to the last', () => {
    expect(spanOf(history)).toEqual({ first: 10, last: 50 });
    expect(spanOf(orderDays([]))).toBeNull();
  });
});
