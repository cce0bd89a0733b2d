import { earlierOfOne, NO_EARLIER } from '../src/orders/earlier-orders.js';
import { customerCount, NO_ORDERS, type OrderDays } from '../src/orders/order-days.js';
import { SparseRowsBuilder } from '../src/orders/sparse-rows.js';

const DAY_MS = 86_400_000;

/** The orders of the days after `until`, and a sum for those before. */
export function summarisedUntil(history: OrderDays, until: number): OrderDays {
  const recent = new SparseRowsBuilder(NO_ORDERS);
  const earlier = new SparseRowsBuilder(NO_EARLIER);
  for (let customer = 0; customer < customerCount(history); customer++) {
    const [from, to] = [history.offsets[customer]!, history.offsets[customer + 1]!];
    const start = from + history.day.subarray(from, to).filter((day) => day <= until).length;
    const part = { day: history.day.subarray(start, to), value: history.value.subarray(start, to) };
    recent.add({ offsets: Uint32Array.of(0, to - start), ...part });
    const orders = start - from;
    const sum = { orders, spent: 1000n, firstAtMs: history.day[from]! * DAY_MS, lastAtMs: null, untilMs: until * DAY_MS };
    earlier.add(earlierOfOne(orders === 0 ? null : sum));
  }
  return { ...recent.build(), earlier: earlier.build() };
}
