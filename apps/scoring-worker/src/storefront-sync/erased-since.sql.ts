import { DAY_MS, firstIdOf, SECOND_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Processes write times by clocks of their own. */
const CLOCKS_APART_MS = 2 * SECOND_MS;
/** No erasure waits for so long to be done. */
const LONGEST_ERASURE_MS = 7 * DAY_MS;

// Needs the primary key: ids rise with time.
const ERASED_SINCE = `
SELECT FROM churn_jobs WHERE tenant_id = $1 AND id >= $2 AND type = 'erase' AND finished_at >= $3 LIMIT 1`;

/** Somebody has been erased while a page that may tell of them was on its way. */
export class OvertakenError extends Error {
  constructor() {
    super('somebody was erased while the page was on its way');
    this.name = 'OvertakenError';
  }
}

/** Whether somebody of the tenant has been erased since then; of whom, nobody knows any more. */
export async function wasErasedSince(db: TenantDb, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - CLOCKS_APART_MS);
  return (await db.query(ERASED_SINCE, [firstIdOf(new Date(at.getTime() - LONGEST_ERASURE_MS)), since])).length > 0;
}
