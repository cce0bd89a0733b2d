import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '#libs/core';
import type { Queue } from 'bull';

const KEY = 'churn:workers';
const BEAT_MS = 5 * SECOND_MS;
/** A worker that has said nothing for this long does not count. In seconds, as Redis tells the time. */
const SILENT_S = 15;

/** The workers that run. Each tells Redis every few seconds that it does. Only Redis' clock counts. */
export class WorkerCount {
  /** At least 1: this one. Without Redis it is 1, because then sweeps are all there is. */
  value = 1;
  private readonly id = randomUUID();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly client: Pick<Queue['client'], 'time' | 'multi' | 'zrem'>) {}

  start(): void {
    void this.beat();
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.client.zrem(KEY, this.id).catch(() => undefined);
  }

  async beat(): Promise<void> {
    try {
      const [seconds = 0] = (await this.client.time()).map(Number);
      const beat = this.client
        .multi()
        .zadd(KEY, seconds, this.id)
        .zremrangebyscore(KEY, '-inf', seconds - SILENT_S)
        .zcard(KEY);
      const [, , counted] = (await beat.exec()) ?? [];
      this.value = Math.max(1, Number(counted?.[1] ?? 1));
    } catch {
      this.value = 1;
    }
  }
}
