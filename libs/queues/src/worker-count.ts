import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#libs/core';
import type { Queue } from 'bull';

const KEY = 'churn:workers';
const BEAT_MS = 5 * SECOND_MS;
/** A worker that has said nothing for this long does not count. */
const SILENT_S = 15;

// By the clock of Redis, so that those of the workers do not matter.
const BEAT = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
return redis.call('ZCARD', KEYS[1])`;

/** Counts the workers that run: each tells Redis every few seconds that it does. */
export class WorkerCount {
  /** At least 1: this one. Without Redis it is 1, because then sweeps are all there is. */
  value = 1;
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly client: Pick<Queue['client'], 'eval' | 'zrem'>) {}

  start(): void {
    void this.beat();
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  /** Does not wait for Redis: should it be away, the others forget this worker after a while. */
  stop(): void {
    clearInterval(this.timer);
    this.client.zrem(KEY, this.id).catch(() => undefined);
  }

  private async beat(): Promise<void> {
    const counted = await this.client.eval(BEAT, 1, KEY, this.id, SILENT_S).catch(() => 1);
    this.value = Math.max(1, Number(counted));
  }
}
