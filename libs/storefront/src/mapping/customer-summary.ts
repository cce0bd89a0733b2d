import { fittingId, LIMITS } from '#libs/core';
import { inNamespace } from './event-identity.js';
import { currencyIn, type Fields, instantIn, moneyIn, objectIn, ownId } from './fields.js';
import { IGNORED, type Mapped, type StorefrontSource } from './mapped.js';

const DAY_MS = 86_400_000;
/** Smallest number of customers that shows how long after registering people order. */
const FEWEST_SEEN = 5;

/**
 * Maps customers to `customer_history` events: the number and the sum of all their orders. Customers without an order get none, and neither do
 * customers who registered since `ordersSince`.
 *
 * @param customers a page of them, at most 100
 * @param ordersSince ISO 8601; orders from then on are imported one by one
 */
export function summariesOf(customers: readonly Fields[], ordersSince: string, source: StorefrontSource): Mapped[] {
  const waitMs = usualWaitMs(customers);
  return customers.map((fields) => summaryOf(fields, { ordersSince, waitMs }, source));
}

interface Shown {
  readonly ordersSince: string;
  readonly waitMs: number;
}

function summaryOf(fields: Fields, { ordersSince, waitMs }: Shown, source: StorefrontSource): Mapped {
  const [id, created, orders] = [ownId(fields), instantIn(fields, 'createdAt'), ordersIn(fields)];
  if (id === null || created === null || orders === 0 || created >= ordersSince) return IGNORED;
  const last = lastIn(fields);
  const spent = moneyIn(objectIn(fields['amountSpent']), 'amount');
  const latestFirst = Date.parse(last ?? ordersSince);
  const first = orders === 1 && last !== null ? last : new Date(Math.min(Date.parse(created) + waitMs, latestFirst)).toISOString();
  const event = {
    // An import summarises a customer once, even when it reads a page twice.
    event_id: summaryId(id, ordersSince, source),
    customer_id: inNamespace(source.namespace, id),
    event_type: 'customer_history',
    occurred_at: last ?? first,
    data: {
      orders,
      ...(spent !== null && spent >= 0 && { spent }),
      currency: currencyIn(objectIn(fields['amountSpent']), 'currencyCode'),
      first_order_at: first,
      ...(last !== null && { last_order_at: last }),
      until: source.now.toISOString(),
      orders_since: ordersSince,
    },
  } as const;
  return { kind: 'events', events: [event] };
}

/** Returns the id of the event that summarises a customer. */
export const summaryId = (id: string, ordersSince: string, { platform, shop }: StorefrontSource): string =>
  fittingId(`sf:${platform}:${shop}:customers/history:${id}:${ordersSince}`);

/** Shopify writes whole numbers as text, because they may be large. */
function ordersIn(fields: Fields): number {
  const orders = Number(fields['numberOfOrders']);
  return Number.isInteger(orders) && orders > 0 ? Math.min(orders, LIMITS.history.orders.max) : 0;
}

const lastIn = (fields: Fields): string | null => instantIn(objectIn(fields['lastOrder']), 'createdAt');

/**
 * Returns how long after registering the customers of a page order first, in milliseconds. People may register years before, for a newsletter.
 * It is the median over customers with one order, and 0 when the page has few of them, or half of them order within a day.
 */
function usualWaitMs(customers: readonly Fields[]): number {
  const waits = customers.flatMap((fields) => {
    const [created, last] = [instantIn(fields, 'createdAt'), lastIn(fields)];
    return ordersIn(fields) === 1 && created !== null && last !== null ? Math.max(0, Date.parse(last) - Date.parse(created)) : [];
  });
  const median = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
  return waits.length < FEWEST_SEEN || median < DAY_MS ? 0 : median;
}
