import { AppError } from '#libs/core';
import type { RateWindow } from './rate-windows.js';

/** A refusal because something was done too often, with what the answer says of when it may be done again. */
export class RateLimitedError extends AppError {
  constructor(
    message: string,
    readonly window: RateWindow,
  ) {
    super('rate_limited', message);
  }
}
