import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { runSlice } from '../../runner/jobs/run-slice.js';
import type { Stage } from '../../runner/stage.js';
import { findRemovals, goOnAfter, lockKnown, nextCustomers, removeSome, takeRemoval } from './remove-old.sql.js';

/**
 * Removes the events and orders that are older than the retention of their tenant, customer by customer. What scores need of the orders goes
 * into kept_orders in the same transaction, so a score is the same before and after.
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

  /** Removes until nothing is left, another worker is at it, or the slice is used up. */
  async work(tenantId: TenantId): Promise<boolean> {
    const removed = { orders: 0, events: 0 };
    const step = (): Promise<boolean> => this.database.transaction(tenantId, (db) => this.step(db, removed));
    const hasMore = await runSlice({ step, stepsAtOnce: 1 });
    if (removed.orders + removed.events > 0) this.log.info('old_data.removed', { tenantId, ...removed, hasMore });
    return hasMore;
  }

  /** @returns whether this process has more to do */
  private async step(db: TenantDb, sum: { orders: number; events: number }): Promise<boolean> {
    const removal = await takeRemoval(db, this.clock.now());
    if (removal === null) return false;
    const ids = removal.is_wanted ? await nextCustomers(db, removal.after_id) : [];
    if (ids.length > 0) {
      const { orders, events, hasMore } = await removeSome(db, ids, await lockKnown(db, ids), removal.retained_from);
      sum.orders += orders;
      sum.events += events;
      if (hasMore) return true;
    }
    await goOnAfter(db, ids.at(-1) ?? null);
    return ids.length > 0;
  }
}
