/** Limits for retries after 429, 5xx and no answer. Times in milliseconds. */
export interface RetrySettings {
  /** Attempts of a request that gets no answer or a 5xx. 1: no retry. */
  readonly tries: number;
  /** Such a request is also retried after its last attempt, until its pauses add up to this time. 0: `tries` alone decides. */
  readonly bridgeMs: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Total time that one request waits because the service asked for it (`Retry-After` of 429 and 503). */
  readonly longestWaitMs: number;
}

export const RETRY: RetrySettings = { tries: 5, bridgeMs: 0, firstPauseMs: 500, longestPauseMs: 15_000, longestWaitMs: 120_000 };

/** The failures and waits of one request so far. */
export interface Endured {
  readonly failures: number;
  /** Pauses after failures. */
  readonly pausedMs: number;
  /** Waits that the service asked for. */
  readonly waitedMs: number;
}

/** A temporary failure. `askedMs` is the wait from `Retry-After`, null without it. */
export interface Failure {
  readonly status: number | null;
  readonly askedMs: number | null;
}

export type RetryStep =
  | { readonly kind: 'give_up' }
  | { readonly kind: 'pause'; readonly why: 'asked' | 'failed'; readonly ms: number; readonly endured: Endured };

/** Minimum wait. Without it `Retry-After: 0` would cause endless retries. */
const SHORTEST_WAIT_MS = 1000;
/** Wait after a 429 without `Retry-After`. */
const DEFAULT_WAIT_MS = 5000;
const TOO_MANY_REQUESTS = 429;
/** A pause counts at least this much, so that pauses of 0 ms cannot go on without end. */
const LEAST_COUNTED_MS = 100;

/**
 * Decides what to do after a failure. A service that sends `Retry-After` is busy, not broken: these waits have a separate budget and
 * use up no attempts. Other pauses double, each cut by up to half at random, so that clients that failed together do not retry together.
 * @param chance a random number from 0 up to 1.
 */
export function nextStep(settings: RetrySettings, failure: Failure, endured: Endured, chance: number): RetryStep {
  const askedMs = failure.askedMs ?? (failure.status === TOO_MANY_REQUESTS ? DEFAULT_WAIT_MS : null);
  if (askedMs !== null) {
    const ms = Math.max(askedMs, SHORTEST_WAIT_MS);
    const waitedMs = endured.waitedMs + ms;
    return waitedMs > settings.longestWaitMs ? { kind: 'give_up' } : { kind: 'pause', why: 'asked', ms, endured: { ...endured, waitedMs } };
  }
  const failures = endured.failures + 1;
  if (failures >= settings.tries && endured.pausedMs >= settings.bridgeMs) return { kind: 'give_up' };
  const longest = Math.min(settings.firstPauseMs * 2 ** (failures - 1), settings.longestPauseMs);
  const ms = Math.round(longest * (1 + chance) * 0.5);
  return {
    kind: 'pause',
    why: 'failed',
    ms,
    endured: { ...endured, failures, pausedMs: endured.pausedMs + Math.max(ms, LEAST_COUNTED_MS) },
  };
}

/**
 * Reads `Retry-After`: a number of seconds or a date (RFC 9110, section 10.2.3).
 * @returns milliseconds from `now`, never negative; null when the header is absent or invalid.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
