import { DAY_MS, ORDER_STATES } from '#libs/core';
import { unitsOf } from '#libs/database';
import { countedOrders } from '#libs/scoring';
import type { DaySums } from './day-totals.js';

/** An order that has just been stored, as folding makes it. */
export interface AddedOrder {
  /** Null: only refunds or a cancellation are known. */
  readonly placedAt: number | null;
  readonly amount: number | null;
  readonly currency: string | null;
  readonly state: number;
  /** In ten-thousandths, like the total that the source has stated. The greater of both holds. */
  readonly refunded: bigint;
  readonly refundedTotal: bigint;
  readonly refundedAt: number | null;
  readonly fullyRefunded: boolean;
  readonly test: boolean;
}

/** Adds up the orders of one customer that count, by UTC day number. @param currency the tenant's */
export function sumsByDay(orders: readonly AddedOrder[], currency: string): Map<number, DaySums> {
  const days = new Map<number, DaySums>();
  for (const order of orders) {
    const sums = sumsOf(order, currency);
    if (sums === null) continue;
    const day = Math.floor(sums.firstMs / DAY_MS);
    const others = days.get(day);
    days.set(day, others === undefined ? sums : together(others, sums));
  }
  return days;
}

/** @returns null for a row that is no order, or one that does not count. */
function sumsOf(order: AddedOrder, currency: string): DaySums | null {
  const { placedAt, amount, state, refundedAt, fullyRefunded, test } = order;
  if (placedAt === null) return null;
  const refunded = order.refunded > order.refundedTotal ? order.refunded : order.refundedTotal;
  const units = amount === null ? null : unitsOf(amount);
  const { orders } = countedOrders([
    {
      placedAtMs: placedAt,
      // An order counts when something of its amount is left. A double may round this amount, but not its sign.
      amount: units === null ? null : Number(units - refunded),
      refunded: 0,
      refundedAtMs: refundedAt,
      fullyRefunded,
      cancelled: state === ORDER_STATES.cancelled,
      test,
      foreign: order.currency !== null && order.currency !== currency,
    },
  ]);
  const [counted] = orders;
  if (counted === undefined) return null;
  const isValued = !counted.foreign && units !== null;
  return {
    orders: 1,
    foreignOrders: counted.foreign ? 1 : 0,
    valued: isValued ? 1 : 0,
    units: isValued ? units - refunded : 0n,
    firstMs: placedAt,
    lastMs: placedAt,
  };
}

const together = (one: DaySums, other: DaySums): DaySums => ({
  orders: one.orders + other.orders,
  foreignOrders: one.foreignOrders + other.foreignOrders,
  valued: one.valued + other.valued,
  units: one.units + other.units,
  firstMs: Math.min(one.firstMs, other.firstMs),
  lastMs: Math.max(one.lastMs, other.lastMs),
});
