import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Log } from '#libs/observability';

/** Tasks that may run or wait; more are dropped. Each is a short transaction. */
const MOST = 200;

/**
 * Runs work after the answer, when its duration would reveal whether there is an account. A crash may lose the work, so use it only
 * for work that may be lost.
 */
@Injectable()
export class Afterwards implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly log: Log) {}

  /** @param event the name of the log entry when the work fails. */
  start(event: string, work: () => Promise<unknown>): void {
    if (this.running.size >= MOST) {
      this.log.warn(event, { message: 'too much is waiting' });
      return;
    }
    const done = work()
      .then(() => undefined)
      .catch((error: unknown) => this.log.error(event, error))
      .finally(() => this.running.delete(done));
    this.running.add(done);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
