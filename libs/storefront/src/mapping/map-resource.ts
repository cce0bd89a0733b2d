import { eventIdOf, inNamespace } from './event-identity.js';
import { currencyIn, emailIn, type Fields, idIn, instantIn, isObject, keptIn, objectIn, ownId } from './fields.js';
import { customerConsent, pluginConsent } from './marketing-consent.js';
import { type Mapped, type NormalizedEvent, type StorefrontSource, unusable } from './mapped.js';
import { eventsOfOrder } from './order-events.js';
import type { PlatformOrder } from './platform-order.js';
import { refundAmount } from './refund-amount.js';
import { itemsIn, readShopifyOrder } from './shopify-order.js';
import type { Topic } from './topics.js';
import { readWooCommerceOrder, utcIn } from './woocommerce-order.js';

/**
 * Maps a resource of a platform to our events. Names, addresses, e-mail addresses and phone numbers are left out.
 * An order from the platform's list of orders is mapped as `orders/updated`.
 * @param resource any JSON, parsed by `readJson`.
 */
export function mapResource(topic: Topic, resource: unknown, source: StorefrontSource): Mapped {
  const mapped = readResource(topic, resource, source);
  if (mapped.kind !== 'events') return mapped;
  return { ...mapped, events: mapped.events.map((event) => withNamespace(source.namespace, event)) };
}

const withNamespace = (namespace: string, event: NormalizedEvent): NormalizedEvent => ({
  ...event,
  customer_id: event.customer_id === null ? null : inNamespace(namespace, event.customer_id),
  data: event.data.order_id === undefined ? event.data : { ...event.data, order_id: inNamespace(namespace, event.data.order_id) },
});

function readResource(topic: Topic, resource: unknown, source: StorefrontSource): Mapped {
  if (!isObject(resource)) return unusable('invalid_type', `a resource of ${topic} must be a JSON object`);
  if (isLegacy(resource, source)) return unusable('legacy_payload', `a resource of ${topic} comes from the legacy API of WooCommerce`);
  switch (topic) {
    case 'orders/create':
    case 'orders/updated':
    case 'orders/cancelled':
    case 'orders/paid':
    case 'orders/restored': {
      const order = source.platform === 'woocommerce' ? readWooCommerceOrder(resource, source.categories) : readShopifyOrder(resource);
      if (order === null) return withoutId(topic);
      return eventsOfOrder(topic, topic === 'orders/restored' ? asOf(source.now, order) : order, source);
    }
    case 'orders/delete':
      return deletedOrder(topic, resource, source);
    case 'refunds/create':
      return refund(topic, resource, source);
    case 'customers/create':
    case 'customers/update':
    case 'customers/delete':
      return customer(topic, resource, source);
    case 'carts/update':
    case 'checkouts/update':
      return basket(topic, resource, source);
  }
}

/** The legacy API of WooCommerce wraps a resource in its kind and names other fields; the shop chooses the API for each webhook. */
const isLegacy = (resource: Fields, { platform }: StorefrontSource): boolean =>
  platform === 'woocommerce' && ownId(resource) === null && (isObject(resource['order']) || isObject(resource['customer']));

const withoutId = (topic: Topic): Mapped => unusable('no_id', `a resource of ${topic} has no id`);
const events = (event: NormalizedEvent): Mapped => ({ kind: 'events', events: [event] });

/**
 * An order that its platform has deleted no longer counts. The webhook may carry only its id. The order can be restored and deleted again,
 * so each webhook is an event of its own; a repeated one changes nothing.
 */
function deletedOrder(topic: Topic, fields: Fields, source: StorefrontSource): Mapped {
  const id = ownId(fields);
  if (id === null) return withoutId(topic);
  const at = source.now.toISOString();
  return events({
    event_id: eventIdOf(source, topic, id, at),
    customer_id: null,
    event_type: 'order_cancelled',
    occurred_at: at,
    data: { order_id: id },
  });
}

/**
 * A deletion carries no time, so the time of its arrival counts, which may be long after it happened. A restoration that arrives
 * after it takes the time of arrival too, or it would seem older than the deletion.
 */
function asOf(now: Date, order: PlatformOrder): PlatformOrder {
  const at = now.toISOString();
  return { ...order, updatedAt: at, cancelledAt: order.cancelledAt === null ? null : at };
}

function refund(topic: Topic, fields: Fields, source: StorefrontSource): Mapped {
  const [id, orderId] = [ownId(fields), idIn(fields, 'order_id')];
  if (id === null || orderId === null) return unusable('no_id', 'a refund must have an id and an order_id');
  const refunded = refundAmount(fields, source.currency);
  if (refunded === null) return unusable('no_amount', `refund ${id} tells no amount`);
  const at = instantIn(fields, 'created_at') ?? instantIn(fields, 'processed_at');
  return events({
    event_id: eventIdOf(source, topic, id, at ?? ''),
    customer_id: null,
    event_type: 'order_refunded',
    occurred_at: at ?? source.now.toISOString(),
    value: refunded.amount,
    data: { order_id: orderId, currency: refunded.currency },
  });
}

function customer(topic: 'customers/create' | 'customers/update' | 'customers/delete', fields: Fields, source: StorefrontSource): Mapped {
  const id = ownId(fields);
  if (id === null) return unusable('no_customer', 'the customer has no id');
  const gone = topic === 'customers/delete';
  const created = instantIn(fields, 'created_at') ?? utcIn(fields, 'date_created');
  const updated = instantIn(fields, 'updated_at') ?? utcIn(fields, 'date_modified');
  const now = source.now.toISOString();
  const at = topic === 'customers/create' ? (created ?? updated) : (updated ?? created);
  return events({
    // Most deletions carry no time, and a customer who comes back may be deleted again.
    event_id: eventIdOf(source, topic, id, (gone ? (updated ?? now) : at) ?? ''),
    customer_id: id,
    event_type: gone ? 'customer_deleted' : topic === 'customers/create' ? 'customer_created' : 'customer_updated',
    occurred_at: gone || at === null ? now : at,
    data: gone
      ? {}
      : {
          orders_count: keptIn(fields, 'orders_count'),
          total_spent: keptIn(fields, 'total_spent'),
          state: keptIn(fields, 'state'),
          ...(source.platform === 'woocommerce' ? pluginConsent(fields, null) : customerConsent(fields)),
        },
  });
}

function basket(topic: 'carts/update' | 'checkouts/update', fields: Fields, source: StorefrontSource): Mapped {
  const id = idIn(fields, 'token', 'id');
  if (id === null) return withoutId(topic);
  const known = objectIn(fields['customer']);
  const email = emailIn(fields, 'email') ?? emailIn(known, 'email');
  const customerId = ownId(known) ?? idIn(fields, 'customer_id') ?? (email === null ? null : source.guestId(email));
  if (customerId === null) return unusable('no_customer', `a resource of ${topic} has neither a customer nor an e-mail address`);
  const at = instantIn(fields, 'updated_at') ?? instantIn(fields, 'created_at');
  return events({
    event_id: eventIdOf(source, topic, id, at ?? ''),
    customer_id: customerId,
    event_type: topic === 'carts/update' ? 'cart_updated' : 'checkout_started',
    occurred_at: at ?? source.now.toISOString(),
    data: { total_price: keptIn(fields, 'total_price'), currency: currencyIn(fields, 'currency'), items_count: itemsIn(fields) },
  });
}
