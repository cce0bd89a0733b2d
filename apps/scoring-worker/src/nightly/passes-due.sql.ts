import { type TenantId, toTenantId } from '#libs/core';
import type { Database } from '#libs/database';

const WITHOUT_PASS = `
SELECT id FROM tenants t
WHERE created_at < $2
  AND NOT EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = t.id AND j.type = 'nightly' AND j.pass_day = $1)
  AND NOT EXISTS (SELECT 1 FROM tenant_deletions d WHERE d.tenant_id = t.id AND d.started_at IS NOT NULL)`;

/** Finds the tenants that existed at `dueAt` and have no nightly pass for the day yet. @param day UTC, `2026-11-21` */
export async function tenantsWithoutPass(database: Database, day: string, dueAt: Date): Promise<TenantId[]> {
  const rows = await database.acrossTenants('find tenants without a nightly pass', (send) => send(WITHOUT_PASS, [day, dueAt]));
  return (rows as { id: string }[]).map((row) => toTenantId(row.id));
}
