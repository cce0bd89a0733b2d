import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';

// The job stores the customer's internal id, and only until the customer is erased. Needs the unique index churn_jobs_one_erasure. A second request
// while the job is open extends it to everything received since the first one.
const OPEN_ERASURE = `
INSERT INTO churn_jobs (tenant_id, id, type, status, customer_id, shop, queued, created_at)
SELECT tenant_id, $2, 'erase', 'queued', id, $5, 1, $4 FROM customers WHERE tenant_id = $1 AND id = $3
ON CONFLICT (tenant_id, customer_id, shop) WHERE customer_id IS NOT NULL AND status IN ('queued', 'running')
DO UPDATE SET requested_at = EXCLUDED.requested_at RETURNING id`;

// A tenant has few rows. The job deletes them too, but a customer known only from rejected events gets no job.
const FORGET_REJECTED = 'DELETE FROM rejected_events WHERE tenant_id = $1 AND customer_id = $2';

export const forgetRejected = async (db: TenantDb, customerId: CustomerId): Promise<void> =>
  void (await db.query(FORGET_REJECTED, [customerId]));

/**
 * @param job.shop platform:shop when only what came from this shop is to be erased; else ''.
 * @returns the id of the job, which is another one when an erasure is already waiting; null when the customer does not exist
 */
export async function openErasure(
  db: TenantDb,
  job: { readonly id: string; readonly customerId: CustomerId; readonly shop: string },
  now: Date,
): Promise<string | null> {
  const [opened] = await db.query<{ id: string }>(OPEN_ERASURE, [job.id, job.customerId, now, job.shop]);
  return opened?.id ?? null;
}
