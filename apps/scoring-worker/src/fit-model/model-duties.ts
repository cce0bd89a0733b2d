import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { type Duty, SweepLoops } from '../sweep/duty-loops.js';
import { FitTenant } from './fit-tenant.js';
import { RescoreTenants } from './rescore-tenants.js';

/** Sees to it that every tenant has a model that fits its orders, and that everybody is scored by it. */
@Injectable()
export class ModelDuties implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: SweepLoops;

  constructor(
    private readonly fitTenant: FitTenant,
    private readonly rescoreTenants: RescoreTenants,
    private readonly config: Config,
    log: Log,
  ) {
    this.loops = new SweepLoops(log);
  }

  onApplicationBootstrap(): void {
    const { fitsModels, sweepIntervalMs } = this.config.worker;
    const fit: Duty = async () =>
      this.loops.inTurn(await this.fitTenant.tenantsToLookAt(), 1, (tenantId) => this.fitTenant.lookAt(tenantId));
    const passOn: Duty = () => this.loops.inTurn(this.fitTenant.tenantsToPassOn(), 1, (tenantId) => this.fitTenant.passOn(tenantId));
    this.loops.start([fitsModels ? fit : passOn, () => this.rescoreTenants.openDue()], sweepIntervalMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.fitTenant.stop();
    await this.loops.stop();
  }
}
