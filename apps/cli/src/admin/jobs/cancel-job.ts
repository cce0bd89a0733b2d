import { DAY_MS } from '#libs/core';
import { type Database } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { endLeases } from '#libs/work';
import { findTenant } from '../tenants.js';
import { type ChangedJob, lockJob } from './find-job.js';

const CANCEL = `
UPDATE churn_jobs j SET status = 'failed', finished_at = $3, error = 'cancelled by the operator; the work done so far is kept',
  processed = coalesce((SELECT sum(processed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), processed),
  failed = coalesce((SELECT sum(failed) FROM churn_job_parts p WHERE p.tenant_id = $1 AND p.job_id = $2), 0)
WHERE tenant_id = $1 AND id = $2`;
const END_FIT = 'UPDATE model_fits SET job_id = NULL, not_before = $3, look_at = $3 WHERE tenant_id = $1 AND job_id = $2';

/** A fit that was cancelled does not begin again before. */
const FIT_PAUSE_MS = DAY_MS;

/**
 * Ends a job that waits or runs as failed. Workers stop at its next step, and what they have done stays.
 * @throws for a job that has ended, and for an erasure, which the law asks for
 */
export async function cancelJob(database: Database, nameOrId: string, id: string): Promise<ChangedJob> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    const job = await lockJob(db, id);
    if (job.status === 'completed' || job.status === 'failed') throw new Error(`the job has ended: it is ${job.status}`);
    if (job.type === 'erase')
      throw new Error('an erasure cannot be cancelled: somebody was promised it, and part of the customer may be gone');
    const now = new Date();
    if (job.type === 'fit') {
      await db.query(END_FIT, [job.id, new Date(now.getTime() + FIT_PAUSE_MS)]);
      await endLeases(db, 'fit');
    }
    await db.query(CANCEL, [job.id, now]);
    await recordAudit(db, { action: 'job.cancelled', actor: { kind: 'admin' }, details: { job_id: job.id, type: job.type } }, now);
    return { tenant_id: tenantId, job_id: job.id, type: job.type, status: 'failed' };
  });
}
