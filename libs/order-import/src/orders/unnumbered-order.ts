import type { OutgoingEvent } from '../outgoing-event.js';
import { eventIdOf, type RepeatCounter } from './event-identity.js';
import { consentData, type StatedOrder } from './order-statement.js';

/**
 * Returns the events of an order without a number in a plain log. Its id is a hash of its content, so equal rows are numbered. A refund
 * becomes an event of its own at the time of the order, because a log does not say when it happened. The amount that is sent first stays.
 *
 * @param given the event id of the row, '' when it has none
 */
export function eventsOfUnnumbered(order: StatedOrder, repeats: RepeatCounter, given: string): OutgoingEvent[] {
  const { customerId, placedAt, refunded, currency, acceptsMarketing, items } = order;
  const type = order.total !== null && order.total < 0 ? 'order_refunded' : 'order_completed';
  const total = order.total === null ? null : Math.abs(order.total);
  const content = [type, customerId, placedAt.toISOString(), total, ''];
  const id = given || eventIdOf('generic', [...content, repeats.ordinal(content)]);
  const data = {
    ...(currency === null ? {} : { currency }),
    ...consentData(acceptsMarketing),
  };
  const event = (eventId: string, eventType: string, amount: number | null): OutgoingEvent => ({
    event_id: eventId,
    customer_id: customerId,
    event_type: eventType,
    occurred_at: placedAt.toISOString(),
    ...(amount === null ? {} : { value: amount }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  });
  const bare = event(id, type, total);
  const first = type === 'order_refunded' || items.length === 0 ? bare : { ...bare, data: { ...data, items } };
  if (type === 'order_refunded' || refunded === null || refunded === 0) return [first];
  return [first, event(eventIdOf('generic', [id, 'order_refunded']), 'order_refunded', refunded === 'all' ? total : refunded)];
}
