import type { DeliveryError, SendResult } from '#libs/delivery';
import { errorOfStatus, readRetryAfter } from '#libs/delivery';
import type { PlatformAnswer, PlatformHttp } from '#libs/storefront';

/** Calls vendors with the guards of all outgoing calls: checked addresses, no redirect, no proxy, one deadline for a call. */
export type VendorHttp = Pick<PlatformHttp, 'call'>;

/** Beyond it a delivery starts no further call. An attempt has 15 s in all. */
export const LAST_CALL_MS = 8000;
/** Deadline of one call. */
export const VENDOR_CALL_MS = 6000;

/** Statuses of a vendor for a credential that it does not accept (any more). */
const REFUSED = new Set([401, 403]);

/** Turns the answer of a vendor into the result of an attempt. @param said for the log: never personal data, never a credential */
export function resultOf(answer: PlatformAnswer, started: number, said: string | null): SendResult {
  const durationMs = Math.round(performance.now() - started);
  if (answer.kind === 'unreachable')
    return { error: answer.error as DeliveryError, statusCode: null, responseBody: null, retryAfterMs: null, durationMs };
  return {
    error: errorOfStatus(answer.status),
    statusCode: answer.status,
    responseBody: said,
    retryAfterMs: readRetryAfter(answer.headers['retry-after'], new Date()),
    durationMs,
    isKeyRefused: REFUSED.has(answer.status),
  };
}

/** The result of an attempt that arrived. */
export const arrived = (started: number, statusCode: number | null, said: string): SendResult => ({
  error: null,
  statusCode,
  responseBody: said,
  retryAfterMs: null,
  durationMs: Math.round(performance.now() - started),
});
