import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SECOND_MS } from '#libs/core';
import { KeyUses, UsageMeter } from '#libs/tenants';
import { Log } from '#libs/observability';
import { TellOfStorage } from './tell-of-storage.js';

/** A killed process loses at most this much of its counts. */
const FLUSH_EVERY_MS = 2 * SECOND_MS;

/** Writes the usage counts of this process, and which API keys were used, every few seconds and once more at shutdown. */
@Injectable()
export class FlushUsage implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly meter: UsageMeter,
    private readonly keyUses: KeyUses,
    private readonly storage: TellOfStorage,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** Runs after the last requests were answered. */
  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.loop;
    await this.flush();
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await sleep(FLUSH_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (!signal.aborted) await this.flush();
    }
  }

  private async flush(): Promise<void> {
    await this.meter.flush().catch((error: unknown) => this.log.error('usage.not_written', error));
    await this.storage.tell().catch((error: unknown) => this.log.error('quota.not_told', error));
    await this.keyUses.flush().catch((error: unknown) => this.log.error('key_uses.not_written', error));
  }
}
