import type { CustomerId } from '#libs/core';
import { type TenantDb, uuidColumn } from '#libs/database';

export interface ScoreRequest {
  readonly id: string;
  readonly customer_id: CustomerId;
}

/** The requests of some customers, to be cleared together: however often a customer was asked for, one scoring answers it. */
export interface Claim {
  readonly requests: readonly ScoreRequest[];
  readonly customerIds: readonly CustomerId[];
  /** Other requests are waiting. */
  readonly hasMore: boolean;
}

/** So many requests are looked at for further ones of the same customers. */
const LOOK_AHEAD = 4000;

// Needs the primary key (tenant_id, backfill, id). The locks last as long as the transaction: a worker that dies or freezes
// gives its requests back without anybody having to notice.
const CLAIM = `
SELECT id, customer_id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`;

/** Claims the oldest requests. @param customers the most customers to claim. */
export async function claimRequests(db: TenantDb, backfill: boolean, customers: number): Promise<Claim> {
  const seen = await db.prepared<ScoreRequest>(CLAIM, [backfill, LOOK_AHEAD]);
  const customerIds = new Set<CustomerId>();
  const requests = seen.filter(({ customer_id: id }) => {
    if (customerIds.size < customers) customerIds.add(id);
    return customerIds.has(id);
  });
  return { requests, customerIds: [...customerIds], hasMore: seen.length === LOOK_AHEAD || requests.length < seen.length };
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
