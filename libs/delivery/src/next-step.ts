import { SECOND_MS } from '#libs/core';
import type { SendResult } from './sender.js';

/** Maximum attempts of one delivery. */
export const MAX_ATTEMPTS = 8;
/** Pause after the first failed attempt; it doubles with each further one. */
const BACKOFF_BASE_MS = 60 * SECOND_MS;
/** Longest pause, also when the endpoint asks for a longer one. */
const BACKOFF_CAP_MS = 3600 * SECOND_MS;
/** Jitter: pauses vary by this share either way, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

/** Reason why a delivery was given up. A person can replay it. */
export type DeadLetterReason =
  | 'attempts_exhausted'
  | 'gone'
  | 'key_refused'
  | 'blocked_address'
  | 'endpoint_disabled'
  | 'url_removed'
  | 'destination_deleted'
  | 'no_secret'
  | 'customer_erased'
  | 'test_failed';

/** The next step of a delivery after an attempt. */
export type NextStep =
  | { readonly kind: 'success' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'dead_letter'; readonly reason: DeadLetterReason };

/** 410: the endpoint is gone for good (RFC 9110, section 15.5.11). */
export const GONE = 410;

/**
 * @param attempt 1 for the first.
 * @param unit random number, from 0 to below 1
 */
export function nextStep(
  { attempt, maxAttempts }: { readonly attempt: number; readonly maxAttempts: number },
  result: SendResult,
  unit: number,
): NextStep {
  if (result.error === null) return { kind: 'success' };
  if (result.statusCode === GONE) return { kind: 'dead_letter', reason: 'gone' };
  if (result.isKeyRefused === true) return { kind: 'dead_letter', reason: 'key_refused' };
  if (result.error === 'blocked_address') return { kind: 'dead_letter', reason: 'blocked_address' };
  if (attempt >= maxAttempts) return { kind: 'dead_letter', reason: 'attempts_exhausted' };
  return { kind: 'retry', delayMs: Math.min(BACKOFF_CAP_MS, Math.max(backoffMs(attempt, unit), result.retryAfterMs ?? 0)) };
}

/** Returns 60, 120, 240, 480, 960, 1920, 3600 s, each ± 10 % and at most 3600 s. */
function backoffMs(attempt: number, unit: number): number {
  const planned = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1));
  return Math.min(BACKOFF_CAP_MS, Math.round(planned * (1 - JITTER + 2 * JITTER * unit)));
}
