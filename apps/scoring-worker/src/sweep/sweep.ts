import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { NightlyPass } from '../recalculate-tenant/nightly-pass.js';
import { RecalculateTenant } from '../recalculate-tenant/recalculate-tenant.js';
import { ScoreDue } from '../score-customers/score-due.js';

/** Tenants that one sweep serves at once. */
const TENANTS_AT_ONCE = 4;

/** One thing that must happen, found again in Postgres whatever became of its job in Redis. */
interface Duty {
  readonly name: string;
  readonly work: () => Promise<void>;
}

/**
 * Looks in Postgres for what is due and does it, without a leader: every worker sweeps, and locks keep them apart. Each duty
 * has a loop of its own, so that a long backlog of one holds up no other.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly duties: readonly Duty[];
  private readonly loops: Promise<void>[] = [];
  private readonly stopping = new AbortController();

  constructor(
    private readonly scoreDue: ScoreDue,
    private readonly recalculateTenant: RecalculateTenant,
    private readonly nightlyPass: NightlyPass,
    private readonly config: Config,
    private readonly log: Log,
  ) {
    this.duties = [
      { name: 'fresh events', work: () => this.scoreLane(false) },
      { name: 'imported history', work: () => this.scoreLane(true) },
      { name: 'open jobs', work: () => this.continueJobs() },
      { name: 'nightly passes', work: () => this.nightlyPass.openDue() },
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

  private async loop({ name, work }: Duty, intervalMs: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await work().catch((error: unknown) => this.log.error('sweep.failed', error, { duty: name }));
      await pause(intervalMs, this.stopping.signal);
    }
  }

  private async scoreLane(backfill: boolean): Promise<void> {
    const due = await this.scoreDue.tenantsWith({ backfill });
    await inGroups(due, backfill ? 1 : TENANTS_AT_ONCE, (tenantId) => this.unlessStopping(() => this.scoreDue.run(tenantId, { backfill })));
  }

  private async continueJobs(): Promise<void> {
    const open = await this.recalculateTenant.openJobs();
    await inGroups(open, 1, ({ tenantId, jobId }) => this.unlessStopping(() => this.recalculateTenant.run(tenantId, jobId)));
  }

  private async unlessStopping(work: () => Promise<void>): Promise<void> {
    if (!this.stopping.signal.aborted) await work();
  }
}

/** Runs `work` for every item, `width` of them at a time. One failure ends the round; the next round tries again. */
async function inGroups<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items];
  const lane = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

/** Ends early when the signal comes. */
const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, undefined, { signal }).catch(() => undefined);
