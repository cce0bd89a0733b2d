import { AppError } from '#libs/core';
import type { RateWindow } from './rate-windows.js';

/** Refuses something that was done too often. The answer says when the caller may try again. */
export class RateLimitedError extends AppError {
  constructor(
    message: string,
    readonly window: RateWindow,
    code: 'rate_limited' | 'quota_exceeded' | 'service_unavailable' = 'rate_limited',
  ) {
    super(code, message);
  }
}

export const tooManyRequests = (window: RateWindow): RateLimitedError =>
  new RateLimitedError(
    `more than ${window.limit} request${window.limit === 1 ? '' : 's'} within a minute: the next one is answered in ${window.timeToBlockExpire} s`,
    window,
  );
