import type { TenantDb } from './tenant-db.js';

/**
 * The two sides of one lock per tenant, as statements with the tenant as $1. They lock the row of the tenant, because an advisory lock
 * counts on one node of a cluster only. Ingest shares it while it stores events and their score requests. An erasure takes it alone while
 * it removes everything that names the customer. So an event and its request come either before the erasure, which finds both, or after it,
 * and begin a new customer.
 */
export const SHARED_ERASURE_LOCK = 'SELECT id FROM tenants WHERE id = $1 FOR KEY SHARE';
export const EXCLUSIVE_ERASURE_LOCK = 'SELECT id FROM tenants WHERE id = $1 FOR UPDATE';

/** Keeps erasures of customers waiting until the transaction ends, as ingest does. */
export async function keepErasuresAway(db: TenantDb): Promise<void> {
  await db.query(SHARED_ERASURE_LOCK);
}
