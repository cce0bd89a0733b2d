import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';

// The job stores the customer's internal id, and only until it ends. Needs the unique index churn_jobs_one_erasure.
const OPEN_ERASURE = `
INSERT INTO churn_jobs (tenant_id, id, type, status, customer_id, shop, queued, created_at)
SELECT $1, $2, 'erase', 'queued', id, $5, 1, $4 FROM customers WHERE tenant_id = $1 AND id = $3
ON CONFLICT DO NOTHING RETURNING id`;

/**
 * @param shop platform:shop when only what came from this shop is to be erased; else ''.
 * @returns false when the customer does not exist, or the erasure is already running.
 */
export async function openErasure(db: TenantDb, job: { id: string; customerId: CustomerId; shop: string }, now: Date): Promise<boolean> {
  return (await db.query(OPEN_ERASURE, [job.id, job.customerId, now, job.shop])).length > 0;
}

const FIND_ERASURE = `SELECT id FROM churn_jobs WHERE tenant_id = $1 AND customer_id = $2 AND shop = '' AND status IN ('queued', 'running')`;

export async function findErasure(db: TenantDb, id: CustomerId): Promise<string | null> {
  const [job] = await db.query<{ id: string }>(FIND_ERASURE, [id]);
  return job?.id ?? null;
}
