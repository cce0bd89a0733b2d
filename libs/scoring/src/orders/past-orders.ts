import type { EarlierRows } from './earlier-orders.js';
import type { OrderDays } from './order-days.js';
import { chosenRows, endOnDay, endsOnDay } from './sparse-rows.js';

/** The days cutoff + 1 to cutoff + horizonDays, seen from the end of day `cutoff` (a UTC day number). */
export interface Horizon {
  /** The last day with orders that a model may see. */
  readonly cutoff: number;
  readonly horizonDays: number;
}

/** The customers with an order by a cutoff, with the orders known then. */
export interface KnownCustomers {
  readonly history: OrderDays;
  /** Index in the whole history of each customer in `history`. */
  readonly customers: Uint32Array;
}

/** First and last UTC day with an order; null for a history without any. */
export function spanOf({ day }: OrderDays): { first: number; last: number } | null {
  if (day.length === 0) return null;
  let [first, last] = [day[0]!, day[0]!];
  for (const each of day) {
    if (each < first) first = each;
    if (each > last) last = each;
  }
  return { first, last };
}

/**
 * Returns what was known at the end of day `cutoff`: the customers with an order until then, with only those orders. Customers with a summary
 * that may contain orders after that day are left out, because their number of orders by then is not known.
 */
export function knownBy(history: OrderDays, cutoff: number): KnownCustomers {
  const ends = endsOnDay(history, cutoff);
  const hasOrdered = (customer: number): boolean => ends[customer]! > history.offsets[customer]!;
  const isKnown = history.earlier === undefined ? hasOrdered : knownWithEarlier(history.earlier, cutoff, hasOrdered);
  const customers = ends.map((_, customer) => customer).filter(isKnown);
  return { history: { ...chosenRows(history, customers, ends), ...otherColumnsOf(history, customers) }, customers };
}

const knownWithEarlier =
  ({ offsets, day }: EarlierRows, cutoff: number, hasOrdered: (customer: number) => boolean) =>
  (customer: number): boolean =>
    offsets[customer] === offsets[customer + 1] ? hasOrdered(customer) : day[offsets[customer]!]! <= cutoff;

/** Returns 1 for each of the `customers` (indices in `history`) without an order day in (cutoff, cutoff + horizonDays], 0 for the others. */
export function noOrderAfter(history: OrderDays, customers: Uint32Array, { cutoff, horizonDays }: Horizon): Uint8Array {
  return Uint8Array.from(customers, (customer) =>
    endOnDay(history, customer, cutoff) === endOnDay(history, customer, cutoff + horizonDays) ? 1 : 0,
  );
}

/** Returns the history of the named customers alone, in the order given. */
export const historyOf = (history: OrderDays, customers: Uint32Array): OrderDays => ({
  ...chosenRows(history, customers),
  ...otherColumnsOf(history, customers),
});

/** Returns activity, traits, earlier orders and contacts of the customers, in the order given. */
const otherColumnsOf = (
  { activity, traits, earlier, contacts }: OrderDays,
  customers: Uint32Array,
): Pick<OrderDays, 'activity' | 'traits' | 'earlier' | 'contacts'> => ({
  activity: activity === undefined ? undefined : chosenRows(activity, customers),
  traits: traits === undefined ? undefined : chosenRows(traits, customers),
  earlier: earlier === undefined ? undefined : chosenRows(earlier, customers),
  contacts: contacts === undefined ? undefined : chosenRows(contacts, customers),
});
