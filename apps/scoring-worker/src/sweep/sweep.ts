import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { NightlyPass } from '../recalculate-tenant/nightly-pass.js';
import { ScoreDue } from '../score-customers/score-due.js';
import { type Duty, SweepLoops } from './duty-loops.js';
import { OpenJobs, type Slice } from './open-jobs.js';

/** Tenants that one sweep serves at once. */
const TENANTS_AT_ONCE = 4;

/**
 * Looks in Postgres for what is due and does it, without a leader: every worker sweeps, and locks keep them apart. Each duty
 * has a loop of its own, so that a long backlog of one holds up no other.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly duties: readonly Duty[];
  private readonly loops: SweepLoops;

  constructor(
    private readonly scoreDue: ScoreDue,
    private readonly openJobs: OpenJobs,
    private readonly nightlyPass: NightlyPass,
    private readonly config: Config,
    log: Log,
  ) {
    this.loops = new SweepLoops(log);
    this.duties = [
      () => this.scoreLane(false),
      () => this.scoreLane(true),
      () => this.continueJobs(() => this.openJobs.recalculations()),
      () => this.continueJobs(() => this.openJobs.erasures()),
      () => this.nightlyPass.openDue(),
      () => this.continueJobs(() => this.openJobs.shopErasures()),
    ];
  }

  onApplicationBootstrap(): void {
    this.loops.start(this.duties, this.config.worker.sweepIntervalMs);
  }

  /** Resolves when what is running has ended; slices are short. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loops.stop();
  }

  private async scoreLane(backfill: boolean): Promise<void> {
    const due = await this.scoreDue.tenantsWith({ backfill });
    await this.loops.inTurn(due, backfill ? 1 : TENANTS_AT_ONCE, (tenantId) => this.scoreDue.scoreDue(tenantId, { backfill }));
  }

  /** Round after round without a pause while there is something to do for us: a slice of every open job in each. */
  private async continueJobs(find: () => Promise<Slice[]>): Promise<void> {
    for (let hasMore = true; hasMore && !this.loops.isStopping;) {
      hasMore = false;
      await this.loops.inTurn(await find(), 1, async (slice) => {
        if (await slice()) hasMore = true;
      });
    }
  }
}
