import type { Clock, TenantId } from '#libs/core';
import type { Queue } from 'bull';
import { type JobOrigin, QUEUES, type QueueContract, type RecalculateTenantJob, type TenantJob, WAKE_UP_WINDOW_MS } from './contracts.js';

/** Counts of published jobs. A failure only costs time: the sweep finds the work. */
export interface PublishCounts {
  published: number;
  failed: number;
}

const PUBLISH_LIMIT_MS = 200;
/** A timer may fire this early. Without the allowance the wake-up would fall into the window that already had one. */
const EARLY_TIMER_MS = 1;

/** Wakes the workers up through Bull. Callers do not wait for it and do not see its failures. */
export class JobPublisher {
  readonly counts: PublishCounts = { published: 0, failed: 0 };
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly lastWindow = new Map<string, number>();

  constructor(
    private readonly queues: ReadonlyMap<string, Queue>,
    private readonly clock: Clock,
  ) {}

  /** Publishes at most one job per tenant, lane and window. A further call within the window is published with the next window. */
  wakeScoring(tenantId: TenantId, lane: { readonly backfill: boolean }, origin?: JobOrigin): void {
    this.wake(lane.backfill ? QUEUES.scoreBackfill : QUEUES.scoreCustomers, tenantId, origin);
  }

  /** Wakes delivery up: the tenant has outbox events or deliveries. Coalesced like `wakeScoring`. */
  wakeDelivery(tenantId: TenantId, origin?: JobOrigin): void {
    this.wake(QUEUES.deliverWebhooks, tenantId, origin);
  }

  /** Wakes the storefront sync of the tenant up. Coalesced like `wakeScoring`. */
  wakeStorefront(tenantId: TenantId, origin?: JobOrigin): void {
    this.wake(QUEUES.syncStorefront, tenantId, origin);
  }

  recalculate(job: RecalculateTenantJob): void {
    void this.publish(QUEUES.recalculateTenant, job);
  }

  /** @throws when Redis does not answer */
  async ping(): Promise<void> {
    const [queue] = this.queues.values();
    await queue?.client.ping();
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }

  private wake(contract: QueueContract<TenantJob>, tenantId: TenantId, origin: JobOrigin | undefined): void {
    const key = `${contract.name} ${tenantId}`;
    const job: TenantJob = { v: 1, tenantId, ...(origin !== undefined && { origin }) };
    if (this.timers.has(key)) return;
    const now = this.clock.now().getTime();
    const window = Math.floor(now / WAKE_UP_WINDOW_MS);
    if (this.lastWindow.get(key) !== window) {
      this.publishNow(key, contract, job);
      return;
    }
    const timer = setTimeout(
      () => {
        this.timers.delete(key);
        this.publishNow(key, contract, job);
      },
      (window + 1) * WAKE_UP_WINDOW_MS - now + EARLY_TIMER_MS,
    );
    this.timers.set(key, timer);
  }

  private publishNow(key: string, contract: QueueContract<TenantJob>, job: TenantJob): void {
    this.lastWindow.set(key, Math.floor(this.clock.now().getTime() / WAKE_UP_WINDOW_MS));
    if (this.lastWindow.size > 10_000) this.lastWindow.clear();
    void this.publish(contract, job);
  }

  private async publish<Payload>(contract: QueueContract<Payload>, payload: Payload): Promise<void> {
    const queue = this.queues.get(contract.name);
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('publish took too long')), PUBLISH_LIMIT_MS);
    });
    try {
      if (queue === undefined) throw new Error(`there is no queue ${contract.name}`);
      await Promise.race([queue.add(payload, { jobId: contract.jobId(payload, this.clock.now()) }), limit]);
      this.counts.published += 1;
    } catch {
      this.counts.failed += 1;
    } finally {
      clearTimeout(timer);
    }
  }
}
