import { type CustomerId, FIRST_ID } from '#libs/core';
import { type TenantDb, textColumn, uuidColumn } from '#libs/database';
import { mergeAll } from '#libs/orders';
import { ALL_PARTITIONS } from './request-partitions.js';
import { fromContent, namedIn, type RequestedCustomer, type ScoreRequest, toContent } from './score-request.js';
import { insertScoreRequests } from '../store-events.sql.js';
import { storeOrders } from '../store-orders.sql.js';

interface WaitingRow {
  readonly backfill: boolean;
  readonly partition: number;
  readonly id: string;
  readonly content: string;
  /** It waits for an operator. */
  readonly set_aside: boolean;
}

/** The place of a request among those that wait. */
type Place = Pick<WaitingRow, 'backfill' | 'partition' | 'id'>;

// Needs the primary key of score_requests. Looks at all that wait: a handful, and during an import some thousand.
const NEXT_NAMING = `
SELECT backfill, partition, id, content, set_aside FROM score_requests
WHERE tenant_id = $1 AND customer_ids && $2::uuid[] AND (backfill, partition, id) > ($3, $4, $5::uuid) ORDER BY backfill, partition, id LIMIT $6`;
const LOCK_NEXT_NAMING = `${NEXT_NAMING} FOR UPDATE`;
// It locks in the order of LOCK_NEXT_NAMING, so that two callers cannot wait for each other.
const LOCK_NEWEST = `
SELECT backfill, partition, id FROM score_requests
WHERE tenant_id = $1 AND backfill IN (false, true) AND partition = ANY ($2::smallint[]) AND id = ANY (ARRAY(
  SELECT n.id FROM (VALUES (false), (true)) l (backfill), unnest($2::smallint[]) p (partition), LATERAL (
    SELECT r.id FROM score_requests r WHERE r.tenant_id = $1 AND r.backfill = l.backfill AND r.partition = p.partition ORDER BY r.id DESC LIMIT $3) n))
ORDER BY backfill, partition, id FOR UPDATE`;
const READ = `
SELECT backfill, partition, id, content, set_aside FROM score_requests
WHERE tenant_id = $1 AND backfill IN (false, true) AND partition = ANY ($2::smallint[]) AND id = ANY ($3::uuid[])`;

/**
 * The number of requests of each partition and lane that are searched for an order, the newest ones, of fifty batches or more. A platform speaks of
 * an order again within seconds, or much later.
 */
const NEWEST = 50;
/** Requests in memory at once. The batch of a large plan takes a megabyte at most. */
const AT_ONCE = 10;

/** Reads the requests that name one of the customers, some at a time: an import may name the same customer in every batch. */
async function* requestsNaming(db: TenantDb, ids: readonly CustomerId[], sql = NEXT_NAMING): AsyncGenerator<readonly WaitingRow[]> {
  const named = uuidColumn(ids);
  let last: Place | undefined = { backfill: false, partition: 0, id: FIRST_ID };
  while (last !== undefined) {
    const rows: WaitingRow[] = await db.query<WaitingRow>(sql, [named, last.backfill, last.partition, last.id, AT_ONCE]);
    if (rows.length > 0) yield rows;
    last = rows.length < AT_ONCE ? undefined : rows.at(-1);
  }
}

/**
 * Creates the rows of customers with first events that still wait for the worker, so that the sender of an event finds its customer at
 * once. The worker creates all others.
 */
export async function createWaitingCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  const wanted = new Set(ids);
  if (wanted.size === 0) return;
  for await (const rows of requestsNaming(db, ids)) {
    const found = rows.flatMap(({ content }) => fromContent(db.tenantId, content).customers).filter(({ id }) => wanted.delete(id));
    await createCustomers(db, found);
    if (wanted.size === 0) return;
  }
}

/** Looks a customer up with `find`. If its first events still wait for the worker, creates the row and looks again. */
export async function findOrCreateWaiting<Found>(db: TenantDb, id: CustomerId, find: () => Promise<Found | null>): Promise<Found | null> {
  const found = await find();
  if (found !== null) return found;
  await createWaitingCustomers(db, [id]);
  return find();
}

/** Makes new customers findable by their identifiers. The statement has their rows in `stored`. */
export const NAME_STORED = `named AS (
  INSERT INTO customer_names (tenant_id, external_id, customer_id) SELECT tenant_id, external_id, id FROM stored ON CONFLICT DO NOTHING)`;

// ON CONFLICT alone would wait for a worker that has written this customer's score and not committed yet; the scalar subquery leaves out a
// customer who is there before it comes to that, and asks the primary key in the order of the input, so that two transactions insert in the
// same order.
const CREATE_CUSTOMERS = `
WITH stored AS (
  INSERT INTO customers (tenant_id, id, external_id)
  SELECT t.id, input.id, input.external_id FROM tenants t, unnest($2::uuid[], $3::text[]) AS input (id, external_id)
  WHERE t.id = $1 AND (SELECT c.id FROM customers c WHERE c.tenant_id = $1 AND c.id = input.id) IS NULL
  ON CONFLICT DO NOTHING RETURNING tenant_id, id, external_id),
${NAME_STORED}
SELECT FROM stored LIMIT 0`;

/** Makes the rows of customers who have none. */
export async function createCustomers(db: TenantDb, customers: readonly Pick<RequestedCustomer, 'id' | 'externalId'>[]): Promise<void> {
  if (customers.length === 0) return;
  const sorted = [...new Map(customers.map((each) => [each.id, each])).values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await db.prepared(CREATE_CUSTOMERS, [uuidColumn(sorted.map(({ id }) => id)), textColumn(sorted.map(({ externalId }) => externalId))]);
}

/** Folds the orders of all waiting requests that name one of the customers, for callers that must see these orders now. */
export async function foldWaiting(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length === 0) return;
  for await (const rows of requestsNaming(db, ids, LOCK_NEXT_NAMING)) await foldRows(db, rows);
}

/** Folds the orders of the newest requests, for callers that look for the customer of an order that came a moment ago. */
export async function foldNewest(db: TenantDb): Promise<void> {
  const newest = await db.query<Place>(LOCK_NEWEST, [ALL_PARTITIONS, NEWEST]);
  for (let start = 0; start < newest.length; start += AT_ONCE) {
    const some = newest.slice(start, start + AT_ONCE);
    await foldRows(db, await db.query<WaitingRow>(READ, [some.map(({ partition }) => partition), uuidColumn(some.map(({ id }) => id))]));
  }
}

/** Removes erased customers from waiting requests. @param ids have their orders folded already */
export async function forgetInRequests(db: TenantDb, ids: readonly CustomerId[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = new Set(ids);
  for await (const rows of requestsNaming(db, ids, LOCK_NEXT_NAMING)) {
    for (const row of rows) {
      const { customers, others, orders, restated } = fromContent(db.tenantId, row.content);
      await replace(db, row, {
        customers: customers.filter(({ id }) => !gone.has(id)),
        others: others.filter((id) => !gone.has(id)),
        orders,
        restated: restated.filter((id) => !gone.has(id)),
      });
    }
  }
}

/** The requests go on waiting, without their orders, so that the worker scores the customers. */
async function foldRows(db: TenantDb, rows: readonly WaitingRow[]): Promise<void> {
  const waiting = rows
    .map((row) => ({ row, request: fromContent(db.tenantId, row.content) }))
    .filter(({ request }) => request.orders.length > 0);
  if (waiting.length === 0) return;
  // The customers first: an order is shown with the customer who has it.
  await createCustomers(
    db,
    waiting.flatMap(({ request }) => request.customers),
  );
  const touched = await storeOrders(db, mergeAll(waiting.flatMap(({ request }) => request.orders)));
  for (const [index, { row, request }] of waiting.entries()) {
    const named = namedIn(request);
    const others = index === 0 ? [...new Set([...named, ...touched])] : named;
    if (row.set_aside) {
      // The changes need a request that a worker claims: the one that is set aside waits for the operator.
      await replace(db, row, { ...request, orders: [] });
      await insertScoreRequests(db, { customers: [], orders: [], others, restated: [] }, row.backfill);
    } else await replace(db, row, { ...request, orders: [], others });
  }
}

const REPLACE = `
UPDATE score_requests SET customer_ids = $5::uuid[], content = $6 WHERE tenant_id = $1 AND backfill = $2 AND partition = $3 AND id = $4`;
const REMOVE = 'DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND partition = $3 AND id = $4';

async function replace(db: TenantDb, { backfill, partition, id }: WaitingRow, request: ScoreRequest): Promise<void> {
  const names = namedIn(request);
  if (names.length === 0) await db.query(REMOVE, [backfill, partition, id]);
  else await db.query(REPLACE, [backfill, partition, id, uuidColumn(names), toContent(request)]);
}
