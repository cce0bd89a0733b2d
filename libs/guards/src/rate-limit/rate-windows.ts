import type { ThrottlerStorage } from '@nestjs/throttler';

type ThrottlerStorageRecord = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** A caller's window after one request. Times to expire are whole seconds, at least 1. */
export interface RateWindow extends ThrottlerStorageRecord {
  /** Requests allowed within the window. */
  readonly limit: number;
  /** The Unix time in milliseconds at which the whole limit is available again. */
  readonly resetAt: number;
}

/**
 * Counts requests. A window begins with the first request of a caller and lasts `ttl`. A refused request does not count.
 * The app decides how all processes share the count.
 */
export abstract class RateWindows implements ThrottlerStorage {
  /**
   * @param key the caller that is counted
   * @param ttl length of a window in milliseconds
   * @throws AppError `service_unavailable` when requests cannot be counted: then they are refused.
   */
  abstract increment(key: string, ttl: number, limit: number): Promise<RateWindow>;

  /** Reads a window like `increment`, without counting: `isBlocked` tells whether no request is left. */
  abstract peek(key: string, ttl: number, limit: number): Promise<RateWindow>;

  /** Gives a counted request back. When that fails, the window still ends on time. */
  abstract forget(key: string): Promise<void>;
}

/** Builds the record of a window after one request from the counter's numbers. */
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
