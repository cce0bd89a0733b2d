import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface ScoreRequest {
  readonly id: string;
  readonly customer_id: CustomerId;
}

// Needs the primary key (tenant_id, backfill, id). The locks last as long as the transaction: a worker that dies or freezes
// gives its requests back without anybody having to notice.
const CLAIM = `
SELECT id, customer_id FROM score_requests WHERE tenant_id = $1 AND backfill = $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`;

export const claimRequests = (db: TenantDb, backfill: boolean, limit: number): Promise<ScoreRequest[]> =>
  db.query(CLAIM, [backfill, limit]);

const CLEAR = 'DELETE FROM score_requests WHERE tenant_id = $1 AND backfill = $2 AND id = ANY ($3::uuid[])';

/** Clears only what was claimed: a request that arrived meanwhile stays. */
export async function clearRequests(db: TenantDb, backfill: boolean, requests: readonly ScoreRequest[]): Promise<void> {
  await db.query(CLEAR, [backfill, requests.map((request) => request.id)]);
}
