import type { Contact } from '#libs/core';
import type { SparseRows } from './sparse-rows.js';

/**
 * Holds the customers that campaigns chose, by the day of the delivery (see `Contact`). A score is the chance of no order without a contact, so
 * readers of outcomes leave contacted customers out and let those of the control groups stand for them.
 */
export interface Contacts extends SparseRows {
  readonly until: Int32Array;
  readonly standsFor: Float64Array;
  readonly draw: Int32Array;
}

/** Returns the contacts of one customer as columns of their own. */
export function contactsOfOne(contacts: readonly Contact[]): Contacts {
  const sorted = contacts.toSorted((one, other) => one.day - other.day);
  return {
    offsets: Uint32Array.of(0, sorted.length),
    day: Int32Array.from(sorted, ({ day }) => day),
    until: Int32Array.from(sorted, ({ until }) => until),
    standsFor: Float64Array.from(sorted, ({ standsFor }) => standsFor),
    draw: Int32Array.from(sorted, ({ draw }) => draw),
  };
}
