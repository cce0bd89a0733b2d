import type { Activity } from './activity.js';
import type { EarlierRows } from './earlier-orders.js';
import { customerCount, type OrderDays } from './order-days.js';
import { historyOf } from './past-orders.js';
import type { Traits } from './traits.js';

/** Two odd numbers of 32 bits without a pattern, from MurmurHash3. */
const [FIRST, SECOND] = [0xcc9e2d51, 0x1b873593];

/**
 * Returns the same customers in an order that follows from their histories alone. Samples and sums of a fit then do not depend on the ids
 * of customers. The order is as good as random: it follows a hash, so the first thousand are a fair sample.
 */
export function inOrderOfHistory(history: OrderDays): OrderDays {
  const customers = customerCount(history);
  const key = new Float64Array(customers);
  const copies = new Map<number, number>();
  const ordered = byHashOfOthers(history);
  for (let i = 0; i < customers; i++) {
    const customer = ordered?.[i] ?? i;
    const hash = hashOf(history, customer);
    // Equal histories get different places, so that they do not stand together.
    const copy = copies.get(hash) ?? 0;
    copies.set(hash, copy + 1);
    key[customer] = mixed(hash, copy);
  }
  return historyOf(
    history,
    Uint32Array.from(key.keys()).toSorted((one, other) => key[one]! - key[other]!),
  );
}

function hashOf({ offsets, day, value }: OrderDays, customer: number): number {
  let hash = offsets[customer + 1]! - offsets[customer]!;
  for (let row = offsets[customer]!; row < offsets[customer + 1]!; row++) {
    const cents = Number.isNaN(value[row]!) ? -1 : Math.round(value[row]! * 100);
    hash = mixed(mixed(hash, day[row]!), cents);
  }
  return hash;
}

/**
 * Returns the customers by a hash of activity, traits and earlier orders; null where there are none. Customers with equal orders are then
 * numbered independently of their ids.
 */
function byHashOfOthers(history: OrderDays): Uint32Array | null {
  if (history.activity === undefined && history.traits === undefined && history.earlier === undefined) return null;
  const customers = new Uint32Array(customerCount(history)).map((_, i) => i);
  const key = Float64Array.from(customers, (customer) => hashOfOthers(history, customer));
  return customers.toSorted((one, other) => key[one]! - key[other]!);
}

function hashOfOthers({ activity, traits, earlier }: OrderDays, customer: number): number {
  const own = activity === undefined ? 0 : activityHash(activity, customer);
  const hash = earlier === undefined ? own : earlierHash(earlier, customer, own);
  return traits === undefined ? hash : traitsHash(traits, customer, hash);
}

function earlierHash({ offsets, day, orders, first, last }: EarlierRows, customer: number, before: number): number {
  const row = offsets[customer]!;
  if (row === offsets[customer + 1]) return before;
  return mixed(mixed(mixed(before, day[row]!), orders[row]!), first[row]! - last[row]!);
}

const BITS = new DataView(new ArrayBuffer(8));

function traitsHash({ offsets, day, trait, value }: Traits, customer: number, before: number): number {
  let hash = before;
  for (let row = offsets[customer]!; row < offsets[customer + 1]!; row++) {
    BITS.setFloat64(0, value[row]!);
    hash = mixed(mixed(hash, day[row]! * 256 + trait[row]!), BITS.getInt32(0));
    hash = mixed(hash, BITS.getInt32(4));
  }
  return hash;
}

function activityHash({ offsets, day, signal, count }: Activity, customer: number): number {
  let hash = 0;
  for (let row = offsets[customer]!; row < offsets[customer + 1]!; row++) {
    hash = mixed(mixed(hash, day[row]!), signal[row]! * 65_536 + count[row]!);
  }
  return hash;
}

/** Mixes a number into a hash of 52 bits: two hashes of 26 bits, each a step of MurmurHash3. */
function mixed(hash: number, more: number): number {
  const [high, low] = [Math.floor(hash / 2 ** 26), hash % 2 ** 26];
  const [upper, lower] = [Math.floor(more / 2 ** 32) | 0, more | 0];
  return step(high ^ Math.imul(upper, SECOND), lower, FIRST) * 2 ** 26 + step(low ^ upper, lower, SECOND);
}

/** @returns 26 bits */
function step(hash: number, more: number, factor: number): number {
  let bits = hash ^ Math.imul(more, factor);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 6;
}
