import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { SyncStorefronts } from '../storefront-sync/sync-storefronts.js';
import { SweepLoops } from './duty-loops.js';

/** As `Sweep`, for storefronts: connections with something to do that nobody works on. */
@Injectable()
export class SweepStorefronts implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: SweepLoops;

  constructor(
    private readonly syncStorefronts: SyncStorefronts,
    private readonly config: Config,
    log: Log,
  ) {
    this.loops = new SweepLoops(log);
  }

  onApplicationBootstrap(): void {
    this.loops.start([() => this.syncStorefronts.startDue()], this.config.worker.sweepIntervalMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loops.stop();
    await this.syncStorefronts.stop();
  }
}
