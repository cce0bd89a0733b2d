import { type CustomerId, FIRST_ID, LAST_ID } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** Customers that a fit reads at most. More would not improve it, and memory must not grow with the tenant. */
export const LARGEST_SAMPLE = 200_000;

// Needs the primary key of customers; reads index entries only. Ids are hashes, so the smallest are a random sample, the same each time.
const SAMPLE_UNTIL = 'SELECT id FROM customers WHERE tenant_id = $1 ORDER BY id OFFSET $2 LIMIT 1';

/** A range of customers that have not been read yet: (after, until]. */
export interface UnreadRange {
  readonly after: string;
  readonly until: string;
}

/** Returns the range of customers that a fit reads: all of them, or a sample of this size. */
export async function chooseSample(db: TenantDb, customers: number): Promise<UnreadRange> {
  const [row] = await db.query<{ id: string }>(SAMPLE_UNTIL, [customers - 1]);
  return { after: FIRST_ID, until: row?.id ?? LAST_ID };
}

// Needs the primary key of customers. The orders of an alias are read with its customer.
const NEXT = `
SELECT id FROM customers c WHERE tenant_id = $1 AND id > $2 AND id <= $3
  AND NOT EXISTS (SELECT 1 FROM customer_aliases WHERE tenant_id = $1 AND alias_id = c.id) ORDER BY id LIMIT $4`;

export async function nextIds(db: TenantDb, { after, until }: UnreadRange, limit: number): Promise<CustomerId[]> {
  return (await db.prepared<{ id: CustomerId }>(NEXT, [after, until, limit])).map(({ id }) => id);
}
