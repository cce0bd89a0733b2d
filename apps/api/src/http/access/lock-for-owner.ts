import type { TenantDb } from '#libs/database';
import { requireAccount, type TokenSubject } from '#libs/guards';

/**
 * Locks the tenant, and checks that the caller is still an owner with a session. Every transaction of an operation for owners begins with
 * it: of two owners who demote each other, only one acts.
 * @throws AppError `unauthorized`, `forbidden`
 */
export async function lockForOwner(db: TenantDb, caller: TokenSubject, now: Date): Promise<void> {
  await db.lockTenant();
  await requireAccount(db, caller, 'owner', now);
}
