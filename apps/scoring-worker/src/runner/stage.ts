import type { TenantId } from '#libs/core';
import type { Leased } from './leases.js';

/** Due work that a sweep finds: a tenant, or one thing of a tenant. */
export type DueWork = TenantId | { readonly tenantId: TenantId };

/** One kind of work, a row of the table in `work.ts`. Postgres knows what is due, so a lost queue job costs only time. */
export interface Stage<Due extends DueWork> {
  /** Finds due work in Postgres, whether or not a queue job exists for it. */
  findDue(): Promise<readonly Due[]>;
  /** Returns the lease that the sweep takes for the work. Stages without it lock rows, or take leases themselves. */
  leaseOf?(due: Due): Leased;
  /**
   * Works on one thing that is due. The sweep logs an error. The next one tries again; with a lease, the first one after its rest.
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
