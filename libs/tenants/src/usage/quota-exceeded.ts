import { AppError, DAY_MS, SECOND_MS, type StoredBytes } from '#libs/core';
import type { StorageUse } from './storage-use.sql.js';

/** A quota of the tenant is used up. Nothing of the request is stored. */
export class QuotaExceeded extends AppError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('quota_exceeded', message);
    this.name = 'QuotaExceeded';
  }
}

/** @param exceeded the part of the quota of stored bytes that is used up */
export function quotaExceeded(exceeded: keyof StoredBytes, { limits, isVerified }: StorageUse, now: Date): QuotaExceeded {
  const size = `${Math.round(limits[exceeded] / 2 ** 20)} MiB`;
  const verify = isVerified ? '' : 'verify the e-mail address of an owner, ';
  const message =
    exceeded === 'day'
      ? `nothing was stored: storage.day_limit is ${size} of stored data a day, and today has no room for this request. Send it again after 00:00 UTC, ${verify || 'or '}ask for a larger plan`
      : `nothing was stored: storage.total_limit is ${size} of stored data in all, and there is no room for this request. To make room, ${verify}choose a shorter retention, or ask for a larger plan`;
  return new QuotaExceeded(message, secondsUntilTomorrow(now));
}

const secondsUntilTomorrow = (now: Date): number => Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / SECOND_MS);

/** Seconds after which a caller may try again: by that time the oldest entries of a day do not count any more. */
const TRY_AGAIN_S = 3600;

/** @param limit the limit that is reached, as a sentence without an end */
export const tooManyInDay = (limit: string): QuotaExceeded =>
  new QuotaExceeded(`${limit} within 24 hours, and that many were made: nothing was changed. Try again later`, TRY_AGAIN_S);
