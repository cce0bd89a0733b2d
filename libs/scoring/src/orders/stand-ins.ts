import type { OrderDays } from './order-days.js';
import type { Horizon } from './past-orders.js';
import { endOnDay } from './sparse-rows.js';

/** Most customers that one can represent: a customer who stood for more would decide the level of a shop alone. */
const MOST_STAND_FOR = 20;

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
 * Returns the number of customers that the outcome of a customer represents, so that all outcomes together are those without contacts: 0 where a
 * contact may have changed it, more than 1 for a customer of a control group, 1 for all others. Contacts on the day of the first order count too:
 * nothing tells which of the two came first, and control groups must be treated like the contacted customers.
 *
 * @param customer index in the history, which knows the orders of the horizon
 */
export function represented(history: OrderDays, customer: number, { cutoff, horizonDays }: Horizon): number {
  const { contacts } = history;
  if (contacts === undefined) return 1;
  const [from, to] = [contacts.offsets[customer]!, contacts.offsets[customer + 1]!];
  if (from === to) return 1;
  const next = endOnDay(history, customer, cutoff);
  const returned = next < history.offsets[customer + 1]! ? history.day[next]! : Infinity;
  // The first order decides the outcome. Later contacts change nothing.
  const decided = Math.min(cutoff + horizonDays, returned);
  const draws = new Set<number>();
  let customers = 1;
  for (let row = from; row < to && contacts.day[row]! <= decided; row++) {
    if (contacts.until[row]! <= cutoff) continue;
    if (contacts.standsFor[row] === 0) return 0;
    if (!draws.has(contacts.draw[row]!)) customers *= contacts.standsFor[row]!;
    draws.add(contacts.draw[row]!);
  }
  return Math.min(MOST_STAND_FOR, customers);
}

/** Rounds numbers down and carries the fractions over to the next ones, so that their sum is right. */
export class CarriedRounding {
  private carried = 0;

  /** Returns the number, with what earlier ones left, as a whole number. */
  next(exact: number): number {
    const wanted = this.carried + exact;
    const whole = Math.floor(wanted);
    this.carried = wanted - whole;
    return whole;
  }
}

/** Outcomes to count, one a row. */
export interface CountedOutcomes {
  /** Places in the given customers, ascending. */
  readonly places: Uint32Array;
  /** 1: the row repeats the row before, and is no evidence of its own. Undefined where no row does. */
  readonly isRepeat: Uint8Array | undefined;
}

/** Returns the outcomes of customers, each in as many rows as customers that it represents. @param customers indices in the history */
export function countedOutcomes(history: OrderDays, customers: Uint32Array, horizon: Horizon): CountedOutcomes {
  if (history.contacts === undefined) return { places: Uint32Array.from(customers.keys()), isRepeat: undefined };
  const rounding = new CarriedRounding();
  const places: number[] = [];
  const isRepeat: number[] = [];
  for (const [place, customer] of customers.entries()) {
    const rows = rounding.next(represented(history, customer, horizon));
    for (let row = 0; row < rows; row++) {
      places.push(place);
      isRepeat.push(row === 0 ? 0 : 1);
    }
  }
  return { places: Uint32Array.from(places), isRepeat: isRepeat.includes(1) ? Uint8Array.from(isRepeat) : undefined };
}

/** Returns the number of rows that were seen: all but repeats. */
export const seenRows = (rows: number, isRepeat: Uint8Array | undefined): number =>
  isRepeat === undefined ? rows : isRepeat.reduce((seen, each) => seen - each, rows);

/** Returns the mean number of rows for each row that was seen; 1 without rows. */
export const repetition = (isRepeat: Uint8Array | undefined): number =>
  isRepeat === undefined || isRepeat.length === 0 ? 1 : isRepeat.length / seenRows(isRepeat.length, isRepeat);
