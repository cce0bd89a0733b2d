import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS, type TenantId } from '#libs/core';
import type { Log } from '#libs/observability';
import type { ClockCheck } from '#libs/platform';
import type { Leases } from './leases.js';
import type { DueWork, Stage } from './stage.js';

/** Interval and parallelism of the sweeps of a stage. */
export interface SweepPace {
  /** Milliseconds until the next sweep. */
  readonly pauseMs: () => number;
  /** Due things that one process works on at the same time. */
  readonly atOnce: number;
}

/** The longest pause that sharing makes of a short one. */
const LONGEST_SHARED_MS = 10 * SECOND_MS;

/**
 * Returns the pause of one of several workers. Up to ten of them together ask Postgres about as often as one would; with more, each still looks
 * about every ten seconds. The phases differ, so work is found about as soon as by one worker.
 * @param chance 0 to 1: workers that start together do not sweep together
 */
export function sharedPause(everyMs: number, workers: number, chance: number): number {
  if (workers === 1) return everyMs;
  return Math.max(everyMs, Math.min(everyMs * workers, LONGEST_SHARED_MS)) * (0.75 + chance / 2);
}

/** Sweeps one stage again and again until the process stops. Each stage has its own loop, so that a long backlog delays no other stage. */
export class SweepLoop {
  /** Time at which each error message was last logged. */
  private readonly loggedAt = new Map<string, number>();

  constructor(
    private readonly stage: Stage<DueWork>,
    private readonly pace: SweepPace,
    private readonly stopping: AbortSignal,
    private readonly tools: { readonly log: Log; readonly clockCheck: ClockCheck; readonly leases: Leases },
  ) {}

  /** Resolves when the process stops and nothing runs any more. */
  async run(): Promise<void> {
    while (!this.stopping.aborted) {
      const hasMore = await this.sweep().catch((error: unknown) => this.logError(error));
      if (!hasMore) await pause(this.pace.pauseMs(), this.stopping);
    }
  }

  /** @returns whether there is more to do at once. */
  private async sweep(): Promise<boolean> {
    if (!(await this.tools.clockCheck.isRight())) return false;
    const waiting = [...(await this.stage.findDue())];
    let hasMore = false;
    const lane = async (): Promise<void> => {
      for (let due = waiting.shift(); due !== undefined && !this.stopping.aborted; due = waiting.shift()) {
        if (await this.workOn(due)) hasMore = true;
      }
    };
    await Promise.all(Array.from({ length: this.pace.atOnce }, lane));
    return hasMore;
  }

  /** An error with one tenant's work delays no other tenant. */
  private workOn(due: DueWork): Promise<boolean> {
    const leased = this.stage.leaseOf?.(due);
    const working =
      leased === undefined
        ? this.stage.work(due, this.stopping)
        : this.tools.leases.run(leased, ({ signal }) => this.stage.work(due, signal), this.stopping);
    return working.catch((error: unknown) => this.logError(error, due));
  }

  /** Logs the same error once a minute, not once a sweep. */
  private logError(error: unknown, due?: DueWork): false {
    const message = error instanceof Error ? error.message : String(error);
    const last = this.loggedAt.get(message) ?? Number.NEGATIVE_INFINITY;
    if (performance.now() - last < MINUTE_MS) return false;
    if (this.loggedAt.size > 100) this.loggedAt.clear();
    this.loggedAt.set(message, performance.now());
    this.tools.log.error('sweep.failed', error, {
      stage: this.stage.constructor.name,
      ...(due !== undefined && { tenantId: tenantIdOf(due) }),
    });
    return false;
  }
}

const tenantIdOf = (due: DueWork): TenantId => (typeof due === 'string' ? due : due.tenantId);

/** Ends early when the signal aborts. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
