import type { EventType } from '#libs/core';
import { eventIdOf } from './event-identity.js';
import { IGNORED, type Mapped, type NormalizedEvent, type StorefrontSource, unusable } from './mapped.js';
import type { PlatformOrder } from './platform-order.js';
import type { Topic } from './topics.js';

type OrderTopic = Exclude<Extract<Topic, `orders/${string}`>, 'orders/delete'>;

/**
 * Returns the events of an order: its placement and its present state. The placement has the same id in every webhook, so an update that
 * overtakes the creation does not place the order at the time of the update.
 */
export function eventsOfOrder(topic: OrderTopic, order: PlatformOrder, source: StorefrontSource): Mapped {
  if (order.state === 'draft') return IGNORED;
  const customerId = order.customerId ?? (order.email === null ? null : source.guestId(order.email));
  if (customerId === null && !isKnownByItsOrder(topic))
    return unusable('no_customer', `order ${order.id} has neither a customer nor an e-mail address`);
  const events = [placed(order, customerId, source), toOrderEvent(topic, order, customerId, source)].filter((event) => event !== null);
  return events.length > 0
    ? { kind: 'events', events, ...(order.hasUnreadTotal && { unread: 'unread_amount' }) }
    : unusable('no_time', `order ${order.id} tells no time: created_at must be ISO 8601 with a zone`);
}

const isKnownByItsOrder = (topic: OrderTopic): boolean => topic === 'orders/cancelled' || topic === 'orders/paid';

function placed(order: PlatformOrder, customerId: string | null, source: StorefrontSource): NormalizedEvent | null {
  const at = order.placedAt ?? order.updatedAt;
  if (at === null || customerId === null) return null;
  return {
    event_id: eventIdOf(source, 'orders/create', order.id, order.createdAt ?? at),
    customer_id: customerId,
    event_type: 'order_created',
    occurred_at: at,
    ...amountOf(order),
    data: { ...dataOf(order), ...(order.items.length > 0 && { items: order.items }) },
  };
}

function toOrderEvent(
  topic: OrderTopic,
  order: PlatformOrder,
  customerId: string | null,
  source: StorefrontSource,
): NormalizedEvent | null {
  const type = typeFor(topic, order);
  const at = (type === 'order_cancelled' ? order.cancelledAt : null) ?? order.updatedAt ?? order.createdAt ?? order.placedAt;
  if (type === null || at === null) return null;
  return {
    // An order can arrive cancelled. Under the topic of its creation the cancellation would have the id of the placement.
    event_id: eventIdOf(source, topic === 'orders/create' ? 'orders/updated' : topic, order.id, order.updatedAt ?? order.createdAt ?? at),
    customer_id: customerId,
    event_type: type,
    occurred_at: at,
    // A refund without a value refunds the whole order.
    ...(type !== 'order_refunded' && amountOf(order)),
    // The retention may have refused the placement.
    // Shops delete refunds, so a later state must be able to say that nothing is refunded any more.
    data: {
      ...dataOf(order),
      ...(order.refunded !== null && { refunded_total: order.refunded }),
      ...(order.placedAt !== null && { placed_at: order.placedAt }),
      // Webhooks name no categories. Those that the worker has read stay, because the latest event with items counts.
      ...(order.items.some(({ category }) => category !== undefined) && { items: order.items }),
    },
  };
}

/** Returns the first state that applies. A cancelled order stays cancelled. */
function typeFor(topic: OrderTopic, { state }: PlatformOrder): EventType | null {
  if (state === 'cancelled' || topic === 'orders/cancelled') return 'order_cancelled';
  if (state === 'refunded') return 'order_refunded';
  switch (topic) {
    case 'orders/create':
      return null;
    case 'orders/paid':
      return 'order_completed';
    case 'orders/updated':
    case 'orders/restored':
      return state === 'completed' ? 'order_completed' : 'order_updated';
  }
}

const amountOf = ({ gross }: PlatformOrder): { value?: number } => (gross === null ? {} : { value: gross });

const dataOf = (order: PlatformOrder): NormalizedEvent['data'] => ({
  order_id: order.id,
  ...order.data,
  ...(order.updatedAt !== null && { updated_at: order.updatedAt }),
  ...(order.refunded !== null && order.refunded > 0 && { refunded_total: order.refunded }),
  ...(order.test && { test: true }),
});
