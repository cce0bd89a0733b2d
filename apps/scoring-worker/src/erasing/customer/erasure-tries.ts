import { SECOND_MS, type TenantId } from '#libs/core';
import { type Database, isLockTimeout } from '#libs/database';
import type { Log } from '#libs/observability';
import { beginTry, endTry } from './erasure-tries.sql.js';

/** The pause after a lock was not free in time, so that a worker delays the tenant's events 6 % of the time at most. */
const PAUSE_MS = 5 * SECOND_MS;
const MOST_PAUSING = 10_000;

/** An erasure of a customer or a shop: its job, or the connection of the shop. */
export interface ErasureId {
  readonly tenantId: TenantId;
  readonly id: string;
}

/**
 * Lets erasures rest that did not get their locks in time, or that killed the worker. A try that kills it leaves its row behind, so the
 * next one comes later each time, and the worker does its other work meanwhile.
 */
export class ErasureTries {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /**
   * Does a part of an erasure, unless it is resting.
   * @returns whether there is more to do at once
   */
  async attempt({ tenantId, id }: ErasureId, work: () => Promise<boolean>): Promise<boolean> {
    if ((this.until.get(id) ?? 0) > performance.now()) return false;
    this.until.delete(id);
    const tries = await this.database.transaction(tenantId, (db) => beginTry(db, id));
    if (tries === null) return false;
    if (tries > 1) this.log.warn('erasure.tried_again', { tenantId, id, tries });
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (this.until.size >= MOST_PAUSING) this.until.clear();
      this.until.set(id, performance.now() + PAUSE_MS);
      this.log.warn('erasure.postponed', { id });
      return false;
    } finally {
      await this.database.transaction(tenantId, (db) => endTry(db, id));
    }
  }
}
