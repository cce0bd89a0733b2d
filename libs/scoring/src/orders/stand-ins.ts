import type { Contacts } from './contacts.js';
import type { OrderDays } from './order-days.js';
import type { Horizon } from './past-orders.js';
import { endOnDay } from './sparse-rows.js';

/** A single customer who stood for more would decide the level of a shop. */
const MOST_STAND_FOR = 100;

/** Returns the last day before the first contact of a customer; Infinity without one. What follows may be an answer to it. */
export function lastDayWithoutContact({ contacts }: OrderDays, customer: number): number {
  if (contacts === undefined) return Infinity;
  for (let row = contacts.offsets[customer]!; row < contacts.offsets[customer + 1]!; row++) {
    if (contacts.standsFor[row] === 0) return contacts.day[row]! - 1;
  }
  return Infinity;
}

/** Days from first to last. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const NO_SPANS: readonly Span[] = [];

/** Returns the days on which an order of a customer can be an answer to a contact: spans that do not overlap, ascending. */
export function contactedSpans({ contacts }: OrderDays, customer: number): readonly Span[] {
  if (contacts === undefined) return NO_SPANS;
  const spans: { first: number; last: number }[] = [];
  for (let row = contacts.offsets[customer]!; row < contacts.offsets[customer + 1]!; row++) {
    if (contacts.standsFor[row] !== 0) continue;
    const [first, last, before] = [contacts.day[row]!, contacts.until[row]!, spans.at(-1)];
    if (before === undefined || first > before.last) spans.push({ first, last });
    else before.last = Math.max(before.last, last);
  }
  return spans;
}

/**
 * Counts how often to count the outcome of a customer in a horizon, so that all outcomes together are those without contacts: never where a contact
 * may have changed it, several times for a customer who was drawn into a control group, once for all others. Use one for all customers of
 * a calculation: it carries fractions over from one to the next.
 */
export class StandIns {
  private carried = 0;

  /** @param customer index in the history, which knows the orders of the horizon */
  copiesOf(history: OrderDays, customer: number, horizon: Horizon): number {
    if (history.contacts === undefined) return 1;
    const wanted = this.carried + Math.min(MOST_STAND_FOR, weightOf(history, history.contacts, customer, horizon));
    const copies = Math.floor(wanted);
    this.carried = wanted - copies;
    return copies;
  }
}

function weightOf(history: OrderDays, contacts: Contacts, customer: number, { cutoff, horizonDays }: Horizon): number {
  const [from, to] = [contacts.offsets[customer]!, contacts.offsets[customer + 1]!];
  if (from === to) return 1;
  const next = endOnDay(history, customer, cutoff);
  const returned = next < history.offsets[customer + 1]! ? history.day[next]! : Infinity;
  // The first order decides the outcome, whatever follows it.
  const decided = Math.min(cutoff + horizonDays, returned - 1);
  const campaigns = new Set<number>();
  let weight = 1;
  for (let row = from; row < to && contacts.day[row]! <= Math.max(cutoff, decided); row++) {
    if (contacts.until[row]! <= cutoff) continue;
    if (contacts.standsFor[row] === 0) return 0;
    // A campaign draws each customer once.
    if (!campaigns.has(contacts.campaign[row]!)) weight *= contacts.standsFor[row]!;
    campaigns.add(contacts.campaign[row]!);
  }
  return weight;
}

/** Returns places in `customers`, each as often as its outcome counts. @param customers indices in the history */
export function standIns(history: OrderDays, customers: Uint32Array, horizon: Horizon): Uint32Array {
  const counter = new StandIns();
  const places: number[] = [];
  for (const [place, customer] of customers.entries()) {
    for (let copy = counter.copiesOf(history, customer, horizon); copy > 0; copy--) places.push(place);
  }
  return Uint32Array.from(places);
}
