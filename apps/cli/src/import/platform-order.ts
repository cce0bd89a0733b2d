import type { OutgoingEvent } from '#libs/backfill';
import { eventIdOf } from './event-identity.js';

/** One order of a platform's export, whatever the platform. Amounts in `currency`; `refunded` is 0 when nothing went back. */
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
 * The events of an order: placed, and cancelled or refunded when it was. Ids follow from the order's own id and time, so that
 * a later export which has the order again adds only what is new. Exports do not say when money went back: the refund gets
 * the time of the cancellation or of the order.
 */
export function eventsOfOrder(order: PlatformOrder): OutgoingEvent[] {
  const event = (eventType: 'order_completed' | 'order_cancelled' | 'order_refunded', at: Date, value?: number): OutgoingEvent => ({
    event_id: eventIdOf(order.source, [order.orderId, order.placedAt.toISOString(), eventType]),
    customer_id: order.customerId,
    event_type: eventType,
    occurred_at: at.toISOString(),
    ...(value === undefined ? {} : { value }),
    data: { order_id: order.orderId, ...(order.currency === null ? {} : { currency: order.currency }) },
  });
  const { placedAt, cancelledAt, refunded } = order;
  return [
    event('order_completed', placedAt, order.total),
    ...(cancelledAt === null ? [] : [event('order_cancelled', cancelledAt)]),
    ...(refunded > 0 ? [event('order_refunded', cancelledAt ?? placedAt, refunded)] : []),
  ];
}
