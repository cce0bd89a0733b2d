import { SECOND_MS } from '#libs/core';
import type { SendResult } from './sender.js';

/** Attempts at one delivery at most (interface, Delivery and retry). */
export const MAX_ATTEMPTS = 8;
/** ⚙ Wait after the first failed attempt; it doubles with each further one. */
const BACKOFF_BASE_MS = 60 * SECOND_MS;
/** No wait is longer (interface, Delivery and retry), also none that a receiver asks for. */
const BACKOFF_CAP_MS = 3600 * SECOND_MS;
/** ⚙ Waits differ by so much either way, so that deliveries that failed together are not tried again together. */
const JITTER = 0.1;

/** Why a delivery was given up. It can be replayed. */
export type DeadLetterReason =
  'attempts_exhausted' | 'gone' | 'blocked_address' | 'endpoint_disabled' | 'url_removed' | 'no_secret' | 'customer_erased' | 'test_failed';

/** What becomes of a delivery after an attempt. */
export type NextStep =
  | { readonly kind: 'success' }
  | { readonly kind: 'retry'; readonly delayMs: number }
  | { readonly kind: 'dead_letter'; readonly reason: DeadLetterReason };

/** An answer by which a receiver says that it wants nothing more, ever (RFC 9110, section 15.5.11). */
export const GONE = 410;

/**
 * @param attempt 1 for the first.
 * @param unit chance, from 0 to below 1.
 */
export function nextStep(
  { attempt, maxAttempts }: { readonly attempt: number; readonly maxAttempts: number },
  result: SendResult,
  unit: number,
): NextStep {
  if (result.error === null) return { kind: 'success' };
  if (result.statusCode === GONE) return { kind: 'dead_letter', reason: 'gone' };
  if (result.error === 'blocked_address') return { kind: 'dead_letter', reason: 'blocked_address' };
  if (attempt >= maxAttempts) return { kind: 'dead_letter', reason: 'attempts_exhausted' };
  return { kind: 'retry', delayMs: Math.min(BACKOFF_CAP_MS, Math.max(backoffMs(attempt, unit), result.retryAfterMs ?? 0)) };
}

/** 60, 120, 240, 480, 960, 1920, 3600 s, each give or take a tenth. */
function backoffMs(attempt: number, unit: number): number {
  const planned = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (attempt - 1));
  return Math.min(BACKOFF_CAP_MS, Math.round(planned * (1 - JITTER + 2 * JITTER * unit)));
}
