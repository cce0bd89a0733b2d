import { SECOND_MS, type TenantId } from '#libs/core';
import { type Database, isLockTimeout, type TenantDb } from '#libs/database';
import type { Log } from '#libs/observability';

/** Pause after a lock was not free in time, so that a worker delays the tenant's events for at most 6 % of the time. */
const PAUSE_MS = 5 * SECOND_MS;
const MOST_PAUSING = 10_000;

/** An erasure of a customer or a shop: its job, or the connection of the shop. */
export interface ErasureId {
  readonly tenantId: TenantId;
  readonly id: string;
}

/**
 * Postpones erasures that did not get their locks in time, or that killed the worker. A try that kills the worker leaves its row behind, so each
 * further try waits longer and the worker can do its other work.
 */
export class ErasureTries {
  private readonly until = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Runs a slice of an erasure, unless it is resting. @returns whether there is more to do at once */
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

/** Time in which no other worker takes the erasure: a slice of 5 s, and its last step. */
const FIRST_REST = `interval '15 seconds'`;
/** Pauses after a try that killed its worker. They double with each such try, up to the cap. A try itself is shorter. */
const REST = { base: `interval '30 seconds'`, cap: `interval '1 hour'`, mostDoublings: 7 };

// All need the primary key. Citus refuses a time in ON CONFLICT, so there is more than one statement.
const FIND = `
SELECT extract(epoch FROM least(${REST.cap}, ${REST.base} * power(2, least(tries, ${REST.mostDoublings}))))::float8 AS rest
FROM erasure_tries WHERE tenant_id = $1 AND erasure_id = $2 AND resting_until <= now() FOR UPDATE`;
const AGAIN = `
UPDATE erasure_tries SET tries = least(tries + 1, 100), resting_until = now() + $3::float8 * interval '1 second'
WHERE tenant_id = $1 AND erasure_id = $2 RETURNING tries`;
const FIRST = `
INSERT INTO erasure_tries (tenant_id, erasure_id, tries, resting_until) VALUES ($1, $2, 1, now() + ${FIRST_REST})
ON CONFLICT DO NOTHING RETURNING tries`;
const END = 'DELETE FROM erasure_tries WHERE tenant_id = $1 AND erasure_id = $2';

/** Counts a try before it begins. @returns the number of tries begun and not ended, including this one; null while the erasure rests */
async function beginTry(db: TenantDb, erasureId: string): Promise<number | null> {
  const [found] = await db.query<{ rest: number }>(FIND, [erasureId]);
  const [row] = await (found === undefined
    ? db.query<{ tries: number }>(FIRST, [erasureId])
    : db.query<{ tries: number }>(AGAIN, [erasureId, found.rest]));
  return row?.tries ?? null;
}

async function endTry(db: TenantDb, erasureId: string): Promise<void> {
  await db.query(END, [erasureId]);
}
