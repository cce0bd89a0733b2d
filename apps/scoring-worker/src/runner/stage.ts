import type { TenantId } from '#libs/core';
import type { Leased } from './leases.js';

/** Due work that a sweep finds: a tenant, or one thing of a tenant. */
export type DueWork = TenantId | { readonly tenantId: TenantId };

/** One kind of work, a row of the table in `work.ts`. Postgres knows what is due, so a lost queue job costs only time. */
export interface Stage<Due extends DueWork> {
  /** Finds due work in Postgres, whether or not a queue job exists for it. */
  findDue(): Promise<readonly Due[]>;
  /** Returns the lease that the sweep takes for the work. A stage without it keeps other workers away by locks of its own. */
  leaseOf?(due: Due): Leased;
  /**
   * Works on one thing that is due. An error is logged, and the next sweep retries, or one after the rest of the lease.
   * @param stopping aborts when the process has to stop, or the lease is lost
   * @returns true when there is more to do at once; the next sweep then starts without a pause
   */
  work(due: Due, stopping: AbortSignal): Promise<boolean>;
  /** Ends what the stage does in the background; resolves when it has ended. */
  stop?(): Promise<void>;
}

/** A stage that queue jobs start without waiting for the sweep. */
export interface QueuedStage<Due extends DueWork, Payload> extends Stage<Due> {
  readonly onJob: (payload: Payload) => Promise<unknown>;
}
