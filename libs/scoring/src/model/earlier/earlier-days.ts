import { type EarlierRows, UNKNOWN_DAY } from '../../orders/earlier-orders.js';
import { customerCount, type OrderDays } from '../../orders/order-days.js';
import { SparseRowsBuilder } from '../../orders/sparse-rows.js';
import type { MbgParameters } from '../mbg-nbd.js';
import { PRIOR_GAPS } from '../rhythm/rhythm.js';
import { equivalentLast } from './unknown-last.js';

/**
 * Highest number of days that the earlier orders of one customer get: one a week for nearly ten years. The sender chooses the number of
 * orders, up to a million, so memory must not grow with it. More order days hardly change a score.
 */
const MOST_PLACED = 500;
/** 2000-01-01. Events of earlier days are refused, so no order is older. */
const EARLIEST_DAY = 10_957;

/** Earlier orders of one customer as UTC day numbers. */
export interface EarlierDays {
  /** Orders that get a day: at most `MOST_PLACED`. */
  readonly orders: number;
  /** `UNKNOWN_DAY` where it is unknown. */
  readonly first: number;
  readonly last: number;
  /** The last day that is possible. */
  readonly until: number;
}

/** Returns the row of a customer; null without one. */
export function earlierOf({ offsets, orders, first, last, day }: EarlierRows, customer: number): EarlierDays | null {
  const row = offsets[customer]!;
  if (row === offsets[customer + 1]) return null;
  return { orders: placedOf(orders[row]!), first: first[row]!, last: last[row]!, until: day[row]! };
}

const placedOf = (orders: number): number => Math.min(orders, MOST_PLACED);

/** Returns the largest number of days that `withEarlierDays` adds. */
export const placedAtMost = ({ orders }: EarlierRows): number => orders.reduce((sum, each) => sum + placedOf(each), 0);

/** Returns the day of the first earlier order. If the shop does not say it, the orders lie as far apart as is usual in other shops. */
export function firstEarlierDay({ orders, first, last, until }: EarlierDays): number {
  const end = last === UNKNOWN_DAY ? until : Math.min(last, until);
  if (first !== UNKNOWN_DAY) return Math.min(first, end);
  const usual = Math.round(end - PRIOR_GAPS.typicalGapDays * (last === UNKNOWN_DAY ? orders : orders - 1));
  return Math.min(Math.max(usual, EARLIEST_DAY), end);
}

/**
 * Gives each earlier order a day of its own, so that all readers of order days can read them. First and last day are right where they are
 * known; the others lie evenly between them. An unknown last day becomes the one with which MBG/NBD says the same as with all possible
 * days (`equivalentLast`). A customer without room for all orders gets as many as there are days.
 *
 * @param known days of the customer's own orders, ascending
 */
export function placeEarlier(earlier: EarlierDays, known: ArrayLike<number>, mbg: MbgParameters): number[] {
  const first = firstEarlierDay(earlier);
  let last = Math.max(lastEarlierDay(earlier, first, known, mbg), first);
  const own = new Set(Array.from(known).filter((day) => day >= first && day <= earlier.until));
  let free = last - first + 1 - [...own].filter((day) => day <= last).length;
  for (; last < earlier.until && free < earlier.orders; last++) if (!own.has(last + 1)) free += 1;
  const count = Math.min(earlier.orders, free);
  // A single order is the first one, unless the first one is known.
  if (count === 1) return [own.has(first) ? freeDays(first, own, [free - 1])[0]! : first];
  return freeDays(
    first,
    own,
    Array.from({ length: count }, (_, i) => Math.floor((i * (free - 1)) / (count - 1))),
  );
}

function lastEarlierDay({ orders, last, until }: EarlierDays, first: number, known: ArrayLike<number>, mbg: MbgParameters): number {
  if (last !== UNKNOWN_DAY) return Math.min(last, until);
  const within = until - first;
  const latest = known.length === 0 ? -Infinity : known[known.length - 1]!;
  // The expected place of the last of `orders` random days.
  if (latest > until) return first + Math.round((within * (orders - 1)) / orders);
  const x = orders + known.length - 1;
  if (x === 0 || within < 1) return first;
  return first + Math.round(equivalentLast({ x, within }, mbg));
}

/**
 * Returns days without an order. Takes memory for these alone, because the first day may lie thousands of days back.
 * @param own days with an order from `first` on, ascending
 * @param wanted places among the days without an order from `first` on, counted from 0, ascending
 */
function freeDays(first: number, own: ReadonlySet<number>, wanted: readonly number[]): number[] {
  const taken = [...own];
  let before = 0;
  return wanted.map((place) => {
    while (before < taken.length && taken[before]! <= first + place + before) before += 1;
    return first + place + before;
  });
}

/** Returns the history with a day for each earlier order; the history itself without any. */
export function withEarlierDays(history: OrderDays, mbg: MbgParameters): OrderDays {
  const { earlier } = history;
  if (earlier === undefined || earlier.day.length === 0) return history;
  const builder = new SparseRowsBuilder<OrderDays>({
    offsets: new Uint32Array(1),
    day: new Int32Array(),
    value: new Float64Array(),
    placed: new Uint8Array(),
  });
  for (let customer = 0; customer < customerCount(history); customer++) builder.add(daysOf(history, customer, earlier, mbg));
  return { ...builder.build(), activity: history.activity, traits: history.traits, contacts: history.contacts };
}

function daysOf({ offsets, day, value }: OrderDays, customer: number, earlier: EarlierRows, mbg: MbgParameters): OrderDays {
  const [from, to] = [offsets[customer]!, offsets[customer + 1]!];
  const known = day.subarray(from, to);
  const own = earlierOf(earlier, customer);
  if (own === null)
    return { offsets: Uint32Array.of(0, known.length), day: known, value: value.subarray(from, to), placed: new Uint8Array(known.length) };
  const placed = placeEarlier(own, known, mbg);
  const row = earlier.offsets[customer]!;
  const each = (earlier.value[row]! * earlier.orders[row]!) / placed.length;
  const all = [
    ...placed.map((at) => ({ at, spent: each, isPlaced: 1 })),
    ...Array.from(known, (at, i) => ({ at, spent: value[from + i]!, isPlaced: 0 })),
  ].toSorted((one, other) => one.at - other.at);
  return {
    offsets: Uint32Array.of(0, all.length),
    day: Int32Array.from(all, ({ at }) => at),
    value: Float64Array.from(all, ({ spent }) => spent),
    placed: Uint8Array.from(all, ({ isPlaced }) => isPlaced),
  };
}
