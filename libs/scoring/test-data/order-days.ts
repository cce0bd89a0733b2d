import type { OrderDays } from '../src/orders/order-days.js';

/** Builds columns from one list of days per customer, and one list of values (1 each when left out). */
export function orderDays(days: readonly (readonly number[])[], values?: readonly (readonly number[])[]): OrderDays {
  const offsets = new Uint32Array(days.length + 1);
  for (const [customer, own] of days.entries()) offsets[customer + 1] = offsets[customer]! + own.length;
  return {
    offsets,
    day: Int32Array.from(days.flat()),
    value: Float64Array.from(values === undefined ? days.flat().map(() => 1) : values.flat()),
  };
}
