import { SECOND_MS } from '#libs/core';
import { EXCLUSIVE_ERASURE_LOCK, isLockTimeout, type TenantDb } from '#libs/database';
import type { Log } from '#libs/observability';

/**
 * The longest wait for a lock, in milliseconds. Events of the tenant wait behind an erasure that waits, so one stuck session that shares the
 * lock would stop them all.
 */
const LONGEST_WAIT_MS = 300;
/** The pause before the next try, so that a worker delays the tenant's events 6 % of the time at most. */
const PAUSE_MS = 5 * SECOND_MS;
const MOST_PAUSING = 10_000;

// Not reset after the lock: an erasure that waits for rows while it has the lock stops events as well.
const BOUND_WAITS = `SELECT set_config('lock_timeout', $2, true) WHERE $1::uuid IS NOT NULL`;
const LOCK = `SELECT ${EXCLUSIVE_ERASURE_LOCK}`;

/** From here on no event of the tenant is stored until the transaction ends. It fails when a lock is not free soon; see SHARED_ERASURE_LOCK. */
export async function lockOutIngest(db: TenantDb): Promise<void> {
  await db.query(BOUND_WAITS, [`${LONGEST_WAIT_MS}ms`]);
  await db.query(LOCK);
}

/** Lets erasures that did not get their locks in time rest for a while. */
export class PausedErasures {
  private readonly until = new Map<string, number>();

  constructor(private readonly log: Log) {}

  /**
   * Does a part of an erasure, unless it is resting.
   * @param id of the job, or of the connection of a shop
   * @returns whether there is more to do at once
   */
  async attempt(id: string, work: () => Promise<boolean>): Promise<boolean> {
    if ((this.until.get(id) ?? 0) > performance.now()) return false;
    this.until.delete(id);
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (this.until.size >= MOST_PAUSING) this.until.clear();
      this.until.set(id, performance.now() + PAUSE_MS);
      this.log.warn('erasure.postponed', { id });
      return false;
    }
  }
}
