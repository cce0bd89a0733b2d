import { DAY_MS, firstIdOf, SECOND_MS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Allowance for clock differences between processes. */
const CLOCKS_APART_MS = 2 * SECOND_MS;
/** Longer than any erasure waits. */
const LONGEST_ERASURE_MS = 7 * DAY_MS;

// Needs the primary key: ids rise with time.
const ERASED_SINCE = `
SELECT FROM churn_jobs WHERE tenant_id = $1 AND id >= $2 AND type = 'erase' AND (finished_at >= $3 OR status IN ('queued', 'running')) LIMIT 1`;

/** A customer was erased while a page was being fetched that may contain their orders. */
export class CustomerErasedError extends Error {
  constructor() {
    super('a customer was erased while the page was on its way');
    this.name = 'CustomerErasedError';
  }
}

/**
 * Returns whether a customer of the tenant was erased since then, or waits for it. The page does not say which customers it has, so any erasure
 * counts.
 */
export async function wasErasedSince(db: TenantDb, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - CLOCKS_APART_MS);
  return (await db.query(ERASED_SINCE, [firstIdOf(new Date(at.getTime() - LONGEST_ERASURE_MS)), since])).length > 0;
}
