import type { SparseRows } from './sparse-rows.js';

/**
 * Holds the customers whom campaigns chose, by the day of the delivery. A score is the chance of no order if nobody contacts the customer, so
 * readers of outcomes leave contacted customers out and let those of the control groups stand for them.
 */
export interface Contacts extends SparseRows {
  /** The last day on which an order can be an answer. */
  readonly until: Int32Array;
  /** 0: contacted. Otherwise the number of chosen customers for whom one of those not contacted stands, 1 or more. */
  readonly standsFor: Float64Array;
  /** A number of the campaign. */
  readonly campaign: Uint16Array;
}

/** One choice of a customer by a campaign. */
export interface Contact {
  readonly day: number;
  readonly until: number;
  readonly standsFor: number;
  readonly campaign: number;
}

/** Returns the choices of one customer as columns of their own. */
export function contactsOfOne(contacts: readonly Contact[]): Contacts {
  const sorted = contacts.toSorted((one, other) => one.day - other.day);
  return {
    offsets: Uint32Array.of(0, sorted.length),
    day: Int32Array.from(sorted, ({ day }) => day),
    until: Int32Array.from(sorted, ({ until }) => until),
    standsFor: Float64Array.from(sorted, ({ standsFor }) => standsFor),
    campaign: Uint16Array.from(sorted, ({ campaign }) => campaign),
  };
}
