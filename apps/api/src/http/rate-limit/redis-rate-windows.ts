import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#libs/config';
import { type Clock, SECOND_MS, unavailable } from '#libs/core';
import { type RateWindow, RateWindows, toRateWindow } from '#libs/guards';
import type { RedisConnections } from '#libs/queues';
import { LocalRateWindows } from './local-rate-windows.js';

const PREFIX = 'churn:rate:';
const CONNECT_MS = SECOND_MS;

/**
 * One call, so that no request of another process comes in between, and the clock of Redis alone, so that processes whose clocks
 * differ agree on when a window ends. A refused request takes nothing.
 */
const TAKE = `
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  taken, left = 0, length
end
local allowed = taken < limit
if allowed then
  taken = taken + 1
  redis.call('SET', KEYS[1], taken, 'PX', math.max(left, 1))
end
local time = redis.call('TIME')
return { allowed and 1 or 0, taken, left, time[1] * 1000 + math.floor(time[2] / 1000) + left }`;

type Client = ReturnType<RedisConnections['create']> & {
  takeRequest(key: string, limit: number, lengthMs: number): Promise<[number, number, number, number]>;
};

/** Windows that all api processes share. What happens without Redis is the operator's choice: refuse, or count in this process. */
export class RedisRateWindows extends RateWindows {
  private readonly client: Client;
  private readonly connected: Promise<unknown>;
  private readonly local: LocalRateWindows | null;

  constructor(
    connections: RedisConnections,
    private readonly settings: Config['rateLimit'],
    clock: Clock,
  ) {
    super();
    const client = connections.create('client');
    client.defineCommand('takeRequest', { numberOfKeys: 1, lua: TAKE });
    this.client = client as Client;
    // The first requests after a start wait for the connection instead of being refused; without Redis the wait ends at once.
    this.connected = Promise.race([once(client, 'ready').catch(() => undefined), sleep(CONNECT_MS, undefined, { ref: false })]);
    this.local = settings.onRedisLoss === 'local' ? new LocalRateWindows(settings.localSharePercent, clock) : null;
  }

  override async increment(key: string, ttl: number, limit: number): Promise<RateWindow> {
    await this.connected;
    try {
      const answer = this.client.takeRequest(`${PREFIX}${key}`, limit, ttl);
      const [allowed, taken, leftMs, resetAt] = await within(answer, this.settings.redisTimeoutMs);
      return toRateWindow(limit, { allowed: allowed === 1, taken, leftMs, resetAt });
    } catch (error) {
      if (this.local !== null) return this.local.increment(key, ttl, limit);
      throw Object.assign(unavailable('the rate limiter'), { cause: error });
    }
  }

  override async forget(key: string): Promise<void> {
    await this.local?.forget(key);
    // Whatever Redis says: at the worst the window ends by itself.
    await within(this.client.del(`${PREFIX}${key}`), this.settings.redisTimeoutMs).catch(() => undefined);
  }
}

/** @throws when there is no answer in time. An answer that waits in the socket, behind work of our own, is in time. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Timers run before sockets are read: one turn later an answer that has arrived has been seen.
    timer = setTimeout(() => setImmediate(() => reject(new Error(`Redis has not answered within ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
