import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Log } from '#libs/observability';

/** Work that may wait before more of it is left undone; each is a short transaction. ⚙ */
const MOST = 200;

/**
 * Does what an answer must not wait for, because the time it takes would tell whether there is an account. A crash may lose it, so it
 * is for nothing that was promised.
 */
@Injectable()
export class Afterwards implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly log: Log) {}

  /** @param event what the log says when it fails. */
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
