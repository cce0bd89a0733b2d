import type { EventType } from '#libs/core';

/** Groups of events that say something about a customer beside the orders. A model uses all of a group or nothing. */
export const BEHAVIOUR_GROUPS = ['visits', 'views', 'carts', 'emails', 'unsubscribes', 'tickets', 'reviews', 'subscriptions'] as const;
export type BehaviourGroup = (typeof BEHAVIOUR_GROUPS)[number];

/** The event types that behaviour is read from, each with its group. The place of a type is its number in `Activity`. */
export const SIGNALS = [
  ['session_started', 'visits'],
  ['page_viewed', 'visits'],
  ['product_viewed', 'views'],
  ['cart_updated', 'carts'],
  ['checkout_started', 'carts'],
  ['checkout_abandoned', 'carts'],
  ['email_opened', 'emails'],
  ['email_clicked', 'emails'],
  ['email_unsubscribed', 'unsubscribes'],
  ['support_ticket_opened', 'tickets'],
  ['review_submitted', 'reviews'],
  ['subscription_started', 'subscriptions'],
  ['subscription_renewed', 'subscriptions'],
  ['subscription_cancelled', 'subscriptions'],
] as const satisfies readonly (readonly [EventType, BehaviourGroup])[];

export type Signal = (typeof SIGNALS)[number][0];

export const signalNumber = (signal: Signal): number => SIGNALS.findIndex(([each]) => each === signal);

/** Returns the numbers of the signals of a group. */
export const signalsOf = (group: BehaviourGroup): number[] => SIGNALS.flatMap(([, each], number) => (each === group ? [number] : []));

/** Returns the event types of some groups. */
export const typesOfGroups = (groups: readonly BehaviourGroup[]): Signal[] =>
  SIGNALS.flatMap(([type, group]) => (groups.includes(group) ? [type] : []));

/** Days after which an event says nothing any more. */
export const LOOKBACK_DAYS = 180;
/** A subscription is a state: its last event counts for a year and a little more. No retention removes younger events. */
export const SUBSCRIPTION_DAYS = 390;

/**
 * Everything that customers did beside ordering, by day, in compressed sparse rows as `OrderDays`: customer i owns the rows `offsets[i]` to
 * `offsets[i + 1]`, in the order of days. Sums by day, so that a million page views of one customer take a few kilobytes.
 */
export interface Activity {
  readonly offsets: Uint32Array;
  /** UTC day numbers, ascending within a customer. */
  readonly day: Int32Array;
  /** Place in `SIGNALS`. */
  readonly signal: Uint8Array;
  /** Events of that kind on that day, 65,535 at most. */
  readonly count: Uint16Array;
}

/** One kind of event on one day of a customer. */
export interface ActivityRow {
  readonly day: number;
  readonly signal: number;
  readonly count: number;
}

const MOST_COUNTED = 65_535;
const FIRST_CAPACITY = 1024;

/** Collects the activity of many customers, one after another: 7 bytes a row and 4 a customer, in memory that grows by doubling. */
export class ActivityBuilder {
  private offsets = new Uint32Array(FIRST_CAPACITY);
  private day = new Int32Array(FIRST_CAPACITY);
  private signal = new Uint8Array(FIRST_CAPACITY);
  private count = new Uint16Array(FIRST_CAPACITY);
  private customers = 0;
  private rows = 0;

  /** Rows so far. */
  get size(): number {
    return this.rows;
  }

  /** Appends a customer. @param rows in any order */
  add(rows: readonly ActivityRow[]): void {
    this.reserve(this.customers + 2, this.rows + rows.length);
    for (const { day, signal, count } of rows.toSorted((one, other) => one.day - other.day || one.signal - other.signal)) {
      this.day[this.rows] = day;
      this.signal[this.rows] = signal;
      this.count[this.rows] = Math.min(MOST_COUNTED, count);
      this.rows += 1;
    }
    this.customers += 1;
    this.offsets[this.customers] = this.rows;
  }

  /** The columns so far, which share memory with the builder: add nothing afterwards. */
  build(): Activity {
    return {
      offsets: this.offsets.subarray(0, this.customers + 1),
      day: this.day.subarray(0, this.rows),
      signal: this.signal.subarray(0, this.rows),
      count: this.count.subarray(0, this.rows),
    };
  }

  private reserve(positions: number, rows: number): void {
    if (positions > this.offsets.length) {
      const offsets = new Uint32Array(Math.max(positions, this.offsets.length * 2));
      offsets.set(this.offsets);
      this.offsets = offsets;
    }
    if (rows <= this.day.length) return;
    const capacity = Math.max(rows, this.day.length * 2);
    const [day, signal, count] = [new Int32Array(capacity), new Uint8Array(capacity), new Uint16Array(capacity)];
    day.set(this.day);
    signal.set(this.signal);
    count.set(this.count);
    [this.day, this.signal, this.count] = [day, signal, count];
  }
}

/** Returns the activity of one customer as columns of their own. */
export function activityOfOne(rows: readonly ActivityRow[]): Activity {
  const builder = new ActivityBuilder();
  builder.add(rows);
  const { offsets, day, signal, count } = builder.build();
  // Copied: the builder reserves room for a thousand rows.
  return { offsets: offsets.slice(), day: day.slice(), signal: signal.slice(), count: count.slice() };
}

/** Returns the activity of the named customers alone, in the order given. */
export function activityOf(activity: Activity, customers: Uint32Array): Activity {
  const offsets = new Uint32Array(customers.length + 1);
  for (const [i, customer] of customers.entries()) {
    offsets[i + 1] = offsets[i]! + activity.offsets[customer + 1]! - activity.offsets[customer]!;
  }
  const rows = offsets.at(-1)!;
  const some = { offsets, day: new Int32Array(rows), signal: new Uint8Array(rows), count: new Uint16Array(rows) };
  for (const [i, customer] of customers.entries()) {
    const [from, to] = [activity.offsets[customer]!, activity.offsets[customer + 1]!];
    some.day.set(activity.day.subarray(from, to), offsets[i]);
    some.signal.set(activity.signal.subarray(from, to), offsets[i]);
    some.count.set(activity.count.subarray(from, to), offsets[i]);
  }
  return some;
}

/** Returns the activity of one customer, sharing memory with the whole. */
export function activityView({ offsets, day, signal, count }: Activity, customer: number): Activity {
  const [from, to] = [offsets[customer]!, offsets[customer + 1]!];
  return {
    offsets: Uint32Array.of(0, to - from),
    day: day.subarray(from, to),
    signal: signal.subarray(from, to),
    count: count.subarray(from, to),
  };
}

/** Returns the row after the last of a customer on or before a day, by bisection. What came later is unknown on that day. */
export function activityUntil({ offsets, day }: Activity, customer: number, until: number): number {
  let [low, high] = [offsets[customer]!, offsets[customer + 1]!];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (day[middle]! <= until) low = middle + 1;
    else high = middle;
  }
  return low;
}
