import { type CustomerId, newIds } from '#libs/core';
import { HAS_ALIASES, type TenantDb } from '#libs/database';
import { fromContent, namedIn, type ScoreRequest, toContent } from '#libs/ingestion';

export interface ClaimedRequest {
  readonly id: string;
  readonly request: ScoreRequest;
  /** Times that a worker has begun with the request and never ended; see `noteTries`. */
  readonly tries: number;
}

export interface Claim {
  readonly requests: readonly ClaimedRequest[];
  /** More requests of the lane wait. */
  readonly hasMore: boolean;
  /** The tenant has aliases, so some of the requests may name one. */
  readonly hasAliases: boolean;
}

/**
 * Content after which a claim takes no further request: about that of a thousand customers with an order each. Other tenants wait for the
 * thread while a chunk is calculated, and for its locks until the commit.
 */
const MOST_BYTES = 128 * 1024;

// Needs the primary key (tenant_id, backfill, id). The rows are gone with the commit, together with what became of them. A worker that dies or
// freezes gives them back without anybody having to notice; one that waits for them passes them by. Oldest first. Rows beyond the bytes stay,
// locked until the commit. The length of a stored text is known without reading it.
const CLAIM = `
WITH oldest AS MATERIALIZED (
  SELECT id, octet_length(content) AS bytes FROM score_requests
  WHERE tenant_id = $1 AND backfill = $2 AND NOT set_aside ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED),
chosen AS (SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM oldest) o WHERE before < ${MOST_BYTES})
DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = ANY (ARRAY(SELECT id FROM chosen))
RETURNING id, content, tries, (SELECT count(*)::int FROM oldest) AS found, ${HAS_ALIASES} AS has_aliases`;

interface ClaimedRow {
  readonly id: string;
  readonly content: string;
  readonly tries: number;
  readonly found: number;
  readonly has_aliases: boolean;
}

/** Takes the oldest requests of the lane. @param limit the most requests. */
export async function claimRequests(db: TenantDb, backfill: boolean, limit: number): Promise<Claim> {
  const rows = await db.prepared<ClaimedRow>(CLAIM, [backfill, limit]);
  const requests = rows.map(({ id, content, tries }) => ({ id, tries, request: fromContent(db.tenantId, content) }));
  const found = rows[0]?.found ?? 0;
  return { requests, hasMore: found === limit || found > requests.length, hasAliases: rows[0]?.has_aliases ?? false };
}

// A suspect is noted alone; requests before it are noted without it. Those that the claim would leave are not noted.
const NOTE_TRIES = `
WITH oldest AS MATERIALIZED (
  SELECT id, tries, octet_length(content) AS bytes FROM score_requests
  WHERE tenant_id = $1 AND backfill = $2 AND NOT set_aside ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED),
claimable AS (SELECT id, tries FROM (SELECT id, tries, sum(bytes) OVER (ORDER BY id) - bytes AS before FROM oldest) o WHERE before < ${MOST_BYTES}),
chosen AS (
  SELECT id FROM claimable o
  WHERE id = (SELECT id FROM oldest ORDER BY id LIMIT 1) OR NOT EXISTS (SELECT 1 FROM oldest s WHERE s.tries > 0 AND s.id <= o.id))
UPDATE score_requests SET tries = tries + 1 WHERE tenant_id = $1 AND backfill = $2 AND id = ANY (ARRAY(SELECT id FROM chosen))
RETURNING tries`;

/**
 * Notes, in a transaction before the one that claims them, that a worker begins with the oldest requests of the lane. The note goes with the
 * request. It stays when the process dies, and then says that the request may be the reason.
 * @returns the number of noted requests, and their tries, this one included
 */
export async function noteTries(db: TenantDb, backfill: boolean, limit: number): Promise<{ noted: number; tries: number }> {
  const rows = await db.query<{ tries: number }>(NOTE_TRIES, [backfill, limit]);
  return { noted: rows.length, tries: rows[0]?.tries ?? 0 };
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
INSERT INTO score_requests (tenant_id, backfill, id, customer_ids, content, set_aside, tries) VALUES ($1, $2, $3, $4::uuid[], $5, $6, $7)`;

export interface PutBackOptions {
  readonly setAside?: boolean;
  readonly tries?: number;
  /** The id of a single request that keeps its place; by default requests go to the end. */
  readonly id?: string;
}

/** Puts a claimed request back as several smaller ones. */
export async function putBack(
  db: TenantDb,
  backfill: boolean,
  requests: readonly ScoreRequest[],
  { setAside = false, tries = 0, id }: PutBackOptions = {},
): Promise<void> {
  const ids = id === undefined ? newIds(requests.length) : [id];
  for (const [index, request] of requests.entries()) {
    await db.query(INSERT, [backfill, ids[index], `{${namedIn(request).join(',')}}`, toContent(request), setAside, tries]);
  }
}

/**
 * Two requests in place of one, each with about half of the customers and their orders.
 * @returns null for a request that names a single customer, or a single order of nobody's.
 */
export function halved({ customers, orders, others, changedDays }: ScoreRequest): [ScoreRequest, ScoreRequest] | null {
  const concerned = [...orders.map(({ customerId }) => customerId), ...changedDays.map(([id]) => id)];
  const names = [...new Set<CustomerId>([...customers.map(({ id }) => id), ...others, ...concerned])];
  if (names.length < 2) return null;
  const first = new Set(names.slice(0, Math.floor(names.length / 2)));
  const part = (isFirst: boolean): ScoreRequest => ({
    customers: customers.filter(({ id }) => first.has(id) === isFirst),
    orders: orders.filter(({ customerId }) => first.has(customerId) === isFirst),
    others: others.filter((id) => first.has(id) === isFirst),
    changedDays: changedDays.filter(([id]) => first.has(id) === isFirst),
  });
  return [part(true), part(false)];
}
