import { DAY_MS, MINUTE_MS } from '#libs/core';
import { GONE } from './next-step.js';
import type { SendResult } from './sender.js';

/** Failed attempts in a row that open the breaker, so that we do not keep calling an endpoint that does not answer. */
export const FAILURES_TO_OPEN = 10;
/** Pause between probes while the breaker is open. A probe is one attempt that shows whether the endpoint is back. */
const PROBE_EVERY_MS = 5 * MINUTE_MS;
/** The service disables an endpoint that fails this long after the first of its failures in a row. */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;

/** Recent failures of an endpoint. */
export interface EndpointHealth {
  readonly consecutiveFailures: number;
  /** Time since the first of these failures; 0 without failures. */
  readonly failingForMs: number;
}

/** Reason why the service disabled an endpoint. */
export type DisabledReason = 'gone' | 'key_refused' | 'no_success_for_5_days';

export interface HealthVerdict {
  readonly consecutiveFailures: number;
  /** Time until the next probe; null while the breaker is closed. */
  readonly openForMs: number | null;
  readonly disable: DisabledReason | null;
}

/** @param speed how many times faster than the clock time passes; 1 outside tests. */
export function evaluateHealth(before: EndpointHealth, result: SendResult, speed: number): HealthVerdict {
  if (result.error === null) return { consecutiveFailures: 0, openForMs: null, disable: null };
  const consecutiveFailures = before.consecutiveFailures + 1;
  const openForMs = consecutiveFailures >= FAILURES_TO_OPEN ? PROBE_EVERY_MS / speed : null;
  if (result.statusCode === GONE) return { consecutiveFailures, openForMs, disable: 'gone' };
  if (result.isKeyRefused === true) return { consecutiveFailures, openForMs, disable: 'key_refused' };
  const isLost = before.failingForMs * speed >= GIVE_UP_AFTER_MS;
  return { consecutiveFailures, openForMs, disable: isLost ? 'no_success_for_5_days' : null };
}
