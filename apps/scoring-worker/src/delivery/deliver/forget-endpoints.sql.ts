import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

// Picks endpoints without due deliveries, lease, destination and campaigns that had their last attempt before $2. The locks delay inserts of
// deliveries for these endpoints. The next statement sees the deliveries inserted before.
const PICK = `
SELECT id FROM endpoint_health r
WHERE tenant_id = $1 AND due_at IS NULL AND (lease_until IS NULL OR lease_until < now())
  AND coalesce(greatest(last_success_at, last_failure_at), '-infinity') < $2
  AND NOT EXISTS (SELECT 1 FROM destinations e WHERE e.tenant_id = $1 AND (e.url = r.url OR e.id = r.id))
  AND NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.tenant_id = $1 AND c.webhook_url = r.url AND c.status <> 'archived')
FOR UPDATE SKIP LOCKED`;

// Reads all deliveries of the tenant once, only in nights with a picked endpoint. An index by endpoint would make every delivery slower.
const FORGET = `
WITH gone AS (
  DELETE FROM endpoint_health WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
    AND id NOT IN (SELECT endpoint_id FROM deliveries WHERE tenant_id = $1)
  RETURNING 1)
SELECT count(*)::int AS rows FROM gone`;

/** Deletes endpoints that nothing refers to any more. @returns their number */
export async function forgetEndpoints(db: TenantDb, now: Date): Promise<number> {
  const idleSince = new Date(now.getTime() - LIMITS.deliveryRetentionMs.deadLetter);
  const picked = await db.query<{ id: string }>(PICK, [idleSince]);
  if (picked.length === 0) return 0;
  const [gone] = await db.query<{ rows: number }>(FORGET, [picked.map(({ id }) => id)]);
  return gone?.rows ?? 0;
}
