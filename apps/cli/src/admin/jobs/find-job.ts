import { isUuid, type TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';

/** The outcome of a command about one job. */
export interface ChangedJob {
  readonly tenant_id: TenantId;
  readonly job_id: string;
  readonly type: string;
  readonly status: string;
}

/** The fields of a job that commands about it need. */
export interface StoredJob {
  readonly id: string;
  readonly type: string;
  readonly status: 'queued' | 'running' | 'completed' | 'failed';
  readonly whole_tenant: boolean;
  readonly customer_id: string | null;
  readonly destination_id: string | null;
  readonly shop: string;
}

// A fit that ends locks the row in model_fits first. The same order here keeps the two from deadlocking.
const LOCK_FIT = 'SELECT job_id FROM model_fits WHERE tenant_id = $1 FOR UPDATE';
const LOCK = `
SELECT id, type, status, whole_tenant, customer_id, destination_id, shop FROM churn_jobs WHERE tenant_id = $1 AND id = $2 FOR UPDATE`;

/** Locks the job. @throws when the tenant has no such job */
export async function lockJob(db: TenantDb, id: string): Promise<StoredJob> {
  await db.query(LOCK_FIT);
  const [job] = isUuid(id) ? await db.query<StoredJob>(LOCK, [id]) : [];
  if (job === undefined) throw new Error(`the tenant has no job "${id}"; "admin job list" shows the jobs of the last 30 days`);
  return job;
}
