import { type CustomerId, newIds } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { fromContent, namedIn, type ScoreRequest, toContent } from '#libs/ingestion';

export interface ClaimedRequest {
  readonly id: string;
  readonly request: ScoreRequest;
}

// Needs the primary key (tenant_id, backfill, id). The rows are gone with the commit, together with what became of them. A worker that dies or
// freezes gives them back without anybody having to notice; one that waits for them passes them by. Oldest first.
const CLAIM = `
DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = ANY (ARRAY(
  SELECT id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND NOT set_aside ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED))
RETURNING id, content`;

/** Takes the oldest requests of the lane. @param limit the most requests. */
export async function claimRequests(db: TenantDb, backfill: boolean, limit: number): Promise<ClaimedRequest[]> {
  const rows = await db.prepared<{ id: string; content: string }>(CLAIM, [backfill, limit]);
  return rows.map(({ id, content }) => ({ id, request: fromContent(db.tenantId, content) }));
}

/** Requests in one claim: a backlog of single events is taken a thousand at a time. */
const MOST_REQUESTS = 1000;
/** Requests in the first claim of a run, before it is known how many customers one names. */
export const FIRST_REQUESTS = 10;

/** Orders that cost as much to fold as one customer to score. */
const ORDERS_PER_CUSTOMER = 20;

/** Returns the number of requests to claim next, so that they are about as much work as `customers` customers. */
export function nextLimit(customers: number, claimed: readonly ClaimedRequest[]): number {
  const work = claimed.reduce(
    (sum, { request }) => sum + Math.max(request.customers.length + request.others.length, request.orders.length / ORDERS_PER_CUSTOMER),
    0,
  );
  return Math.max(1, Math.min(MOST_REQUESTS, Math.round((customers * claimed.length) / Math.max(1, work))));
}

const INSERT = `
INSERT INTO score_requests (tenant_id, backfill, id, customer_ids, content, set_aside) VALUES ($1, $2, $3, $4::uuid[], $5, $6)`;

/** Puts a claimed request back as several smaller ones. */
export async function putBack(db: TenantDb, backfill: boolean, requests: readonly ScoreRequest[], setAside = false): Promise<void> {
  const ids = newIds(requests.length);
  for (const [index, request] of requests.entries()) {
    await db.query(INSERT, [backfill, ids[index], `{${namedIn(request).join(',')}}`, toContent(request), setAside]);
  }
}

/**
 * Two requests in place of one, each with about half of the customers and their orders.
 * @returns null for a request that names a single customer, or a single order of nobody's.
 */
export function halved({ customers, orders, others }: ScoreRequest): [ScoreRequest, ScoreRequest] | null {
  const names = [...new Set<CustomerId>([...customers.map(({ id }) => id), ...others, ...orders.map(({ customerId }) => customerId)])];
  if (names.length < 2) return null;
  const first = new Set(names.slice(0, Math.floor(names.length / 2)));
  const part = (isFirst: boolean): ScoreRequest => ({
    customers: customers.filter(({ id }) => first.has(id) === isFirst),
    orders: orders.filter(({ customerId }) => first.has(customerId) === isFirst),
    others: others.filter((id) => first.has(id) === isFirst),
  });
  return [part(true), part(false)];
}
