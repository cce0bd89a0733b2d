import type { OutgoingEvent } from '../outgoing-event.js';
import { eventIdOf } from './event-identity.js';

/**
 * One order of any platform's export. Amounts are in `currency`; `refunded` is 0 when nothing was refunded. A negative total is a refund of
 * the order at `placedAt`: the Analytics report of WooCommerce lists refunds so.
 */
export interface PlatformOrder {
  readonly source: 'shopify' | 'woocommerce';
  readonly orderId: string;
  readonly customerId: string;
  readonly placedAt: Date;
  readonly total: number;
  readonly currency: string | null;
  /** `null`: not cancelled. */
  readonly cancelledAt: Date | null;
  readonly refunded: number;
}

/**
 * Returns the events of an order: completed, and cancelled or refunded where that happened. Event ids derive from the order's id and
 * time, so a later export with the same order adds only new events. Exports say what was refunded in all, not each refund: an update of the
 * order states that total, beside single refunds that the shop itself may have sent. The id has the amount, so a later export with more refunded counts.
 */
export function eventsOfOrder(order: PlatformOrder): OutgoingEvent[] {
  const idOf = (...what: readonly string[]): string => eventIdOf(order.source, [order.orderId, order.placedAt.toISOString(), ...what]);
  const event = (eventType: 'order_completed' | 'order_cancelled' | 'order_refunded', at: Date, value?: number): OutgoingEvent => ({
    event_id: idOf(eventType),
    customer_id: order.customerId,
    event_type: eventType,
    occurred_at: at.toISOString(),
    ...(value === undefined ? {} : { value }),
    data: { order_id: order.orderId, ...(order.currency === null ? {} : { currency: order.currency }) },
  });
  const { placedAt, cancelledAt, refunded } = order;
  if (order.total < 0) return [event('order_refunded', placedAt, -order.total)];
  return [
    event('order_completed', placedAt, order.total),
    ...(cancelledAt === null ? [] : [event('order_cancelled', cancelledAt)]),
    ...(refunded > 0 ? [withRefunds(event('order_completed', placedAt), idOf('refunded', String(refunded)), refunded)] : []),
  ];
}

/** Returns an update of an order that states what was refunded of it in all. */
export const withRefunds = (order: OutgoingEvent, id: string, total: number): OutgoingEvent => ({
  ...order,
  event_id: id,
  event_type: 'order_updated',
  data: { ...order.data, refunded_total: total },
});
