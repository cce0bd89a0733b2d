import { firstIdOf, LIMITS } from '#libs/core';
import { type TenantDb } from '#libs/database';
import { foldUsage, monthOf } from '#libs/tenants';

const FORGET_JOBS = `DELETE FROM churn_jobs WHERE tenant_id = $1 AND finished_at < $2`;
// Ids rise with time, so the primary key finds the old ones.
const FORGET_OUTBOX = `DELETE FROM outbox WHERE tenant_id = $1 AND id < $2`;

/** Deletes finished jobs and outbox events that are past their retention, and adds up the usage of settled months. */
export async function forgetJobs(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_JOBS, [new Date(now.getTime() - LIMITS.jobRetentionMs)]);
  await foldUsage(db, monthOf(new Date(now.getTime() - LIMITS.usageSettledMs)));
  await db.query(FORGET_OUTBOX, [firstIdOf(new Date(now.getTime() - LIMITS.outboxRetentionMs))]);
}
