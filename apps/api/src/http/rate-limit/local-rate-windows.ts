import { LRUCache } from 'lru-cache';
import type { Clock } from '#libs/core';
import { type RateWindow, RateWindows, toRateWindow } from '#libs/guards';

const MAX_WINDOWS = 50_000;

interface Window {
  taken: number;
  readonly endsAt: number;
}

/** Windows of this process only, for the time without Redis. Each process allows a caller its share of the limit. */
export class LocalRateWindows extends RateWindows {
  private readonly windows = new LRUCache<string, Window>({ max: MAX_WINDOWS });

  /**
   * @param sharePercent the percentage of a caller's limit that this process allows, at least one request.
   */
  constructor(
    private readonly sharePercent: number,
    private readonly clock: Clock,
  ) {
    super();
  }

  override increment(key: string, ttl: number, limit: number): Promise<RateWindow> {
    return Promise.resolve(this.take(key, ttl, limit, 1));
  }

  override peek(key: string, ttl: number, limit: number): Promise<RateWindow> {
    return Promise.resolve(this.take(key, ttl, limit, 0));
  }

  override release(key: string, { resetAt }: Pick<RateWindow, 'resetAt'>): Promise<void> {
    const window = this.windows.get(key);
    if (window?.endsAt === resetAt) window.taken = Math.max(0, window.taken - 1);
    return Promise.resolve();
  }

  override forget(key: string): Promise<void> {
    this.windows.delete(key);
    return Promise.resolve();
  }

  private take(key: string, ttl: number, limit: number, wanted: 0 | 1): RateWindow {
    const share = Math.max(1, Math.floor((limit * this.sharePercent) / 100));
    const now = this.clock.now().getTime();
    const known = this.windows.get(key);
    const window = known !== undefined && known.endsAt > now ? known : { taken: 0, endsAt: now + ttl };
    const allowed = window.taken < share;
    if (allowed && wanted > 0) {
      window.taken += wanted;
      this.windows.set(key, window);
    }
    return toRateWindow(share, { allowed, taken: window.taken, leftMs: window.endsAt - now, resetAt: window.endsAt });
  }
}
