import type { CustomerId } from '#libs/core';
import { customerOf, type TenantDb } from '#libs/database';

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
const KNOWN_CUSTOMERS = `
SELECT c.id AS asked, ${customerOf('c.id')} AS id FROM customers c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[])`;

/** Returns the customers of those identifiers that are known: for an alias another one. */
export async function knownCustomers(db: TenantDb, ids: readonly CustomerId[]): Promise<Map<CustomerId, CustomerId>> {
  const rows = await db.query<{ asked: CustomerId; id: CustomerId }>(KNOWN_CUSTOMERS, [ids]);
  return new Map(rows.map(({ asked, id }) => [asked, id]));
}
