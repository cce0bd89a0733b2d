import { MINUTE_MS, type TenantId, toTenantId } from '#libs/core';
import type { Database } from '../database.js';

/** A tenant with customers to score. `backfill` is the lane: imported history never delays fresh events. */
export interface DueScoreRequests {
  readonly tenantId: TenantId;
  readonly backfill: boolean;
  /** The waiting time of the oldest request, by the clock of the database. */
  readonly waitedMs: number;
}

// Jumps from tenant to tenant on the primary key (tenant_id, backfill, id), so that a large backlog costs no more than a small one.
const FIND_DUE = `
WITH RECURSIVE due AS (
  (SELECT tenant_id, backfill, created_at FROM score_requests WHERE NOT set_aside ORDER BY tenant_id, backfill, id LIMIT 1)
  UNION ALL
  SELECT next.* FROM due, LATERAL (
    SELECT tenant_id, backfill, created_at FROM score_requests s
    WHERE (s.tenant_id, s.backfill) > (due.tenant_id, due.backfill) AND NOT set_aside ORDER BY tenant_id, backfill, id LIMIT 1) next
)
SELECT tenant_id, backfill, extract(epoch FROM clock_timestamp() - created_at)::float8 * 1000 AS waited_ms FROM due`;

export async function findDueScoreRequests(database: Database): Promise<DueScoreRequests[]> {
  const rows = await database.acrossTenants('find due score requests', (send) => send(FIND_DUE, []));
  return (rows as { tenant_id: string; backfill: boolean; waited_ms: number }[]).map((row) => ({
    tenantId: toTenantId(row.tenant_id),
    backfill: row.backfill,
    waitedMs: row.waited_ms,
  }));
}

/** Fresh events are scored within seconds; after this long no worker runs, or they cannot keep up. */
const READY_LIMIT_MS = MINUTE_MS;

/** @throws when fresh events have waited too long for their scores. */
export async function refuseOldScoreRequests(database: Database): Promise<void> {
  const oldest = Math.max(0, ...(await findDueScoreRequests(database)).filter(({ backfill }) => !backfill).map(({ waitedMs }) => waitedMs));
  if (oldest > READY_LIMIT_MS)
    throw new Error(`events have waited ${Math.round(oldest / 1000)} s for their scores; is a scoring-worker running?`);
}
