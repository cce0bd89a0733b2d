import { type Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { endLeases } from '#libs/work';
import { findTenant } from '../tenants.js';
import { type ChangedJob, lockJob, type StoredJob } from './find-job.js';

const RETRY = `
UPDATE churn_jobs SET status = 'queued', finished_at = NULL, error = NULL, failed_slices = 0, failed = 0,
  processed = CASE WHEN type = 'remove_upload' THEN processed ELSE 0 END
WHERE tenant_id = $1 AND id = $2`;
// Needs index churn_jobs_open. Of jobs over all customers, of resyncs of a destination, and of erasures of a customer one may be open.
const IS_TAKEN = `
SELECT id FROM churn_jobs WHERE tenant_id = $1 AND status IN ('queued', 'running') AND id <> $2 AND (
  (whole_tenant AND $3) OR (type IN ('resync', 'snapshot') AND destination_id = $4) OR (type = 'erase' AND customer_id = $5 AND shop = $6)
  OR (type = 'remove_upload' AND upload_id = (SELECT upload_id FROM churn_jobs WHERE tenant_id = $1 AND id = $2))) LIMIT 1`;
const HAS_PARTS = 'SELECT 1 FROM churn_job_parts WHERE tenant_id = $1 AND job_id = $2 LIMIT 1';
const HAS_FILE = 'SELECT 1 FROM tenant_exports WHERE tenant_id = $1 AND job_id = $2';
// The worker continues the job that the row names.
const RETRY_FIT = `
UPDATE model_fits SET job_id = $2, not_before = NULL, look_at = $3
WHERE tenant_id = $1 AND job_id IS NULL AND pinned_at IS NULL RETURNING 1`;
const RUN_FIT = `UPDATE churn_jobs SET status = 'running', finished_at = NULL, error = NULL WHERE tenant_id = $1 AND id = $2`;

/**
 * Lets workers continue a failed job where it stopped.
 * @throws for a job that has not failed, when another job does the same, and when what it needs is gone
 */
export async function retryJob(database: Database, nameOrId: string, id: string): Promise<ChangedJob> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    await db.lockTenant();
    const job = await lockJob(db, id);
    if (job.status !== 'failed') throw new Error(`only a failed job can be tried again: this one is ${job.status}`);
    const now = new Date();
    if (job.type === 'fit') await retryFit(db, job, now);
    else {
      await expectPossible(db, job);
      await db.query(RETRY, [job.id]);
    }
    await recordAudit(db, { action: 'job.retried', actor: { kind: 'admin' }, details: { job_id: job.id, type: job.type } }, now);
    return { tenant_id: tenantId, job_id: job.id, type: job.type, status: job.type === 'fit' ? 'running' : 'queued' };
  });
}

async function retryFit(db: TenantDb, { id }: StoredJob, now: Date): Promise<void> {
  if ((await db.query(RETRY_FIT, [id, now])).length === 0) throw new Error('another fit of this tenant is running, or its model is pinned');
  await db.query(RUN_FIT, [id]);
}

/** Returns whether the job covers a list of customers, and not all of them. */
const isListed = ({ type, whole_tenant: isWhole }: StoredJob): boolean => !isWhole && (type === 'recalculate' || type === 'nightly');

async function expectPossible(db: TenantDb, job: StoredJob): Promise<void> {
  const { id, type, whole_tenant: isWhole, destination_id: destination, customer_id: customer, shop } = job;
  const [other] = await db.query<{ id: string }>(IS_TAKEN, [id, isWhole, destination, customer, shop]);
  if (other !== undefined) throw new Error(`the job ${other.id} does the same already`);
  if (type === 'export' && (await db.query(HAS_FILE, [id])).length === 0)
    throw new Error('the file of this export is gone: an owner asks for a new one, or use "admin tenant export"');
  if (isListed(job) && (await db.query(HAS_PARTS, [id])).length === 0)
    throw new Error('the list of the customers of this job is deleted a day after it failed: ask for a new recalculation');
  if (type !== 'erase') return;
  if (customer === null) throw new Error('the customer of this erasure is erased already');
  await endLeases(db, 'erasure', id);
}
