import type { OrderDto } from '../../api/schema';

/** The orders of a day as the chart draws them. */
export interface DrawnDay {
  /** The instant of the earliest of them. */
  readonly at: number;
  /** The sum that they add to the money that the customer has spent; 0 when no order has an amount in the currency of the shop. */
  readonly amount: number;
  /** The sums after refunds in each currency. */
  readonly sums: ReadonlyMap<string, number>;
}

/** Returns whether an order counts according to its own fields. */
export const isCounted = ({ status, test, amount, refunded }: OrderDto): boolean =>
  status === 'placed' && !test && (amount === null || Number(amount) > Number(refunded));

/**
 * Adds up the orders of a day after their refunds: bars of the same day would hide each other. As in the money that the customer has spent,
 * amounts in other currencies than the shop's are not added up.
 * @param orders latest first
 * @returns the oldest day first
 */
export function drawnDays(orders: readonly OrderDto[], currency: string, dateOf: (instant: string) => string): DrawnDay[] {
  const days = new Map<string, { at: number; sums: Map<string, number> }>();
  for (const order of orders.toReversed()) {
    const day = days.get(dateOf(order.placed_at)) ?? { at: new Date(order.placed_at).getTime(), sums: new Map<string, number>() };
    days.set(dateOf(order.placed_at), day);
    if (order.amount === null) continue;
    day.sums.set(order.currency, (day.sums.get(order.currency) ?? 0) + Number(order.amount) - Number(order.refunded));
  }
  return [...days.values()].map(({ at, sums }) => ({ at, sums, amount: sums.get(currency) ?? 0 }));
}
