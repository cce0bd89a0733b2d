import { fittingId, SECOND_MS } from '#libs/core';
import { summaryId } from './customer-summary.js';
import { inNamespace } from './event-identity.js';
import { type Fields, instantIn, isObject, listIn } from './fields.js';
import { IGNORED, type Mapped, type StorefrontSource } from './mapped.js';

/** The day of a customer's last order, and the id of the event that summarises the customer. */
export interface LastOrder {
  readonly id: string;
  /** UTC, such as 2024-02-19. */
  readonly on: string;
  readonly summaryId: string;
}

/** Returns the customers of a page of last orders; null for another kind of page. */
export function lastOrdersIn({ lastOrders, ordersSince }: Fields, source: StorefrontSource): LastOrder[] | null {
  const days = listIn(lastOrders);
  if (days === null) return null;
  return days.flatMap(({ on, ids }) =>
    (ids as string[]).map((id) => ({ id, on: String(on), summaryId: summaryId(id, String(ordersSince), source) })),
  );
}

/**
 * Maps last orders to `customer_history` events: the stored summary of the customer, with the day of the last order. Customers without a
 * stored summary get none.
 * @param stored `data` of the stored events, by event id
 */
export function summariesWithLast(
  lastOrders: readonly LastOrder[],
  stored: ReadonlyMap<string, Fields>,
  source: StorefrontSource,
): Mapped[] {
  return lastOrders.map((last) => {
    const summary = stored.get(last.summaryId);
    return isObject(summary) ? withLast(summary, last, source) : IGNORED;
  });
}

function withLast(summary: Fields, { id, on, summaryId: of }: LastOrder, { namespace, now }: StorefrontSource): Mapped {
  // The day is all that is known. A last order of the first visible day was placed before the visible time.
  const latest = Date.parse(String(summary['orders_since'])) - SECOND_MS;
  const last = new Date(Math.min(Date.parse(`${on}T12:00:00Z`), latest)).toISOString();
  const first = instantIn(summary, 'first_order_at');
  // Clocks of workers differ, and the summary with the latest end counts.
  const until = new Date(Math.max(now.getTime(), Date.parse(String(summary['until'])) || 0)).toISOString();
  const isFirst = summary['orders'] === 1 || first === null || first > last;
  const data = { ...summary, first_order_at: isFirst ? last : first, last_order_at: last, until };
  return {
    kind: 'events',
    events: [
      {
        event_id: fittingId(`${of}:last`),
        customer_id: inNamespace(namespace, id),
        event_type: 'customer_history',
        occurred_at: last,
        data,
      },
    ],
  };
}
