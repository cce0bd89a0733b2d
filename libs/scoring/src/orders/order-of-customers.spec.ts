import { orderDays } from '../../test-data/order-days.js';
import type { OrderDays } from './order-days.js';
import { inOrderOfHistory } from './order-of-customers.js';

const textOf = ({ offsets, day, value }: OrderDays): string[] =>
  Array.from({ length: offsets.length - 1 }, (_, i) => {
    const [from, to] = [offsets[i], offsets[i + 1]];
    return `${day.subarray(from, to).join()}:${value.subarray(from, to).join()}`;
  });

const days = Array.from({ length: 300 }, (_, i) => [19_000 + (i % 7), 19_100 + (i % 90)]);
const values = days.map((_, i) => [10 + (i % 3), i % 5 === 0 ? Number.NaN : i]);

describe('the order of customers by their histories', () => {
  it('keeps every customer', () => {
    const history = orderDays(days, values);
    expect(textOf(inOrderOfHistory(history)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
      textOf(history).toSorted((a, b) => (a < b ? -1 : 1)),
    );
  });

  it('is the same whatever the order before', () => {
    const backwards = orderDays(days.toReversed(), values.toReversed());
    expect(textOf(inOrderOfHistory(backwards))).toEqual(textOf(inOrderOfHistory(orderDays(days, values))));
  });

  it('mixes customers of all days, and those with the same history among the others', () => {
    const twoKinds = Array.from({ length: 200 }, (_, i) => [i < 100 ? 19_000 : 19_200]);
    const firstHalf = inOrderOfHistory(orderDays(twoKinds, twoKinds.map(() => [1]))).day.subarray(0, 100); // prettier-ignore
    const early = firstHalf.filter((day) => day === 19_000).length;
    expect(early).toBeGreaterThan(30);
    expect(early).toBeLessThan(70);
  });

  it('accepts a history without customers', () => {
    expect(inOrderOfHistory(orderDays([], [])).offsets).toEqual(Uint32Array.of(0));
  });
});
