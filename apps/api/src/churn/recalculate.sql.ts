import type { CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';

export interface RunningJob {
  readonly id: string;
  readonly queued: number;
  readonly force: boolean;
}

// Needs the unique index churn_jobs_one_whole_tenant, which allows one job at most.
const FIND_WHOLE_TENANT = `
SELECT id, queued, force FROM churn_jobs WHERE tenant_id = $1 AND whole_tenant AND status IN ('queued', 'running')`;

export async function findWholeTenantJob(db: TenantDb): Promise<RunningJob | null> {
  const [job] = await db.query<RunningJob>(FIND_WHOLE_TENANT);
  return job ?? null;
}

// Needs the primary key of customers.
const KNOWN_CUSTOMERS = 'SELECT id FROM customers WHERE tenant_id = $1 AND id = ANY ($2::uuid[])';

export async function knownCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<Set<CustomerId>> {
  return new Set((await db.query<{ id: CustomerId }>(KNOWN_CUSTOMERS, [ids])).map((row) => row.id));
}
