import { type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking } from '#libs/database';
import { isFree } from '#libs/work';
import type { Lane } from '../score/lane.js';
import type { Place } from '../score/claims/claim-requests.sql.js';

export interface AloneRequest extends Place {
  readonly tenantId: TenantId;
  readonly lane: Lane;
}

// Needs index score_requests_alone. Tenants alternate, so that one with many does not delay the others.
const FIND = `
SELECT tenant_id, backfill, partition, id FROM score_requests r
WHERE alone AND NOT set_aside AND due_at <= now() AND ${isWorking()} AND ${isFree('score', 'r.tenant_id', 'r.id')}
ORDER BY row_number() OVER (PARTITION BY tenant_id ORDER BY backfill, id), id LIMIT 1000`;

/** Finds the requests that workers try alone, the oldest of each tenant first. */
export async function findAloneRequests(database: Database): Promise<AloneRequest[]> {
  const rows = await database.findWork('find due score requests', FIND);
  return (rows as { tenant_id: string; backfill: boolean; partition: number; id: string }[]).map(
    ({ tenant_id: tenantId, backfill, ...place }) => ({
      tenantId: toTenantId(tenantId),
      lane: { backfill },
      ...place,
    }),
  );
}
