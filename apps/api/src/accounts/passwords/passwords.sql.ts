import type { UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Needs the primary key of users.
const REPLACE = 'UPDATE users SET password_hash = $4 WHERE tenant_id = $1 AND id = $2 AND password_hash = $3 RETURNING id';

/** @returns false when the stored hash is no longer `from`. */
export const replacePassword = async (db: TenantDb, { userId, from, to }: { userId: UserId; from: string; to: string }): Promise<boolean> =>
  (await db.query(REPLACE, [userId, from, to])).length > 0;
