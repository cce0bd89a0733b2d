import type { EventType } from '#libs/core';
import type { SparseRows } from './sparse-rows.js';

/** Groups of events, other than orders, that say something about a customer. A model uses all of a group or nothing. */
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

/** Holds the behaviour of customers as sums by day, so that a million page views of one customer take a few kilobytes. */
export interface Activity extends SparseRows {
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

/** Returns the activity of one customer as columns of their own. @param rows in any order */
export function activityOfOne(rows: readonly ActivityRow[]): Activity {
  const sorted = rows.toSorted((one, other) => one.day - other.day || one.signal - other.signal);
  return {
    offsets: Uint32Array.of(0, sorted.length),
    day: new Int32Array(sorted.map(({ day }) => day)),
    signal: new Uint8Array(sorted.map(({ signal }) => signal)),
    count: new Uint16Array(sorted.map(({ count }) => Math.min(MOST_COUNTED, count))),
  };
}

/** Holds one customer who did nothing. */
export const NO_ACTIVITY = activityOfOne([]);
