import type { TenantDb } from './tenant-db.js';

/**
 * The two sides of one lock per tenant, for use inside statements whose $1 is the tenant. Ingest shares it from the moment it
 * relies on a customer's row being there; an erasure takes it alone while it removes that row. So an event is stored either
 * before the erasure removes the row, and is seen by it, or after, and begins a new customer: there are no events without a customer.
 */
const KEY = `hashtextextended('erasure ' || $1::uuid::text, 0)`;

export const SHARED_ERASURE_LOCK = `pg_advisory_xact_lock_shared(${KEY})`;
export const EXCLUSIVE_ERASURE_LOCK = `pg_advisory_xact_lock(${KEY})`;

const SHARE = `SELECT ${SHARED_ERASURE_LOCK}`;

/** Lets no erasure of a customer pass until the transaction ends, as ingest does. */
export async function keepErasuresAway(db: TenantDb): Promise<void> {
  await db.query(SHARE);
}
