import { MINUTE_MS } from '#libs/core';

/** A stored time that is further ahead comes from a wrong clock and is overwritten. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

/** Returns a time that is later than the previous one, even when the clocks of workers differ a little. */
export function laterThan(previousMs: number | null, nowMs: number): number {
  const aheadMs = previousMs === null ? -1 : previousMs - nowMs;
  return previousMs !== null && aheadMs >= 0 && aheadMs < CLOCK_SKEW_MS ? previousMs + 1 : nowMs;
}

/** @throws RangeError for a time that Postgres cannot store. Writing it would fail the whole chunk. */
export function expectInstant(ms: number | null): void {
  if (ms !== null && Number.isNaN(new Date(ms).getTime())) throw new RangeError(`${ms} is no instant`);
}
