import { type CustomerId, firstIdOf, LIMITS, MINUTE_MS, newIds } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';
import { divide, partitionOf, type RequestedCustomer, toContent } from '#libs/ingestion';
import type { Occasion } from './outbox-events.js';
import type { LockedCustomer } from './read-customers.sql.js';
import { noteUnscored } from './write-scores.sql.js';

/** Each score of a customer with very many orders adds up all of them, which takes a second for a million. */
const REST_MS = MINUTE_MS;

// Needs the primary key of score_requests. The ids of postponed requests have a time to come, so the statement passes by a backlog.
const WAITING = `
SELECT named.id FROM score_requests r, unnest(r.customer_ids) AS named (id)
WHERE r.tenant_id = $1 AND r.backfill = $2 AND r.partition = ANY ($3::smallint[]) AND r.id > $5 AND r.due_at > now() AND named.id = ANY ($4::uuid[])`;
const POSTPONE = `
INSERT INTO score_requests (tenant_id, backfill, partition, id, customer_ids, content, due_at)
VALUES ($1, $2, $3, $4, $5::uuid[], $6, now() + $7 * interval '1 millisecond')`;

interface Postponing {
  readonly occasion: Occasion;
  readonly now: Date;
  readonly withEvents: ReadonlyMap<CustomerId, RequestedCustomer>;
}

/**
 * Postpones the scores of customers with very many orders that were scored within the last minute. The caller has locked the customers and folded
 * their orders.
 * @returns the customers to score now
 */
export async function postponeLarge(
  db: TenantDb,
  customers: readonly LockedCustomer[],
  { occasion, now, withEvents }: Postponing,
): Promise<readonly LockedCustomer[]> {
  const isPostponed = ({ ordersCount, joinedMs, calculatedMs }: LockedCustomer): boolean => {
    const restedMs = now.getTime() - (calculatedMs ?? -Infinity);
    return ordersCount > LIMITS.ordersOfPerson && joinedMs === null && restedMs >= 0 && restedMs < REST_MS;
  };
  // A pass has looked for customers who are due.
  const ids = occasion === 'pass' ? [] : customers.filter(isPostponed).map(({ id }) => id);
  if (ids.length === 0) return customers;
  await noteUnscored(db, ids, withEvents);
  await askLater(db, ids, { backfill: occasion === 'backfill', now });
  return customers.filter((customer) => !isPostponed(customer));
}

/** Stores a score request for in a minute for each partition, without the customers that wait for such a time already. */
export async function askLater(
  db: TenantDb,
  ids: readonly CustomerId[],
  { backfill, now }: { readonly backfill: boolean; readonly now: Date },
): Promise<void> {
  const partitions = [...new Set(ids.map(partitionOf))];
  const found = await db.query<{ id: CustomerId }>(WAITING, [backfill, partitions, uuidColumn(ids), firstIdOf(now)]);
  const waiting = new Set(found.map(({ id }) => id));
  const others = ids.filter((id) => !waiting.has(id));
  const requestIds = newIds(partitions.length, new Date(now.getTime() + REST_MS));
  for (const [partition, request] of divide({ customers: [], orders: [], others, restated: [] }, partitionOf)) {
    const names = uuidColumn(request.others);
    await db.query(POSTPONE, [backfill, partition, requestIds.pop(), names, toContent(request), REST_MS]);
  }
}
