import { MINUTE_MS, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, overFirstRows } from '#libs/database';

/** A tenant with customers to score. `backfill` is the lane: imported history never delays fresh events. */
export interface DueScoreRequests {
  readonly tenantId: TenantId;
  readonly backfill: boolean;
  /** The waiting time of the oldest request, by the clock of the database. */
  readonly waitedMs: number;
}

// Needs the primary key.
const FIND_DUE = overFirstRows(
  {
    table: 'score_requests',
    keys: 'tenant_id, backfill, partition',
    first: { by: 'id', column: 'due_at' },
    where: `NOT alone AND due_at <= now() AND ${isWorking()}`,
  },
  'SELECT tenant_id, backfill, extract(epoch FROM clock_timestamp() - min(due_at))::float8 * 1000 AS waited_ms FROM found GROUP BY tenant_id, backfill',
);

/** Finds the tenants with customers to score. Suspended tenants and those being deleted are left out. */
export async function findDueScoreRequests(database: Database): Promise<DueScoreRequests[]> {
  const rows = await database.findWork('find due score requests', FIND_DUE);
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
