import { type EventType, placeholderExternalIdOf } from '#libs/core';
import type { ItemOutcome } from '#libs/ingestion';
import type { Mapped, NormalizedEvent, UnreadCode, UnusableCode } from '#libs/storefront';

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
  /** The indexes of resources that cannot be read in full. */
  readonly unread: ReadonlyMap<number, UnreadCode>;
}

const TAKE_BACK: ReadonlySet<EventType> = new Set(['order_refunded', 'order_cancelled']);

/** Returns the orders of the events for which the platform names no customer. */
export const ordersWithoutOwner = (mapped: readonly Mapped[]): string[] => [
  ...new Set(mapped.flatMap(eventsIn).flatMap(({ customer_id: customer, data }) => (customer === null ? (data.order_id ?? []) : []))),
];

/**
 * Puts mapped resources into one batch.
 * @param owners the customers of known orders. For an unknown order, only refunds and cancellations are kept until the order comes.
 */
export function platformEvents(mapped: readonly Mapped[], owners: ReadonlyMap<string, string>): PlatformEvents {
  const events: NormalizedEvent[] = [];
  const origins: number[] = [];
  const ofPlaceholders = new Set<number>();
  const refused = new Map<number, UnusableCode>();
  const unread = new Map<number, UnreadCode>();
  for (const [place, each] of mapped.entries()) {
    if (each.kind === 'rejected') refused.set(place, each.code);
    if (each.kind === 'events' && each.unread !== undefined) unread.set(place, each.unread);
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
  return { events, origins, ofPlaceholders, refused, unread };
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
