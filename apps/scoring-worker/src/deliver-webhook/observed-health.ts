import { FAILURES_TO_OPEN, type DisabledReason, evaluateHealth, type SendResult } from '#libs/delivery';
import type { Behaviour, LeasedEndpoint } from './lease-endpoint.sql.js';

/** ⚙ Attempts at once to one address, over all workers. */
const AT_ONCE = 5;

/** How an address behaves while one worker has the lease on it. */
export class ObservedHealth {
  private consecutiveFailures: number;
  /** On the clock of `performance.now`; null while it does not fail. */
  private failingSince: number | null;
  private openForMs: number | null = null;
  private hasSucceeded = false;
  private hasFailed = false;
  disable: DisabledReason | null = null;

  /** @param speed how many times faster than the clock time passes; 1 outside tests. */
  constructor(
    leased: LeasedEndpoint,
    private readonly speed: number,
  ) {
    this.consecutiveFailures = leased.consecutive_failures;
    this.failingSince = leased.consecutive_failures === 0 ? null : performance.now() - leased.failing_for_ms;
  }

  /** While it is not known to be back, one attempt is enough to see whether it is. */
  get atOnce(): number {
    return this.consecutiveFailures >= FAILURES_TO_OPEN ? 1 : AT_ONCE;
  }

  /** The last attempt failed: the next may take long. */
  get isSuspect(): boolean {
    return this.consecutiveFailures > 0;
  }

  /** Nothing more is to be sent for now. */
  get isClosedOff(): boolean {
    return this.openForMs !== null || this.disable !== null;
  }

  observe(result: SendResult): void {
    const verdict = evaluateHealth(
      { consecutiveFailures: this.consecutiveFailures, failingForMs: this.failingForMs ?? 0 },
      result,
      this.speed,
    );
    this.consecutiveFailures = verdict.consecutiveFailures;
    this.openForMs = verdict.openForMs;
    this.disable ??= verdict.disable;
    if (result.error === null) {
      this.failingSince = null;
      this.hasSucceeded = true;
    } else {
      this.failingSince ??= performance.now();
      this.hasFailed = true;
    }
  }

  /** What is to be stored of it now. */
  toBehaviour(): Behaviour {
    const { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed } = this;
    return { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed };
  }

  private get failingForMs(): number | null {
    return this.failingSince === null ? null : performance.now() - this.failingSince;
  }
}
