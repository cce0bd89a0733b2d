import { firstIdOf, LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Deliveries that one transaction deletes. */
const CHUNK = 10_000;

// Ids rise with time, so the primary key finds the old ones.
const FORGET_DELIVERIES = `
WITH gone AS (
  DELETE FROM deliveries WHERE tenant_id = $1 AND id = ANY (ARRAY(
    SELECT id FROM deliveries WHERE tenant_id = $1 AND (id < $2 AND status = 'success' OR id < $3 AND status = 'dead_letter')
    ORDER BY id LIMIT ${CHUNK}))
  RETURNING 1)
SELECT count(*)::int AS rows FROM gone`;

/** Deletes deliveries that are past their retention, one chunk per call. @returns whether there are more. */
export async function forgetDeliveries(db: TenantDb, now: Date): Promise<boolean> {
  const { success, deadLetter } = LIMITS.deliveryRetentionMs;
  const before = (ms: number): string => firstIdOf(new Date(now.getTime() - ms));
  const [gone] = await db.query<{ rows: number }>(FORGET_DELIVERIES, [before(success), before(deadLetter)]);
  return gone?.rows === CHUNK;
}
