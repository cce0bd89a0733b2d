import type { Command } from 'commander';
import { answer, withDatabase } from '../admin-session.js';
import { cancelJob } from './cancel-job.js';
import { listJobs, listJobsOfAll } from './list-jobs.js';
import { retryJob } from './retry-job.js';

/** Adds `admin job list|cancel|retry`. */
export function addJobCommands(admin: Command): void {
  const job = admin
    .command('job')
    .description('list, cancel and retry jobs: recalculations, nightly passes, fits, exports, resyncs, erasures');
  job
    .command('list')
    .description('list the latest jobs of a tenant with their progress; without a tenant, the open and failed jobs of all')
    .option('--tenant <name or id>', 'the tenant')
    .action(async ({ tenant }: { tenant?: string }) =>
      answer({ data: await withDatabase((database) => (tenant === undefined ? listJobsOfAll(database) : listJobs(database, tenant))) }),
    );
  job
    .command('cancel')
    .description('end a waiting or running job as failed; what it has done stays')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--id <id>', 'the id of the job')
    .action(async (options) => answer(await withDatabase((database) => cancelJob(database, options.tenant, options.id))));
  job
    .command('retry')
    .description('continue a failed job where it stopped')
    .requiredOption('--tenant <name or id>', 'the tenant')
    .requiredOption('--id <id>', 'the id of the job')
    .action(async (options) => answer(await withDatabase((database) => retryJob(database, options.tenant, options.id))));
}
