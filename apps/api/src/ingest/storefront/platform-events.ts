import { type EventType, placeholderExternalIdOf } from '#libs/core';
import type { ItemOutcome, RejectedInput } from '#libs/ingestion';
import { idIn, inNamespace, isObject, type Mapped, type NormalizedEvent, type Topic, type UnusableCode } from '#libs/storefront';

/** The counts of a call's resources. Resources that were already stored count neither way. */
export interface Taken {
  readonly accepted: number;
  readonly rejected: number;
}

/** The events of several resources in one batch, each with its resource. */
export interface PlatformEvents {
  readonly events: readonly NormalizedEvent[];
  /** The index of each event's resource. */
  readonly origins: readonly number[];
  /** The indexes of the events of placeholder customers. */
  readonly ofPlaceholders: ReadonlySet<number>;
  /** The indexes of the unusable resources, each with the reason. */
  readonly refused: ReadonlyMap<number, UnusableCode>;
}

const TAKE_BACK: ReadonlySet<EventType> = new Set(['order_refunded', 'order_cancelled']);

/** Returns the orders of the events for which the platform names no customer. */
export const ordersWithoutOwner = (mapped: readonly Mapped[]): string[] => [
  ...new Set(mapped.flatMap(eventsIn).flatMap(({ customer_id: customer, data }) => (customer === null ? (data.order_id ?? []) : []))),
];

const UNUSABLE: Record<UnusableCode, string> = {
  invalid_type: 'it must be a JSON object',
  legacy_payload:
    'it must come from the API version “WP REST API Integration v3”: choose it in your shop, in WooCommerce, Settings, Advanced, Webhooks',
  no_id: 'it must have an id',
  no_time: 'it must have a valid time',
  no_customer: 'it must name a customer, or an order that is known',
  no_amount: 'it must have a valid amount',
};

/** Returns the unusable resources for the log of rejected events, each with its id if it is an order. */
export function unusableResources(
  { topic, namespace }: { readonly topic: Topic; readonly namespace: string },
  resources: readonly unknown[],
  { refused }: PlatformEvents,
): RejectedInput[] {
  return [...refused].map(([place, code]) => {
    const resource = resources[place];
    const id = topic.startsWith('orders/') && isObject(resource) ? idIn(resource, 'id') : null;
    const input = id === null ? {} : { data: { order_id: inNamespace(namespace, id) } };
    return { input, code, reason: `${topic}: ${UNUSABLE[code]}` };
  });
}

/**
 * Puts mapped resources into one batch.
 * @param owners the customers of known orders. For an unknown order, only refunds and cancellations are kept until the order comes.
 */
export function platformEvents(mapped: readonly Mapped[], owners: ReadonlyMap<string, string>): PlatformEvents {
  const events: NormalizedEvent[] = [];
  const origins: number[] = [];
  const ofPlaceholders = new Set<number>();
  const refused = new Map<number, UnusableCode>();
  for (const [place, each] of mapped.entries()) {
    if (each.kind === 'rejected') refused.set(place, each.code);
    for (const event of eventsIn(each)) {
      const orderId = event.data.order_id ?? '';
      const owner = event.customer_id ?? owners.get(orderId) ?? null;
      if (owner === null && !TAKE_BACK.has(event.event_type)) {
        refused.set(place, 'no_customer');
        continue;
      }
      if (owner === null) ofPlaceholders.add(events.length);
      events.push({ ...event, customer_id: owner ?? placeholderExternalIdOf(orderId) });
      origins.push(place);
    }
  }
  return { events, origins, ofPlaceholders, refused };
}

const eventsIn = (mapped: Mapped): readonly NormalizedEvent[] => (mapped.kind === 'events' ? mapped.events : []);

/** Counts a resource as accepted when any part of it is new, and as rejected when no part is new and some part was unusable. */
export function countTaken({ origins, refused }: PlatformEvents, outcomes: readonly ItemOutcome[]): Taken {
  const placesOf = (kind: ItemOutcome['kind']): Set<number> =>
    new Set(outcomes.filter((outcome) => outcome.kind === kind).map(({ index }) => origins[index] as number));
  const accepted = placesOf('accepted');
  const rejected = new Set([...refused.keys(), ...placesOf('rejected')]);
  return { accepted: accepted.size, rejected: [...rejected].filter((place) => !accepted.has(place)).length };
}
