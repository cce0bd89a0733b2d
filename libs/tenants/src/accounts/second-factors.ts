import type { UserId } from '#libs/core';
import { RecoveryCodeEntity, TotpSecretEntity } from '#libs/entities';
import type { TenantDb } from '#libs/database';

/** Switches the second factor of a user off and deletes the recovery codes. @returns false when the user had no second factor. */
export async function removeSecondFactor(db: TenantDb, userId: UserId): Promise<boolean> {
  // A secret has the id of its user.
  const removed = await db.repository(TotpSecretEntity).delete({ id: userId });
  await db.repository(RecoveryCodeEntity).delete({ userId });
  return removed > 0;
}
