import type { UserId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { UserEntity } from '#libs/entities';

/** Replaces the stored hash `from`. @returns false when another request has changed the hash. */
export const replacePassword = async (
  db: TenantDb,
  { userId, from, to }: { readonly userId: UserId; readonly from: string; readonly to: string },
  now: Date,
): Promise<boolean> =>
  (await db.repository(UserEntity).update({ id: userId, passwordHash: from }, { passwordHash: to, passwordSetAt: now })) > 0;
