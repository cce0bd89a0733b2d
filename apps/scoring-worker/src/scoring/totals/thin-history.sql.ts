import { LIMITS } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Customers per transaction. */
const CUSTOMERS_AT_ONCE = 1000;

// Scores are calculated after the tenant has registered, so only older tenants have old rows. Needs the primary key of customers.
const NEXT = `
SELECT id FROM customers WHERE tenant_id = $1 AND id > $2 AND (SELECT created_at FROM tenants WHERE id = $1) < $3
ORDER BY id LIMIT ${CUSTOMERS_AT_ONCE}`;

// Needs the primary key of score_history. Weeks of UTC, the same each night. The timeline shows the last score of the first day as the first score of
// the customer, so that row stays even when its week has a later one.
const THIN = `
DELETE FROM score_history h
WHERE tenant_id = $1 AND customer_id = ANY ($2::uuid[]) AND calculated_at < $3
  AND EXISTS (SELECT 1 FROM score_history later
              WHERE later.tenant_id = $1 AND later.customer_id = h.customer_id AND later.calculated_at > h.calculated_at
                AND later.calculated_at < date_bin('7 days', h.calculated_at, 'epoch') + interval '7 days')
  AND EXISTS (SELECT 1 FROM score_history other
              WHERE other.tenant_id = $1 AND other.customer_id = h.customer_id
                AND (other.calculated_at < date_trunc('day', h.calculated_at, 'UTC') OR other.calculated_at > h.calculated_at
                  AND other.calculated_at < date_trunc('day', h.calculated_at, 'UTC') + interval '1 day'))`;

/**
 * Thins the score history of some customers: of the scores past the retention it keeps the last one of each week and of the first day.
 * @param after the customers up to this id are done
 * @returns the id to go on after; null when all customers are done
 */
export async function thinHistory(db: TenantDb, after: string, now: Date): Promise<string | null> {
  const before = new Date(now.getTime() - LIMITS.historyRetentionMs);
  const ids = (await db.query<{ id: string }>(NEXT, [after, before])).map(({ id }) => id);
  if (ids.length > 0) await db.query(THIN, [ids, before]);
  return ids.length < CUSTOMERS_AT_ONCE ? null : ids.at(-1)!;
}
