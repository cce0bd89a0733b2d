import { DAY_MS, ORDER_STATES } from '#libs/core';
import { unitsOf } from '#libs/database';
import { countedOrders } from '#libs/scoring';
import { addOrder, type DaySums, noOrders } from './day-totals.js';

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
    const { placedAt } = order;
    const net = netOf(order);
    const isForeign = order.currency !== null && order.currency !== currency;
    if (placedAt === null || !counts(order, net)) continue;
    const day = Math.floor(placedAt / DAY_MS);
    const sums = days.get(day) ?? noOrders();
    days.set(day, sums);
    addOrder(sums, placedAt, net, isForeign);
  }
  return days;
}

/** @returns ten-thousandths; null: unknown */
const netOf = ({ amount, refunded, refundedTotal }: AddedOrder): bigint | null =>
  amount === null ? null : unitsOf(amount) - (refunded > refundedTotal ? refunded : refundedTotal);

const counts = ({ placedAt, state, refundedAt, fullyRefunded, test }: AddedOrder, net: bigint | null): boolean =>
  countedOrders([
    {
      placedAtMs: placedAt,
      // An order counts when something of its amount is left. A double may round this amount, but not its sign.
      amount: net === null ? null : Number(net),
      refunded: 0,
      refundedAtMs: refundedAt,
      fullyRefunded,
      cancelled: state === ORDER_STATES.cancelled,
      test,
      foreign: false,
    },
  ]).orders.length > 0;
