import { type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking } from '#libs/database';

const WITHOUT_PASS = `
SELECT id FROM tenants t
WHERE created_at < $3 AND ${isWorking('t.id')}
  AND NOT EXISTS (SELECT 1 FROM churn_jobs j WHERE j.tenant_id = t.id AND j.type = 'nightly' AND j.pass_day = $2)`;

/** Finds the tenants that existed at `dueAt` and have no nightly pass for the day yet. @param day UTC, `2026-11-21` */
export async function tenantsWithoutPass(database: Database, day: string, dueAt: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find tenants without a nightly pass', WITHOUT_PASS, [day, dueAt]);
  return (rows as { id: string }[]).map((row) => toTenantId(row.id));
}
