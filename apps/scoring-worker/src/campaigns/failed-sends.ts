import { HOUR_MS, SECOND_MS } from '#libs/core';

/** The rest doubles with each failure. A send takes at most 30 s, so the failing campaigns of a few tenants leave time for all others. */
const REST = { firstMs: 30 * SECOND_MS, longestMs: 4 * HOUR_MS };
const MOST = 10_000;

/** Keeps the campaigns that failed to send, so that they rest before this process retries them. */
export class FailedSends {
  private readonly failed = new Map<string, { readonly times: number; readonly until: number }>();

  /** Lists the ids of the campaigns that rest. @param now milliseconds of a monotonic clock, the same as in `attempt` */
  resting(now: number): string[] {
    return [...this.failed].flatMap(([id, { until }]) => (until > now ? [id] : []));
  }

  /** Remembers the campaign when the send fails, and forgets it when the send succeeds. @throws what `send` throws */
  async attempt<T>(campaignId: string, now: () => number, send: () => Promise<T>): Promise<T> {
    try {
      const sent = await send();
      this.failed.delete(campaignId);
      return sent;
    } catch (error) {
      const times = (this.failed.get(campaignId)?.times ?? 0) + 1;
      if (this.failed.size >= MOST) this.failed.clear();
      this.failed.set(campaignId, { times, until: now() + Math.min(REST.longestMs, REST.firstMs * 2 ** (times - 1)) });
      throw error;
    }
  }
}
