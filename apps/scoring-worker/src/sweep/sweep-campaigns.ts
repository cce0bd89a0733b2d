import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { DeliverDue } from '../deliver-webhook/deliver-due.js';
import { DeliverParts } from '../run-campaign/deliver-parts.js';
import { RunDueCampaigns } from '../run-campaign/run-due-campaigns.js';
import { SweepLoops } from './duty-loops.js';

/** Tenants whose campaigns one sweep serves at once. */
const TENANTS_AT_ONCE = 2;

/** As `Sweep`, for campaigns: those whose time has come, those that customers have entered, and what was chosen and has no delivery yet. */
@Injectable()
export class SweepCampaigns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: SweepLoops;

  constructor(
    private readonly runDueCampaigns: RunDueCampaigns,
    private readonly deliverParts: DeliverParts,
    private readonly deliverDue: DeliverDue,
    private readonly config: Config,
    log: Log,
  ) {
    this.loops = new SweepLoops(log);
  }

  onApplicationBootstrap(): void {
    this.loops.start([() => this.runDue(), () => this.deliver()], this.config.worker.sweepIntervalMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loops.stop();
  }

  private async runDue(): Promise<void> {
    await this.loops.inTurn(await this.runDueCampaigns.scheduled(), TENANTS_AT_ONCE, (due) => this.runDueCampaigns.runScheduled(due));
    await this.loops.inTurn(await this.runDueCampaigns.triggered(), TENANTS_AT_ONCE, (due) => this.runDueCampaigns.runTriggered(due));
  }

  private async deliver(): Promise<void> {
    await this.loops.inTurn(await this.deliverParts.tenantsWithParts(), TENANTS_AT_ONCE, async (tenantId) => {
      await this.deliverParts.deliver(tenantId, () => !this.loops.isStopping);
      await this.deliverDue.startFor(tenantId);
    });
  }
}
