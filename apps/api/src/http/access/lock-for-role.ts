import type { Role } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { requireAccount, type TokenSubject } from '#libs/guards';

/**
 * Locks the tenant, and checks that the caller still has a session and at least the role. Every transaction of an operation for owners
 * begins with it: of two owners who demote each other, only one acts.
 * @throws AppError `unauthorized`, `forbidden`
 */
export async function lockForRole(db: TenantDb, caller: TokenSubject, least: Role, now: Date): Promise<void> {
  await db.lockTenant();
  await requireAccount(db, caller, least, now);
}

export const lockForOwner = (db: TenantDb, caller: TokenSubject, now: Date): Promise<void> => lockForRole(db, caller, 'owner', now);
