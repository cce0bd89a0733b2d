import { AppError } from '#libs/core';
import type { RateWindow } from './rate-windows.js';

/** Refuses something that was done too often. The answer says when the caller may try again. */
export class RateLimitedError extends AppError {
  constructor(
    message: string,
    readonly window: RateWindow,
  ) {
    super('rate_limited', message);
  }
}
