import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LONGEST_TIMER_MS } from './settings.js';

/** The client's clock, randomness and network. Tests replace them. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Returns a random number from 0 up to 1. */
  readonly random: () => number;
  /** Resolves after this many milliseconds, or rejects with the reason of the signal. */
  readonly pause: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  readonly fetch: typeof fetch;
}

const FINENESS = 2 ** 32;

export const SURROUNDINGS: Surroundings = {
  now: () => new Date().getTime(),
  random: () => randomInt(FINENESS) / FINENESS,
  pause: async (ms, signal) => {
    for (let leftMs = ms; leftMs > 0; leftMs -= LONGEST_TIMER_MS) {
      await sleep(Math.min(leftMs, LONGEST_TIMER_MS), undefined, { signal }).catch((error: unknown) => {
        throw signal?.aborted === true ? signal.reason : error;
      });
    }
  },
  // Looked up at each call, so that a global `fetch` that is replaced later is used.
  fetch: (input, init) => fetch(input, init),
};
