import { LIMITS, type UserId } from '#libs/core';
import { TenantDeletionEntity } from '#libs/entities';
import type { TenantDb } from '#libs/database';

/** A deletion that is asked for, or has begun. */
export interface TenantDeletion {
  readonly requestedAt: Date;
  readonly dueAt: Date;
  readonly startedAt: Date | null;
}

export const findDeletion = (db: TenantDb): Promise<TenantDeletion | null> => db.repository(TenantDeletionEntity).findOne({});

// A deletion that is due earlier stays.
const SCHEDULE = `
INSERT INTO tenant_deletions (tenant_id, requested_at, requested_by, due_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1`;
const CANCEL = 'DELETE FROM tenant_deletions WHERE tenant_id = $1 AND started_at IS NULL RETURNING due_at';

/**
 * Schedules the deletion of the tenant.
 * @param by the owner who asks; null: an operator
 * @param graceMs the time in which it can be cancelled
 * @returns whether it is new; false when the tenant will be deleted anyway
 */
export async function scheduleDeletion(
  db: TenantDb,
  { by, now, graceMs = LIMITS.tenantDeletionGraceMs }: { by: UserId | null; now: Date; graceMs?: number },
): Promise<boolean> {
  return (await db.query(SCHEDULE, [now, by, new Date(now.getTime() + graceMs)])).length > 0;
}

/** Cancels a deletion. @returns false when there is none, or it has begun */
export const cancelDeletion = async (db: TenantDb): Promise<boolean> => (await db.query(CANCEL)).length > 0;
