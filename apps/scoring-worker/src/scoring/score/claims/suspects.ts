/**
 * A request that was under way when its worker died is suspect. First it is tried without others, so that only the cause dies again. After
 * this many tries it is divided, each half is as suspect, and a single customer gets some tries more before it is set aside.
 */
export const TRIES_UNDIVIDED = 2;

/** Tries that a part of a divided request begins with: it is tried alone next. */
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
