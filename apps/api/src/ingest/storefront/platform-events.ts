import { type EventType, unknownOwnerOf } from '#libs/core';
import type { ItemOutcome } from '#libs/ingestion';
import type { Mapped, NormalizedEvent } from '#libs/storefront';

/** What became of the resources of a call. Those that were known are neither. */
export interface Taken {
  readonly accepted: number;
  readonly rejected: number;
}

/** Events of several resources in one batch, and which resource each is of. */
export interface PlatformEvents {
  readonly events: readonly NormalizedEvent[];
  /** For each event the place of its resource. */
  readonly origins: readonly number[];
  readonly ownerless: ReadonlySet<number>;
  /** Places of the resources that could not be used, each with why. */
  readonly refused: ReadonlyMap<number, string>;
}

const TAKE_BACK: ReadonlySet<EventType> = new Set(['order_refunded', 'order_cancelled']);

/** The orders that events are about whose customer the platform does not name. */
export const ordersWithoutOwner = (mapped: readonly Mapped[]): string[] => [
  ...new Set(mapped.flatMap(eventsIn).flatMap(({ customer_id: customer, data }) => (customer === null ? (data.order_id ?? []) : []))),
];

/**
 * Brings mapped resources into a batch.
 * @param owners of orders that are known. What takes back all or some of another order is kept until the order comes; nothing else can be.
 */
export function platformEvents(mapped: readonly Mapped[], owners: ReadonlyMap<string, string>): PlatformEvents {
  const events: NormalizedEvent[] = [];
  const origins: number[] = [];
  const ownerless = new Set<number>();
  const refused = new Map<number, string>();
  for (const [place, each] of mapped.entries()) {
    if (each.kind === 'rejected') refused.set(place, each.code);
    for (const event of eventsIn(each)) {
      const orderId = event.data.order_id ?? '';
      const owner = event.customer_id ?? owners.get(orderId) ?? null;
      if (owner === null && !TAKE_BACK.has(event.event_type)) {
        refused.set(place, 'no_customer');
        continue;
      }
      if (owner === null) ownerless.add(events.length);
      events.push({ ...event, customer_id: owner ?? unknownOwnerOf(orderId) });
      origins.push(place);
    }
  }
  return { events, origins, ownerless, refused };
}

const eventsIn = (mapped: Mapped): readonly NormalizedEvent[] => (mapped.kind === 'events' ? mapped.events : []);

/** A resource is accepted when something of it is new, and rejected when nothing is and something could not be used. */
export function countTaken({ origins, refused }: PlatformEvents, outcomes: readonly ItemOutcome[]): Taken {
  const placesOf = (kind: ItemOutcome['kind']): Set<number> =>
    new Set(outcomes.filter((outcome) => outcome.kind === kind).map(({ index }) => origins[index] as number));
  const accepted = placesOf('accepted');
  const rejected = new Set([...refused.keys(), ...placesOf('rejected')]);
  return { accepted: accepted.size, rejected: [...rejected].filter((place) => !accepted.has(place)).length };
}
