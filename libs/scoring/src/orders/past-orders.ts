import { activityOf } from './activity.js';
import { type Beside, customerCount, type OrderDays } from './order-days.js';
import { traitsOf } from './traits.js';

/** The days cutoff + 1 to cutoff + horizonDays, seen from the end of day `cutoff` (a UTC day number). */
export interface Horizon {
  /** The last day whose orders a model may see. */
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

/** Returns what was known at the end of day `cutoff`: the customers with an order by then, with only those orders. */
export function knownBy(history: OrderDays, cutoff: number): KnownCustomers {
  const seen = Uint32Array.from({ length: customerCount(history) }, (_, customer) => rowsUntil(history, customer, cutoff));
  const customers = Uint32Array.from(seen.keys()).filter((customer) => seen[customer]! > 0);
  return { history: firstRows(history, customers, (customer) => seen[customer]!), customers };
}

/** 1 for each of the `customers` (indices in `history`) without an order day in (cutoff, cutoff + horizonDays], 0 for the others. */
export function noOrderAfter(history: OrderDays, customers: Uint32Array, { cutoff, horizonDays }: Horizon): Uint8Array {
  return Uint8Array.from(customers, (customer) =>
    rowsUntil(history, customer, cutoff) === rowsUntil(history, customer, cutoff + horizonDays) ? 1 : 0,
  );
}

/** A history of the named customers alone, in the order given. */
export function historyOf(history: OrderDays, customers: Uint32Array): OrderDays {
  return firstRows(history, customers, (customer) => history.offsets[customer + 1]! - history.offsets[customer]!);
}

/** Copies the first `rowsOf(customer)` rows of each of the customers. */
function firstRows(history: OrderDays, customers: Uint32Array, rowsOf: (customer: number) => number): OrderDays {
  const offsets = new Uint32Array(customers.length + 1);
  for (const [i, customer] of customers.entries()) offsets[i + 1] = offsets[i]! + rowsOf(customer);
  const day = new Int32Array(offsets.at(-1)!);
  const value = new Float64Array(day.length);
  for (const [i, customer] of customers.entries()) {
    const [start, rows] = [history.offsets[customer]!, rowsOf(customer)];
    day.set(history.day.subarray(start, start + rows), offsets[i]);
    value.set(history.value.subarray(start, start + rows), offsets[i]);
  }
  return { offsets, day, value, ...besideOf(history, customers) };
}

/** Returns what is known of the named customers beside their orders, in the order given. */
const besideOf = ({ activity, traits }: Beside, customers: Uint32Array): Beside => ({
  activity: activity === undefined ? undefined : activityOf(activity, customers),
  traits: traits === undefined ? undefined : traitsOf(traits, customers),
});

/** Counts the rows of a customer on or before a day, by bisection. */
function rowsUntil({ offsets, day }: OrderDays, customer: number, until: number): number {
  const start = offsets[customer]!;
  let [low, high] = [start, offsets[customer + 1]!];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (day[middle]! <= until) low = middle + 1;
    else high = middle;
  }
  return low - start;
}
