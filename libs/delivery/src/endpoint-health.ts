import { DAY_MS, MINUTE_MS } from '#libs/core';
import { GONE } from './next-step.js';
import type { SendResult } from './sender.js';

/** ⚙ So many failed attempts in a row open the breaker: whoever does not answer is not asked all the time. */
export const FAILURES_TO_OPEN = 10;
/** ⚙ While the breaker is open one attempt is made this often, to see whether the receiver is back. */
const PROBE_EVERY_MS = 5 * MINUTE_MS;
/** ⚙ A receiver that has not taken anything for so long is switched off. */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/** How a receiver has behaved of late. */
export interface EndpointHealth {
  readonly consecutiveFailures: number;
  /** Time since the first of these failures; 0 without any. */
  readonly failingForMs: number;
}

/** Why an endpoint was switched off by the service itself. */
export type DisabledReason = 'gone' | 'no_success_for_5_days';

export interface HealthVerdict {
  readonly consecutiveFailures: number;
  /** Only a probe until then; null: the breaker is closed. */
  readonly openForMs: number | null;
  readonly disable: DisabledReason | null;
}

/** @param speed how many times faster than the clock time passes; 1 outside tests. */
export function evaluateHealth(before: EndpointHealth, result: SendResult, speed: number): HealthVerdict {
  if (result.error === null) return { consecutiveFailures: 0, openForMs: null, disable: null };
  const consecutiveFailures = before.consecutiveFailures + 1;
  const openForMs = consecutiveFailures >= FAILURES_TO_OPEN ? PROBE_EVERY_MS / speed : null;
  if (result.statusCode === GONE) return { consecutiveFailures, openForMs, disable: 'gone' };
  const isLost = before.failingForMs * speed >= GIVE_UP_AFTER_MS;
  return { consecutiveFailures, openForMs, disable: isLost ? 'no_success_for_5_days' : null };
}
