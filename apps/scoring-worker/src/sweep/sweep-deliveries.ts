import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Config } from '#libs/config';
import { Log } from '#libs/observability';
import { DeliverDue } from '../deliver-webhook/deliver-due.js';
import { RelayOutbox } from '../outbox-relay/relay-outbox.js';
import { SweepLoops } from './duty-loops.js';

/** Tenants whose announcements one sweep relays at once. */
const TENANTS_AT_ONCE = 4;

/** As `Sweep`, for outbound webhooks: what was announced and not relayed, and what is due and not being sent. */
@Injectable()
export class SweepDeliveries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loops: SweepLoops;

  constructor(
    private readonly relayOutbox: RelayOutbox,
    private readonly deliverDue: DeliverDue,
    private readonly config: Config,
    log: Log,
  ) {
    this.loops = new SweepLoops(log);
  }

  onApplicationBootstrap(): void {
    this.loops.start([() => this.relay(), () => this.deliverDue.startDue()], this.config.worker.sweepIntervalMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loops.stop();
    await this.deliverDue.stop();
  }

  private async relay(): Promise<void> {
    const waiting = await this.relayOutbox.tenantsWithAnnouncements();
    await this.loops.inTurn(waiting, TENANTS_AT_ONCE, async (tenantId) => {
      await this.relayOutbox.relay(tenantId);
      await this.deliverDue.startFor(tenantId);
    });
  }
}
