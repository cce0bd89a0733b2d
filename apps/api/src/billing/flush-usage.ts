import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SECOND_MS } from '#libs/core';
import { UsageMeter } from '#libs/database';
import { Log } from '#libs/observability';

/** So much counting is lost at most when a process is killed. ⚙ */
const FLUSH_EVERY_MS = 2 * SECOND_MS;

/** Writes every few seconds what this process has counted, and once more at its end. */
@Injectable()
export class FlushUsage implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stopping = new AbortController();
  private loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly meter: UsageMeter,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.loop = this.run();
  }

  /** The last requests have been answered by now. */
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
  }
}
