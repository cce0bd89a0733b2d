import type { DeliveryError, SendResult } from '#libs/delivery';
import { DELIVERY_ERRORS, errorOfStatus } from '#libs/delivery';
import type { PlatformResult } from '#libs/storefront';

const UNAUTHORIZED = 401;
const FORBIDDEN = 403;
const TOO_MANY = 429;
const SERVER_ERROR = 502;
const BAD_REQUEST = 400;

/** Turns a call that failed into the result of an attempt. GraphQL answers 200 for most failures, so the status says what REST would say. */
export function failureOf(result: Exclude<PlatformResult<unknown>, { kind: 'ok' }>, started: number): SendResult {
  switch (result.kind) {
    case 'unauthorized':
      return failed(UNAUTHORIZED, 'unauthorized', started);
    case 'refused':
      if (result.why === 'blocked_address') return unreachable('blocked_address', started);
      return failed(statusIn(result.why) ?? (result.why === 'graphql_access_denied' ? FORBIDDEN : BAD_REQUEST), result.why, started);
    case 'later': {
      const error = DELIVERY_ERRORS.find((each) => each === result.why && !each.startsWith('http_'));
      if (error !== undefined) return unreachable(error, started);
      const status = result.why === 'throttled' ? TOO_MANY : (statusIn(result.why) ?? SERVER_ERROR);
      return { ...failed(status, result.why, started), retryAfterMs: result.afterMs };
    }
  }
}

/** The attempt has no time left for the calls that follow. */
export const lateResult = (started: number): SendResult => unreachable('timeout', started);

/** No shop is connected that allows to change customers. */
export const noAccess = (started: number): SendResult => failed(FORBIDDEN, 'no_access', started);

const statusIn = (why: string): number | null => {
  const [, status] = /^http_(\d{3})$/.exec(why) ?? [];
  return status === undefined ? null : Number(status);
};

const failed = (statusCode: number, why: string, started: number): SendResult => ({
  error: errorOfStatus(statusCode),
  statusCode,
  responseBody: `Shopify answers: ${why}.`,
  retryAfterMs: null,
  durationMs: Math.round(performance.now() - started),
  isKeyRefused: statusCode === UNAUTHORIZED || statusCode === FORBIDDEN,
});

const unreachable = (error: DeliveryError, started: number): SendResult => ({
  error,
  statusCode: null,
  responseBody: null,
  retryAfterMs: null,
  durationMs: Math.round(performance.now() - started),
});
