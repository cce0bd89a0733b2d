import { type EarlierRows, UNKNOWN_DAY } from '../../orders/earlier-orders.js';
import { customerCount, type OrderDays } from '../../orders/order-days.js';
import { SparseRowsBuilder } from '../../orders/sparse-rows.js';
import type { MbgParameters } from '../mbg-nbd.js';
import { PRIOR_GAPS } from '../rhythm/rhythm.js';
import { equivalentLast } from './unknown-last.js';

/** Earlier orders of one customer as UTC day numbers. */
export interface EarlierDays {
  readonly orders: number;
  /** `UNKNOWN_DAY` where it is unknown. */
  readonly first: number;
  readonly last: number;
  /** The last day that is possible. */
  readonly until: number;
}

/** The row of a customer; null without one. */
export function earlierOf({ offsets, orders, first, last, day }: EarlierRows, customer: number): EarlierDays | null {
  const row = offsets[customer]!;
  if (row === offsets[customer + 1]) return null;
  return { orders: orders[row]!, first: first[row]!, last: last[row]!, until: day[row]! };
}

/** The first day on which the earlier orders can lie. Where the shop does not say, they lie as far apart as is usual elsewhere. */
export function firstEarlierDay({ orders, first, last, until }: EarlierDays): number {
  const end = last === UNKNOWN_DAY ? until : Math.min(last, until);
  if (first !== UNKNOWN_DAY) return Math.min(first, end);
  return Math.round(end - PRIOR_GAPS.typicalGapDays * (last === UNKNOWN_DAY ? orders : orders - 1));
}

/**
 * Gives each earlier order a day of its own, so that everything that reads order days can read them. First and last day are right where they
 * are known; the others lie evenly between them. An unknown last day becomes the one with which MBG/NBD says the same as with all possible
 * days (`equivalentLast`). A customer without room for all orders gets as many as there are days.
 *
 * @param known days of the customer's own orders, ascending
 */
export function placeEarlier(earlier: EarlierDays, known: ArrayLike<number>, mbg: MbgParameters): number[] {
  const first = firstEarlierDay(earlier);
  const last = Math.max(lastEarlierDay(earlier, first, known, mbg), first);
  const free = freeDays(first, last, known);
  for (let day = last + 1; day <= earlier.until && free.length < earlier.orders; day++) if (!includes(known, day)) free.push(day);
  const count = Math.min(earlier.orders, free.length);
  // A single order is the first one, unless the first one is known.
  const isFirst = free[0] === first;
  if (count === 1) return [isFirst ? free[0]! : free.at(-1)!];
  return Array.from({ length: count }, (_, i) => free[Math.floor((i * (free.length - 1)) / (count - 1))]!);
}

function lastEarlierDay({ orders, last, until }: EarlierDays, first: number, known: ArrayLike<number>, mbg: MbgParameters): number {
  if (last !== UNKNOWN_DAY) return Math.min(last, until);
  const within = until - first;
  const latest = known.length === 0 ? -Infinity : known[known.length - 1]!;
  // The expected place of the last of so many days.
  if (latest > until) return first + Math.round((within * (orders - 1)) / orders);
  const x = orders + known.length - 1;
  if (x === 0 || within < 1) return first;
  return first + Math.round(equivalentLast({ x, within }, mbg));
}

function freeDays(first: number, last: number, known: ArrayLike<number>): number[] {
  const free: number[] = [];
  let next = 0;
  for (let day = first; day <= last; day++) {
    while (next < known.length && known[next]! < day) next += 1;
    if (known[next] !== day) free.push(day);
  }
  return free;
}

function includes(known: ArrayLike<number>, day: number): boolean {
  for (let i = 0; i < known.length; i++) if (known[i] === day) return true;
  return false;
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
  return { ...builder.build(), activity: history.activity, traits: history.traits };
}

function daysOf({ offsets, day, value }: OrderDays, customer: number, earlier: EarlierRows, mbg: MbgParameters): OrderDays {
  const [from, to] = [offsets[customer]!, offsets[customer + 1]!];
  const known = day.subarray(from, to);
  const own = earlierOf(earlier, customer);
  if (own === null)
    return { offsets: Uint32Array.of(0, known.length), day: known, value: value.subarray(from, to), placed: new Uint8Array(known.length) };
  const placed = placeEarlier(own, known, mbg);
  const each = (earlier.value[earlier.offsets[customer]!]! * own.orders) / placed.length;
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
