import { Clock, MINUTE_MS, SECOND_MS } from '#libs/core';
import type { Database } from '#libs/database';
import { CLOCK_OFFSET, type Log } from '#libs/observability';

/** A clock that is wrong by more makes scores of another day, and signatures that endpoints refuse after 300 s. */
const MOST_WRONG_MS = MINUTE_MS;
const MEASURED_EVERY_MS = MINUTE_MS;

/** Compares the clock of this process with that of the database, when it is asked and a minute has passed. */
export class ClockCheck {
  private measured: { readonly wrongMs: Promise<number>; readonly at: number } | null = null;
  private wasRight = true;

  /** @param intendedMs by which tests shift the clock on purpose */
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly intendedMs: number,
    private readonly log: Log,
  ) {
    // A zero would say that the clock is right.
    CLOCK_OFFSET.remove({});
  }

  /** @throws AppError `service_unavailable` when the database does not tell its time */
  async isRight(): Promise<boolean> {
    const wrongMs = await this.measure();
    const isRight = Math.abs(wrongMs) <= MOST_WRONG_MS;
    if (isRight !== this.wasRight) this.log.warn(isRight ? 'clock.right_again' : 'clock.wrong', { seconds: Math.round(wrongMs / 1000) });
    this.wasRight = isRight;
    return isRight;
  }

  /** @throws while the clock is wrong, or unknown */
  async requireRight(): Promise<void> {
    if (!(await this.isRight())) throw new Error(`the clock differs from the database's by more than ${MOST_WRONG_MS / 1000} s`);
  }

  /** Measures now and each minute, for the log and the metric, in a process that works on while its clock is wrong. */
  watch(): void {
    // While the database does not answer, readiness says so.
    const look = (): void => void this.isRight().catch(() => undefined);
    look();
    setInterval(look, MEASURED_EVERY_MS + SECOND_MS).unref();
  }

  private measure(): Promise<number> {
    const at = performance.now();
    if (this.measured === null || at - this.measured.at > MEASURED_EVERY_MS) {
      const measured = { wrongMs: this.compare(), at };
      this.measured = measured;
      // The next caller asks again.
      measured.wrongMs.catch(() => (this.measured = this.measured === measured ? null : this.measured));
    }
    return this.measured.wrongMs;
  }

  /** Returns by how many milliseconds the clock is ahead. A difference within the uncertainty of a slow answer counts as zero. */
  private async compare(): Promise<number> {
    const before = performance.now();
    const theirs = await this.database.time();
    const halfMs = (performance.now() - before) / 2;
    const aheadMs = this.clock.now().getTime() - this.intendedMs - halfMs - theirs.getTime();
    CLOCK_OFFSET.set(aheadMs / 1000);
    return Math.sign(aheadMs) * Math.max(0, Math.abs(aheadMs) - halfMs);
  }
}
