import { DAY_MS, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// A tenant has few rows.
const FORGET = 'DELETE FROM rejected_events WHERE tenant_id = $1 AND received_at < $2';

/** Deletes rejected events that are too old to be listed. */
export async function forgetRejections(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET, [new Date(now.getTime() - LIMITS.rejections.days * DAY_MS)]);
}
