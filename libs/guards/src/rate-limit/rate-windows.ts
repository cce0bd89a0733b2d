import type { ThrottlerStorage } from '@nestjs/throttler';
import { AppError } from '#libs/core';

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

  /** Tells whether the caller may have no request left: none is left, or requests cannot be counted now. Counts nothing. */
  async mayBeUsedUp(key: string, ttl: number, limit: number): Promise<boolean> {
    try {
      return (await this.peek(key, ttl, limit)).isBlocked;
    } catch (error) {
      if (cannotCount(error)) return true;
      throw error;
    }
  }

  /** Gives one request back to the window that counted it, unless it has ended. When that fails, the window still ends on time. */
  abstract release(key: string, counted: Pick<RateWindow, 'resetAt'>): Promise<void>;

  /** Forgets all counted requests. When that fails, the window still ends on time. */
  abstract forget(key: string): Promise<void>;
}

/** Tells whether an error says that requests cannot be counted now. */
export const cannotCount = (error: unknown): error is AppError => error instanceof AppError && error.code === 'service_unavailable';

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
