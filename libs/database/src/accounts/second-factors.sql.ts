import type { UserId } from '#libs/core';
import type { TenantDb } from '../tenant-db.js';

// Need the primary keys. A secret has the id of its user.
const REMOVE = 'DELETE FROM totp_secrets WHERE tenant_id = $1 AND id = $2 RETURNING id';
const REMOVE_CODES = 'DELETE FROM recovery_codes WHERE tenant_id = $1 AND user_id = $2';

/** Turns the second factor of a user off, recovery codes included. @returns false when there was none. */
export async function removeSecondFactor(db: TenantDb, userId: UserId): Promise<boolean> {
  const removed = await db.query(REMOVE, [userId]);
  await db.query(REMOVE_CODES, [userId]);
  return removed.length > 0;
}
