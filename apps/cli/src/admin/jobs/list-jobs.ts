import type { Database } from '#libs/database';
import { findTenant } from '../tenants.js';

interface JobLine {
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

const LIMIT = 100;

// A running job keeps its progress in its parts. Open jobs come first, also old ones.
const LIST = `
SELECT j.id, j.type, j.status, j.queued,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.processed, 0) ELSE j.processed END AS processed,
       CASE WHEN j.finished_at IS NULL THEN coalesce(parts.failed, 0) ELSE j.failed END AS failed,
       j.error, j.created_at, j.started_at, j.finished_at
FROM churn_jobs j,
     LATERAL (SELECT sum(processed)::int AS processed, sum(failed)::int AS failed
              FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = j.id) parts
WHERE j.tenant_id = $1 ORDER BY j.finished_at IS NOT NULL, j.id DESC LIMIT ${LIMIT}`;

/** Lists the open jobs of a tenant and the latest others, newest first. */
export async function listJobs(database: Database, nameOrId: string): Promise<JobLine[]> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, (db) => db.query<JobLine>(LIST));
}

// Jobs are kept for 30 days.
const LIST_OF_ALL = `
SELECT tenant_id, id, type, status, created_at FROM churn_jobs
WHERE status IN ('queued', 'running', 'failed') ORDER BY status = 'failed', created_at DESC LIMIT 1000`;

/** Lists the open jobs of all tenants, then the failed ones. */
export const listJobsOfAll = (database: Database): Promise<JobLine[]> =>
  database.acrossTenants('find open jobs', (send) => send(LIST_OF_ALL, [])) as Promise<unknown[]> as Promise<JobLine[]>;
