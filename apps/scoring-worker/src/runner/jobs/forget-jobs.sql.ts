import { DAY_MS, firstIdOf, LIMITS } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { foldUsage, monthOf } from '#libs/tenants';

const FORGET_JOBS = `DELETE FROM churn_jobs WHERE tenant_id = $1 AND finished_at < $2`;
// A day stays in any case: the pass of today must be known, and callers look for jobs that they have opened. Ids rise with time.
const FORGET_MANY_JOBS = `
DELETE FROM churn_jobs WHERE tenant_id = $1 AND finished_at < $2
  AND id < (SELECT id FROM churn_jobs WHERE tenant_id = $1 AND finished_at IS NOT NULL ORDER BY id DESC OFFSET $3 - 1 LIMIT 1)`;
// A job that failed keeps the list of the customers that are left, so that an operator can retry it. Needs the primary keys.
const FORGET_LISTS = `
DELETE FROM churn_job_parts p USING churn_jobs j WHERE p.tenant_id = $1 AND j.tenant_id = $1 AND j.id = p.job_id
  AND j.type IN ('recalculate', 'nightly') AND NOT j.whole_tenant AND j.status = 'failed' AND j.finished_at < $2`;
// Ids rise with time, so the primary key finds the old ones.
const FORGET_OUTBOX = `DELETE FROM outbox WHERE tenant_id = $1 AND id < $2`;

/**
 * Deletes finished jobs that are past their retention or too many, the lists of customers of failed ones after a day, and outbox events that are
 * past their retention. Adds up the usage of months that do not change any more.
 */
export async function forgetJobs(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_JOBS, [new Date(now.getTime() - LIMITS.jobRetentionMs)]);
  await db.query(FORGET_MANY_JOBS, [new Date(now.getTime() - DAY_MS), LIMITS.jobs.finishedKept]);
  await db.query(FORGET_LISTS, [new Date(now.getTime() - DAY_MS)]);
  await foldUsage(db, monthOf(new Date(now.getTime() - LIMITS.usageFinalMs)));
  await db.query(FORGET_OUTBOX, [firstIdOf(new Date(now.getTime() - LIMITS.outboxRetentionMs))]);
}
