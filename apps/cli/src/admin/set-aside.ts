import type { TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { findTenant } from './tenants.js';

// Needs index score_requests_alone.
const LIST = `
SELECT tenant_id, count(*)::int AS requests, min(due_at) AS since FROM score_requests WHERE alone AND set_aside GROUP BY tenant_id ORDER BY since`;

interface SetAsideLine {
  readonly tenant_id: string;
  readonly requests: number;
  /** Time at which the oldest of them was set aside. */
  readonly since: Date;
}

/** Lists the tenants with score requests that no worker could process. */
export const listSetAside = (database: Database): Promise<SetAsideLine[]> =>
  database.acrossTenants('find score requests that are set aside', (send) => send(LIST, [])) as Promise<unknown[]> as Promise<
    SetAsideLine[]
  >;

const RETRY = 'UPDATE score_requests SET set_aside = false WHERE tenant_id = $1 AND alone AND set_aside RETURNING id';

/** Puts the requests of the tenant back that were set aside. Workers try each alone. */
export async function retrySetAside(database: Database, nameOrId: string): Promise<{ tenant_id: TenantId; retried: number }> {
  const tenantId = await findTenant(database, nameOrId);
  const rows = await database.transaction(tenantId, (db) => db.query(RETRY));
  return { tenant_id: tenantId, retried: rows.length };
}
