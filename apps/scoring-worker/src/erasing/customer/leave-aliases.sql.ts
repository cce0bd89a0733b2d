import type { CustomerId } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';
import { firstActivityOf, lastActivityOf } from '#libs/orders';
import { insertScoreRequests } from '#libs/ingestion';

// Needs customer_aliases_by_customer.
const NEXT = 'SELECT alias_id FROM customer_aliases WHERE tenant_id = $1 AND customer_id = $2 ORDER BY alias_id LIMIT 1';

/** Returns an alias of the customer; null when there is none. */
export async function nextAlias(db: TenantDb, id: CustomerId): Promise<CustomerId | null> {
  const [row] = await db.query<{ alias_id: CustomerId }>(NEXT, [id]);
  return row?.alias_id ?? null;
}

const LEAVE = `
WITH gone AS (DELETE FROM customer_aliases WHERE tenant_id = $1 AND (alias_id = $2 OR customer_id = $2) RETURNING alias_id, customer_id)
SELECT CASE WHEN alias_id = $2 THEN customer_id ELSE alias_id END AS id FROM gone ORDER BY 1`;
// Needs events_by_customer. Nothing is left when the retention has removed what another shop sent. The old times stay then, because a customer
// without them is never scored. It locks in the order of scoring, and leaves rows alone that stay the same.
const SEEN = `
WITH locked AS MATERIALIZED (SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE),
seen AS MATERIALIZED (SELECT id, ${firstActivityOf('locked.id')} AS first_at, ${lastActivityOf('locked.id')} AS last_at FROM locked)
UPDATE customers c SET first_seen_at = coalesce(seen.first_at, first_seen_at), last_activity_at = coalesce(seen.last_at, last_activity_at)
FROM seen WHERE c.tenant_id = $1 AND c.id = seen.id
  AND (first_seen_at IS DISTINCT FROM coalesce(seen.first_at, first_seen_at) OR last_activity_at IS DISTINCT FROM coalesce(seen.last_at, last_activity_at))`;

/** Updates the activity of customers from the remaining events. */
export async function seeAgain(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  await db.query(SEEN, [uuidColumn(ids)]);
}

const SEPARATE = 'UPDATE customers SET joined_at = NULL WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND joined_at IS NOT NULL';

/**
 * Separates an erased identifier from its customer or its aliases, and scores these again. They exist when a shop is erased that has sent only one
 * of them.
 */
export async function leaveAliases(db: TenantDb, id: CustomerId): Promise<void> {
  const others = (await db.query<{ id: CustomerId }>(LEAVE, [id])).map((row) => row.id);
  if (others.length === 0) return;
  await db.query(SEPARATE, [others]);
  await seeAgain(db, others);
  await insertScoreRequests(db, { customers: [], orders: [], others, restated: [] }, true);
}
