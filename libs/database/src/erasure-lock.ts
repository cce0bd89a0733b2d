import type { TenantDb } from './tenant-db.js';

/**
 * The two sides of one lock per tenant, as statements whose $1 is the tenant. They lock the row of the tenant, because an advisory lock
 * counts on one node of a cluster only. Ingest shares it from the moment it
 * relies on a customer's row being there; an erasure takes it alone while it removes that row. So an event is stored either
 * before the erasure removes the row, and is seen by it, or after, and begins a new customer: there are no events without a customer.
 */
export const SHARED_ERASURE_LOCK = 'SELECT id FROM tenants WHERE id = $1 FOR KEY SHARE';
export const EXCLUSIVE_ERASURE_LOCK = 'SELECT id FROM tenants WHERE id = $1 FOR UPDATE';

/** Lets no erasure of a customer pass until the transaction ends, as ingest does. */
export async function keepErasuresAway(db: TenantDb): Promise<void> {
  await db.query(SHARED_ERASURE_LOCK);
}
