import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { runSlice } from '../../runner/jobs/run-slice.js';
import type { Stage } from '../../runner/stage.js';
import { findRemovals, goOnAfter, lockKnown, nextCustomers, readRemoval, type Removal, removeSome } from './remove-old.sql.js';

/**
 * Removes what is older than the retention of its tenant, customer by customer: events, and the numbers of orders. Scores read neither, so a
 * score is the same before and after.
 */
@Injectable()
export class RemoveOld implements Stage<TenantId> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<TenantId[]> {
    return findRemovals(this.database, this.clock.now());
  }

  /** Removes until nothing is left, or the slice is used up. */
  async work(tenantId: TenantId): Promise<boolean> {
    const removed = { orders: 0, events: 0 };
    const hasMore = await runSlice({ step: () => this.step(tenantId, removed), stepsAtOnce: 1 });
    if (removed.orders + removed.events > 0) this.log.info('old_data.removed', { tenantId, ...removed, hasMore });
    return hasMore;
  }

  /** @returns whether this process has more to do */
  private async step(tenantId: TenantId, sum: { orders: number; events: number }): Promise<boolean> {
    const removal = await this.database.transaction(tenantId, (db) => readRemoval(db, this.clock.now()));
    if (removal === null) return false;
    const { last, hasMore } = await this.database.transaction(tenantId, (db) => removeNext(db, removal, sum));
    if (hasMore) return true;
    // An erasure locks the tenant and then customers. So the locks of customers end before this.
    await this.database.transaction(tenantId, (db) => goOnAfter(db, removal, last));
    return last !== null;
  }
}

/** @returns the last customer that it looked at, and whether the same ones may have more */
async function removeNext(
  db: TenantDb,
  removal: Removal,
  sum: { orders: number; events: number },
): Promise<{ readonly last: string | null; readonly hasMore: boolean }> {
  const ids = removal.is_wanted ? await nextCustomers(db, removal.removal_after_id) : [];
  if (ids.length === 0) return { last: null, hasMore: false };
  const { orders, events, hasMore } = await removeSome(db, ids, await lockKnown(db, ids), removal.retained_from);
  sum.orders += orders;
  sum.events += events;
  return { last: ids.at(-1) ?? null, hasMore };
}
