import { FAILURES_TO_OPEN, type DisabledReason, evaluateHealth, type SendResult } from '#libs/delivery';
import type { HealthUpdate, LeasedEndpoint } from './lease-endpoint.sql.js';

/** Tracks the health of an endpoint during one lease. */
export class ObservedHealth {
  private consecutiveFailures: number;
  /** On the clock of `performance.now`; null while it does not fail. */
  private failingSince: number | null;
  private openForMs: number | null = null;
  private hasSucceeded = false;
  private hasFailed = false;
  private disable: DisabledReason | null = null;
  private isDisableStored = false;

  /** @param speed factor by which waits are shorter than in reality; 1 outside tests */
  constructor(
    leased: LeasedEndpoint,
    private readonly speed: number,
  ) {
    this.consecutiveFailures = leased.consecutive_failures;
    this.failingSince = leased.failing_for_ms === 0 ? null : performance.now() - leased.failing_for_ms;
  }

  /** While the endpoint fails, one attempt at a time is enough to see whether it is back. @param most attempts at the same time otherwise */
  atOnce(most: number): number {
    return this.consecutiveFailures >= FAILURES_TO_OPEN ? 1 : most;
  }

  /** The last attempt failed, so the next one may take long. */
  get isSuspect(): boolean {
    return this.consecutiveFailures > 0;
  }

  /** No more attempts for now. */
  get isClosedOff(): boolean {
    return this.openForMs !== null || this.disable !== null;
  }

  observe(result: SendResult): void {
    const evaluated = evaluateHealth(
      { consecutiveFailures: this.consecutiveFailures, failingForMs: this.failingForMs ?? 0 },
      result,
      this.speed,
    );
    this.consecutiveFailures = evaluated.consecutiveFailures;
    this.openForMs = evaluated.openForMs;
    this.disable ??= evaluated.disable;
    if (result.error === null) {
      this.failingSince = null;
      this.hasSucceeded = true;
    } else {
      this.failingSince ??= performance.now();
      this.hasFailed = true;
    }
  }

  /**
   * The reason to disable the endpoint; null when there is none, or once it is stored. Attempts that were in flight may end after an owner
   * has enabled the endpoint again, so they must not disable it a second time.
   */
  get disableToStore(): DisabledReason | null {
    return this.isDisableStored ? null : this.disable;
  }

  /**
   * Call this after the commit: a transaction that fails has to store the reason at the next try. From here on only new failures count,
   * because an owner who enables the endpoint starts with a clean record.
   */
  markDisableStored(): void {
    this.isDisableStored = true;
    this.consecutiveFailures = 0;
    this.failingSince = null;
  }

  /** Takes over the record of failures that a person has cleared: only new ones count. */
  clear(failingForMs: number): void {
    this.consecutiveFailures = 0;
    this.failingSince = failingForMs === 0 ? null : performance.now() - failingForMs;
    this.openForMs = null;
    this.disable = null;
  }

  /** Starts no more attempts before then, because a vendor still works on one. */
  pause(ms: number): void {
    this.openForMs = ms;
  }

  /** Returns the health to store. */
  toUpdate(): HealthUpdate {
    const { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed } = this;
    return { consecutiveFailures, failingForMs, openForMs, hasSucceeded, hasFailed };
  }

  private get failingForMs(): number | null {
    return this.failingSince === null ? null : performance.now() - this.failingSince;
  }
}
