import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#libs/config';
import { type Clock, SECOND_MS, unavailable } from '#libs/core';
import { type RateWindow, RateWindows, toRateWindow } from '#libs/guards';
import type { RedisConnections } from '#libs/queues';
import { LocalRateWindows } from './local-rate-windows.js';

const PREFIX = 'churn:rate:';
const CONNECT_MS = 3 * SECOND_MS;

/**
 * Counts in one call, so that no request of another process comes in between. It uses only the clock of Redis, so that processes
 * with different clocks agree on the end of a window. A refused request does not count.
 */
const TAKE = `
local limit, length, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  taken, left = 0, length
end
local before = taken
local allowed = math.max(0, math.min(wanted, limit - taken))
if allowed > 0 then
  taken = taken + allowed
  redis.call('SET', KEYS[1], taken, 'PX', math.max(left, 1))
end
local time = redis.call('TIME')
return { allowed, before, left, time[1] * 1000 + math.floor(time[2] / 1000) + left }`;

/** Two answers about one window may differ by the milliseconds that Redis rounds. */
const RELEASE = `
local left = redis.call('PTTL', KEYS[1])
local time = redis.call('TIME')
local resetAt = time[1] * 1000 + math.floor(time[2] / 1000) + left
if left > 0 and math.abs(resetAt - tonumber(ARGV[1])) < 1000 and tonumber(redis.call('GET', KEYS[1])) > 0 then
  redis.call('DECR', KEYS[1])
end`;

type Client = ReturnType<RedisConnections['create']> & {
  takeRequests(key: string, limit: number, lengthMs: number, wanted: number): Promise<[number, number, number, number]>;
  releaseRequest(key: string, resetAt: number): Promise<unknown>;
};

/** Requests of one caller within one turn of the event loop, which one call counts. */
interface Arrival {
  wanted: number;
  readonly counted: Promise<Counted>;
}

/** A caller's window before some requests, and the number of these requests that are allowed. */
interface Counted {
  readonly allowed: number;
  readonly before: number;
  readonly leftMs: number;
  readonly resetAt: number;
}

/** Windows that all api processes share. Without Redis, the operator's setting decides: refuse, or count in this process. */
export class RedisRateWindows extends RateWindows {
  private readonly client: Client;
  private readonly connected: Promise<unknown>;
  private readonly local: LocalRateWindows | null;
  private readonly arriving = new Map<string, Arrival>();

  constructor(
    connections: RedisConnections,
    private readonly settings: Config['rateLimit'],
    clock: Clock,
  ) {
    super();
    const client = connections.create('client');
    client.defineCommand('takeRequests', { numberOfKeys: 1, lua: TAKE });
    client.defineCommand('releaseRequest', { numberOfKeys: 1, lua: RELEASE });
    this.client = client as Client;
    // The first requests after a start wait for the connection instead of failing. Without Redis a connection error ends the wait at once.
    this.connected = Promise.race([once(client, 'ready').catch(() => undefined), sleep(CONNECT_MS, undefined, { ref: false })]);
    this.local = settings.onRedisLoss === 'local' ? new LocalRateWindows(settings.localSharePercent, clock) : null;
  }

  override async increment(key: string, ttl: number, limit: number): Promise<RateWindow> {
    await this.connected;
    try {
      const arrival = this.arrivalOf(key, ttl, limit);
      const place = (arrival.wanted += 1);
      const { allowed, before, leftMs, resetAt } = await arrival.counted;
      return toRateWindow(limit, { allowed: place <= allowed, taken: before + Math.min(place, allowed), leftMs, resetAt });
    } catch (error) {
      return this.without(error).increment(key, ttl, limit);
    }
  }

  override async peek(key: string, ttl: number, limit: number): Promise<RateWindow> {
    await this.connected;
    try {
      const { before: taken, leftMs, resetAt } = await this.arrivalOf(key, ttl, limit).counted;
      return toRateWindow(limit, { allowed: taken < limit, taken, leftMs, resetAt });
    } catch (error) {
      return this.without(error).peek(key, ttl, limit);
    }
  }

  /** Returns what counts instead of Redis. @throws AppError when nothing may */
  private without(error: unknown): RateWindows {
    if (this.local !== null) return this.local;
    throw Object.assign(unavailable('the rate limiter'), { cause: error });
  }

  /** Groups requests: one call per request would take longer than to validate and store its event. Other limits form another group. */
  private arrivalOf(key: string, ttl: number, limit: number): Arrival {
    const id = `${limit} ${ttl} ${key}`;
    const known = this.arriving.get(id);
    if (known !== undefined) return known;
    const counted = nextTurn().then(async () => {
      this.arriving.delete(id);
      const answer = this.client.takeRequests(`${PREFIX}${key}`, limit, ttl, arrival.wanted);
      const [allowed, before, leftMs, resetAt] = await within(answer, this.settings.redisTimeoutMs);
      return { allowed, before, leftMs, resetAt };
    });
    const arrival: Arrival = { wanted: 0, counted };
    this.arriving.set(id, arrival);
    return arrival;
  }

  override async release(key: string, counted: Pick<RateWindow, 'resetAt'>): Promise<void> {
    await this.local?.release(key, counted);
    await this.lenient(this.client.releaseRequest(`${PREFIX}${key}`, counted.resetAt));
  }

  override async forget(key: string): Promise<void> {
    await this.local?.forget(key);
    await this.lenient(this.client.del(`${PREFIX}${key}`));
  }

  /** An error of Redis does not matter: the window expires on its own. */
  private async lenient(answer: Promise<unknown>): Promise<void> {
    await within(answer, this.settings.redisTimeoutMs).catch(() => undefined);
  }
}

/** @throws when Redis does not answer in time. An answer that waits in the socket behind our own work is in time. */
async function within<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    // Timers run before sockets are read. One turn later, an answer that has arrived has been read.
    timer = setTimeout(() => setImmediate(() => reject(new Error(`Redis has not answered within ${ms} ms`))), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
