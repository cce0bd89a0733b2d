import type { UserId } from '#libs/core';
import { RecoveryCodeEntity, TotpSecretEntity } from '#libs/entities';
import { type Database, IsNull, Not, type TenantDb } from '#libs/database';
import { findPasswordPlace } from './memberships.js';

/** Switches the second factor of a user off and deletes the recovery codes. @returns false when the user had no second factor. */
export async function removeSecondFactor(db: TenantDb, userId: UserId): Promise<boolean> {
  // A secret has the id of its user.
  const removed = await db.repository(TotpSecretEntity).delete({ id: userId });
  await db.repository(RecoveryCodeEntity).delete({ userId });
  return removed > 0;
}

/** Returns whether a person has a second factor, in the tenant that has the password. @param email a normalised address */
export async function personHasSecondFactor(database: Database, email: string): Promise<boolean> {
  const place = await findPasswordPlace(database, email);
  if (place === null) return false;
  const isOn = { id: place.userId, confirmedAt: Not(IsNull()) };
  return database.transaction(place.tenantId, (db) => db.repository(TotpSecretEntity).exists(isOn));
}
