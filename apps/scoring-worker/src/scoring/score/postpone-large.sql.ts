import { type CustomerId, LIMITS, MINUTE_MS, newIds } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';
import { partitionOf, type RequestedCustomer, toContent } from '#libs/ingestion';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer } from './read-customers.sql.js';
import { noteUnscored } from './write-scores.sql.js';

/** A score of such a customer adds up all of its orders, which takes a second for a million. */
const REST_MS = MINUTE_MS;

// One request that waits is enough. Needs the primary key of score_requests.
const POSTPONE = `
INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content, due_at)
SELECT t.id, $2, $3::smallint, $4, $5::uuid[], $6, now() + $7 * interval '1 millisecond' FROM tenants t
WHERE t.id = $1 AND NOT EXISTS (
  SELECT 1 FROM score_requests r WHERE r.tenant_id = $1 AND r.backfill = $2 AND r.partition = $3::smallint AND r.due_at > now() AND r.customer_ids = $5::uuid[])`;

interface Postponing {
  readonly occasion: Occasion;
  readonly now: Date;
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
}

/**
 * Has customers with very many orders, who were scored within the last minute, scored at its end. The caller has locked them and folded their orders.
 * @returns everybody else
 */
export async function postponeLarge(
  db: TenantDb,
  customers: readonly LockedCustomer[],
  { occasion, now, withEvents }: Postponing,
): Promise<readonly LockedCustomer[]> {
  const restOf = ({ calculatedMs }: LockedCustomer): number => Math.min(REST_MS, (calculatedMs ?? -Infinity) + REST_MS - now.getTime());
  const isPostponed = (customer: LockedCustomer): boolean =>
    customer.ordersCount > LIMITS.ordersOfPerson && customer.joinedMs === null && restOf(customer) > 0;
  // A pass has looked for customers who are due.
  const postponed = occasion === 'pass' ? [] : customers.filter(isPostponed);
  if (postponed.length === 0) return customers;
  await noteUnscored(db, postponed.map(({ id }) => id), withEvents); // prettier-ignore
  for (const customer of postponed) {
    const { id } = customer;
    const restMs = restOf(customer);
    const requestId = newIds(1, new Date(now.getTime() + restMs))[0];
    const content = toContent({ customers: [], orders: [], others: [id], restated: [] });
    await db.query(POSTPONE, [occasion === 'backfill', partitionOf(id), requestId, uuidColumn([id]), content, restMs]);
  }
  return customers.filter((customer) => !isPostponed(customer));
}
