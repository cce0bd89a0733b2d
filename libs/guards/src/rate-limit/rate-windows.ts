import type { ThrottlerStorage } from '@nestjs/throttler';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** What is known of a caller's window after one request. Times to expire are whole seconds, at least 1. */
export interface RateWindow extends ThrottlerStorageRecord {
  /** Requests allowed within the window. */
  readonly limit: number;
  /** Unix milliseconds at which the whole limit is there again. */
  readonly resetAt: number;
}

/**
 * Counts requests. A window begins with the first request of a caller and lasts `ttl`; a request that is refused takes nothing.
 * How it counts for all processes at once is the app's business.
 */
export abstract class RateWindows implements ThrottlerStorage {
  /**
   * @param key who is counted
   * @param ttl length of a window in milliseconds
   * @throws AppError `service_unavailable` when requests cannot be counted, and must therefore be refused.
   */
  abstract increment(key: string, ttl: number, limit: number): Promise<RateWindow>;

  /** Gives back what was taken. Where that cannot be done, the window ends by itself. */
  abstract forget(key: string): Promise<void>;
}

/** A window after one request, as the counter found it. */
export function toRateWindow(limit: number, found: { allowed: boolean; taken: number; leftMs: number; resetAt: number }): RateWindow {
  const seconds = Math.max(1, Math.ceil(found.leftMs / 1000));
  return {
    limit,
    totalHits: found.taken,
    timeToExpire: seconds,
    isBlocked: !found.allowed,
    timeToBlockExpire: found.allowed ? 0 : seconds,
    resetAt: found.resetAt,
  };
}
