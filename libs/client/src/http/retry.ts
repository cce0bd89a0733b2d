/** Limits for retries after 429, 5xx and no answer. Times in milliseconds. */
export interface RetrySettings {
  /** Attempts of a request that gets no answer or a 5xx. 1: no retry. */
  readonly tries: number;
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** Total time that one request waits because the service asked for it (`Retry-After` of 429 and 503). */
  readonly longestWaitMs: number;
}

export const RETRY: RetrySettings = { tries: 5, firstPauseMs: 500, longestPauseMs: 15_000, longestWaitMs: 120_000 };

/** The failures and waits of one request so far. */
export interface Endured {
  readonly failures: number;
  readonly waitedMs: number;
}

/** A failure that may pass. `askedMs` is what `Retry-After` said, null when it said nothing. */
export interface Failure {
  readonly status: number | null;
  readonly askedMs: number | null;
}

export type RetryStep =
  | { readonly kind: 'give_up' }
  | { readonly kind: 'pause'; readonly why: 'asked' | 'failed'; readonly ms: number; readonly endured: Endured };

/** Below this a service that asks for no wait would be asked without end. */
const SHORTEST_WAIT_MS = 1000;
/** For a 429 that does not say how long. */
const DEFAULT_WAIT_MS = 5000;
const TOO_MANY_REQUESTS = 429;

/**
 * Decides what to do after a failure. A service that says when to come again is busy, not broken: its waits have a budget of their own and
 * use up no tries. Else pauses double, each cut by up to half at random, so that clients that failed together do not return together.
 * @param chance from 0 up to 1.
 */
export function nextStep(settings: RetrySettings, failure: Failure, endured: Endured, chance: number): RetryStep {
  const askedMs = failure.askedMs ?? (failure.status === TOO_MANY_REQUESTS ? DEFAULT_WAIT_MS : null);
  if (askedMs !== null) {
    const ms = Math.max(askedMs, SHORTEST_WAIT_MS);
    const waitedMs = endured.waitedMs + ms;
    return waitedMs > settings.longestWaitMs ? { kind: 'give_up' } : { kind: 'pause', why: 'asked', ms, endured: { ...endured, waitedMs } };
  }
  const failures = endured.failures + 1;
  if (failures >= settings.tries) return { kind: 'give_up' };
  const longest = Math.min(settings.firstPauseMs * 2 ** (failures - 1), settings.longestPauseMs);
  return { kind: 'pause', why: 'failed', ms: Math.round(longest * (1 + chance) * 0.5), endured: { ...endured, failures } };
}

/**
 * `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3).
 * @returns milliseconds from `now`, never negative; null when it is absent or neither.
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
