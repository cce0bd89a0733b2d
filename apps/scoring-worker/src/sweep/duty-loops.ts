import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '#libs/core';
import type { Log } from '#libs/observability';

/** One thing that must happen, found again in Postgres whatever became of its job in Redis. */
export type Duty = () => Promise<void>;

/** Does each duty over and over in a loop of its own, so that a long backlog of one holds up no other. */
export class SweepLoops {
  private readonly loops: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private readonly toldAt = new Map<string, number>();

  constructor(private readonly log: Log) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(duties: readonly Duty[], intervalMs: number): void {
    for (const duty of duties) this.loops.push(this.loop(duty, intervalMs));
  }

  /** Resolves when what is running has ended; slices are short. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  /** Works on every item, `width` of them at a time. What fails for one is logged and holds up no other; the next sweep tries again. */
  async inTurn<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>): Promise<void> {
    const rest = [...items];
    const next = (): T | undefined => (this.isStopping ? undefined : rest.shift());
    const lane = async (): Promise<void> => {
      for (let item = next(); item !== undefined; item = next()) {
        await work(item).catch((error: unknown) => this.tell(error));
      }
    };
    await Promise.all(Array.from({ length: width }, lane));
  }

  private async loop(work: Duty, intervalMs: number): Promise<void> {
    while (!this.isStopping) {
      await work().catch((error: unknown) => this.tell(error));
      await pause(intervalMs, this.stopping.signal);
    }
  }

  /** The same failure every second is worth a line a minute. */
  private tell(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const last = this.toldAt.get(message) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - last < MINUTE_MS) return;
    if (this.toldAt.size > 100) this.toldAt.clear();
    this.toldAt.set(message, performance.now());
    this.log.error('sweep.failed', error);
  }
}

/** Ends early when the signal comes. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
