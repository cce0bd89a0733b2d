import type { CustomerId } from '#libs/core';
import { type Packed, packed, readUuids, type TenantDb, uuidColumn } from '#libs/database';

export interface ScoreRequest {
  readonly id: string;
  readonly customer_id: CustomerId;
}

/** The requests of some customers, to be cleared together: however often a customer was asked for, one scoring answers it. */
export interface Claim {
  readonly requests: readonly ScoreRequest[];
  readonly customerIds: readonly CustomerId[];
  /** How many of the requests were not among the oldest. */
  readonly found: number;
  /** Other requests are waiting. */
  readonly hasMore: boolean;
}

/** At most so many requests are claimed as the oldest. */
const MOST_OLDEST = 4000;
/** So many behind them are looked at for further ones of the same customers, the fewer while hardly any are found. */
const FARTHEST_LOOK = 8000;
const NEAREST_LOOK = 500;
/** One in so many has to be found. */
const WORTH_A_LOOK = 40;

// Needs the primary key (tenant_id, backfill, id). The locks last as long as the transaction: a worker that dies or freezes
// gives its requests back without anybody having to notice.
const CLAIM_OLDEST = `
WITH claimed AS MATERIALIZED (
  SELECT id, customer_id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED)
SELECT ${packed('id')} AS id, ${packed('customer_id')} AS customer_id FROM claimed`;

// As above, without locks: most of what is seen is of other customers.
const LOOK_BEHIND = `
SELECT ${packed('id')} AS id, ${packed('customer_id')} AS customer_id FROM (
  SELECT id, customer_id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id > $3 ORDER BY id LIMIT $4) seen`;

const CLAIM_SEEN = `
WITH claimed AS MATERIALIZED (
  SELECT id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = ANY ($3::uuid[]) FOR UPDATE SKIP LOCKED)
SELECT ${packed('id')} AS id FROM claimed`;

/** How claims go on from one to the next. */
export interface ClaimPlan {
  /** The most customers to claim. */
  readonly customers: number;
  /** How many requests to claim as the oldest: each is locked, whether its customer is claimed or not. */
  readonly oldest: number;
  /** How many behind them to look at. */
  readonly look: number;
}

/** Everything within reach, for the given number of customers. */
export const firstPlan = (customers: number): ClaimPlan => ({ customers, oldest: MOST_OLDEST, look: NEAREST_LOOK });

/**
 * As many of the oldest as the same number of customers had last, and a look behind them that goes as far as it is worth.
 * @param found requests that the look behind the last claim has found
 */
export function nextPlan(last: ClaimPlan, { requests, customerIds, found }: Claim): ClaimPlan {
  const each = (requests.length - found) / Math.max(1, customerIds.length);
  const look = found * WORTH_A_LOOK >= last.look ? FARTHEST_LOOK : NEAREST_LOOK;
  return { ...last, oldest: Math.min(MOST_OLDEST, Math.max(1, Math.ceil(last.customers * each))), look };
}

/** Claims the oldest requests, and further ones of the same customers. */
export async function claimRequests(db: TenantDb, backfill: boolean, { customers, oldest, look }: ClaimPlan): Promise<Claim> {
  const [row] = await db.prepared<{ id: Packed; customer_id: Packed }>(CLAIM_OLDEST, [backfill, oldest]);
  const seen = toRequests(row);
  const customerIds = new Set<CustomerId>();
  const requests = seen.filter(({ customer_id: id }) => {
    if (customerIds.size < customers) customerIds.add(id);
    return customerIds.has(id);
  });
  const last = seen.at(-1);
  const further = seen.length < oldest || last === undefined ? [] : await claimFurther(db, backfill, { customerIds, after: last.id, look });
  const hasMore = seen.length === oldest || requests.length < seen.length;
  return { requests: [...requests, ...further], customerIds: [...customerIds], found: further.length, hasMore };
}

interface Further {
  readonly customerIds: ReadonlySet<CustomerId>;
  readonly after: string;
  readonly look: number;
}

async function claimFurther(db: TenantDb, backfill: boolean, { customerIds, after, look }: Further): Promise<ScoreRequest[]> {
  const [row] = await db.prepared<{ id: Packed; customer_id: Packed }>(LOOK_BEHIND, [backfill, after, look]);
  const theirs = toRequests(row).filter((request) => customerIds.has(request.customer_id));
  if (theirs.length === 0) return [];
  const [claimed] = await db.prepared<{ id: Packed }>(CLAIM_SEEN, [backfill, uuidColumn(theirs.map(({ id }) => id))]);
  const ids = new Set(readUuids(claimed?.id ?? null));
  return theirs.filter(({ id }) => ids.has(id));
}

function toRequests(row: { id: Packed; customer_id: Packed } | undefined): ScoreRequest[] {
  const owners = readUuids(row?.customer_id ?? null) as CustomerId[];
  return readUuids(row?.id ?? null).map((id, at) => ({ id: id!, customer_id: owners[at]! }));
}

const CLEAR = 'DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = ANY ($3::uuid[])';

/** Clears only what was claimed: a request that arrived meanwhile stays. */
export async function clearRequests(db: TenantDb, backfill: boolean, { requests }: Claim): Promise<void> {
  await db.prepared(CLEAR, [backfill, uuidColumn(requests.map((request) => request.id))]);
}

// Needs the primary key (tenant_id, backfill, id): fresh requests are worked off within seconds, so there are few.
const FIND_FRESH = `
SELECT DISTINCT customer_id FROM score_requests WHERE tenant_id = $1 AND NOT backfill AND customer_id = ANY ($2::uuid[])`;

/** Which of the customers have fresh events waiting to be scored, also where another worker is at it. */
export async function withFreshRequests(db: TenantDb, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  return new Set((await db.prepared<{ customer_id: CustomerId }>(FIND_FRESH, [uuidColumn(ids)])).map((row) => row.customer_id));
}
