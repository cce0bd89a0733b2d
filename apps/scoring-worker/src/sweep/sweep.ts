import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { MINUTE_MS } from '#libs/core';
import { Log } from '#libs/observability';
import { NightlyPass } from '../recalculate-tenant/nightly-pass.js';
import { ScoreDue } from '../score-customers/score-due.js';
import { OpenJobs, type Slice } from './open-jobs.js';

/** Tenants that one sweep serves at once. */
const TENANTS_AT_ONCE = 4;

/** One thing that must happen, found again in Postgres whatever became of its job in Redis. */
type Duty = () => Promise<void>;

/**
 * Looks in Postgres for what is due and does it, without a leader: every worker sweeps, and locks keep them apart. Each duty
 * has a loop of its own, so that a long backlog of one holds up no other.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly duties: readonly Duty[];
  private readonly loops: Promise<void>[] = [];
  private readonly stopping = new AbortController();
  private readonly toldAt = new Map<string, number>();

  constructor(
    private readonly scoreDue: ScoreDue,
    private readonly openJobs: OpenJobs,
    private readonly nightlyPass: NightlyPass,
    private readonly config: Config,
    private readonly log: Log,
  ) {
    this.duties = [
      () => this.scoreLane(false),
      () => this.scoreLane(true),
      () => this.continueJobs(() => this.openJobs.recalculations()),
      () => this.continueJobs(() => this.openJobs.erasures()),
      () => this.nightlyPass.openDue(),
    ];
  }

  onApplicationBootstrap(): void {
    for (const duty of this.duties) this.loops.push(this.loop(duty, this.config.worker.sweepIntervalMs));
  }

  /** Resolves when what is running has ended; slices are short. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.loops);
  }

  private async loop(work: Duty, intervalMs: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await work().catch((error: unknown) => this.tell(error));
      await pause(intervalMs, this.stopping.signal);
    }
  }

  private async scoreLane(backfill: boolean): Promise<void> {
    const due = await this.scoreDue.tenantsWith({ backfill });
    await this.inTurn(due, backfill ? 1 : TENANTS_AT_ONCE, (tenantId) => this.scoreDue.run(tenantId, { backfill }));
  }

  /** Round after round without a pause while there is something to do for us: a slice of every open job in each. */
  private async continueJobs(find: () => Promise<Slice[]>): Promise<void> {
    for (let hasMore = true; hasMore && !this.stopping.signal.aborted;) {
      hasMore = false;
      await this.inTurn(await find(), 1, async (slice) => {
        if (await slice()) hasMore = true;
      });
    }
  }

  /** Works on every item, `width` of them at a time. What fails for one is logged and holds up no other; the next sweep tries again. */
  private async inTurn<T>(items: readonly T[], width: number, work: (item: T) => Promise<unknown>): Promise<void> {
    const rest = [...items];
    const next = (): T | undefined => (this.stopping.signal.aborted ? undefined : rest.shift());
    const lane = async (): Promise<void> => {
      for (let item = next(); item !== undefined; item = next()) {
        await work(item).catch((error: unknown) => this.tell(error));
      }
    };
    await Promise.all(Array.from({ length: width }, lane));
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
