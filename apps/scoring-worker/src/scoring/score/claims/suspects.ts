/**
 * A request in progress when its worker died is suspect. It is first tried alone, so that only the cause kills a worker again. After this many tries
 * it is split and its halves are suspect too. A request for a single customer gets some more tries before it is set aside.
 */
export const TRIES_UNDIVIDED = 2;

/** Number of tries that a half of a split request begins with, so it is tried alone next. */
export const TRIES_OF_A_PART = 1;

/** A request for a single customer is set aside after this many tries. */
export const MOST_TRIES = 4;

/** A claim met a request that another try left behind. */
export class SuspectFound extends Error {
  constructor() {
    super('a request in the claim is suspect');
    this.name = 'SuspectFound';
  }
}
