import { customerIdOf } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';

// Needs the primary key of customers and events_by_customer. Events of the last seconds have no row of customers yet.
const FIND = `
SELECT asked.id FROM unnest($2::uuid[]) AS asked (id)
WHERE EXISTS (SELECT 1 FROM customers c WHERE c.tenant_id = $1 AND c.id = asked.id)
   OR EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = $1 AND e.customer_id = asked.id)`;

/** Returns those of the customers that any event has named. */
export async function findKnownCustomers(db: TenantDb, externalIds: readonly string[]): Promise<string[]> {
  const byId = new Map(externalIds.map((externalId) => [customerIdOf(db.tenantId, externalId), externalId]));
  const rows = await db.query<{ id: string }>(FIND, [uuidColumn([...byId.keys()])]);
  const known = new Set(rows.map(({ id }) => id));
  return [...byId].flatMap(([id, externalId]) => (known.has(id) ? [externalId] : []));
}
