import { EXCLUSIVE_ERASURE_LOCK, type TenantDb } from '#libs/database';

/**
 * The longest wait for a lock, in milliseconds. Events of the tenant wait behind an erasure that waits, so one stuck session that shares the
 * lock would stop them all.
 */
const LONGEST_WAIT_MS = 300;

// Not reset after the lock: an erasure that waits for rows while it has the lock stops events as well.
const BOUND_WAITS = `SELECT set_config('lock_timeout', $2, true) WHERE $1::uuid IS NOT NULL`;

/** From here on no event of the tenant is stored until the transaction ends. It fails when a lock is not free soon; see SHARED_ERASURE_LOCK. */
export async function lockOutIngest(db: TenantDb): Promise<void> {
  await db.query(BOUND_WAITS, [`${LONGEST_WAIT_MS}ms`]);
  await db.query(EXCLUSIVE_ERASURE_LOCK);
}
