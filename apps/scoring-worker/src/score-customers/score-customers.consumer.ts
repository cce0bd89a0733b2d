import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { QUEUES } from '#libs/queues';
import { runJob } from '../run-job.js';
import { ScoreDue } from './score-due.js';

/** Tenants whose fresh events are scored at once by one process. */
const FRESH_CONCURRENCY = 4;

@Processor(QUEUES.scoreCustomers.name)
export class ScoreCustomersConsumer {
  constructor(private readonly scoreDue: ScoreDue) {}

  @Process({ concurrency: FRESH_CONCURRENCY })
  async score(job: Job<unknown>): Promise<void> {
    await runJob(QUEUES.scoreCustomers, job, ({ tenantId }) => this.scoreDue.scoreDue(tenantId, { backfill: false }));
  }
}

/** One at a time: imported history may take its time, fresh events may not. */
@Processor(QUEUES.scoreBackfill.name)
export class ScoreBackfillConsumer {
  constructor(private readonly scoreDue: ScoreDue) {}

  @Process()
  async score(job: Job<unknown>): Promise<void> {
    await runJob(QUEUES.scoreBackfill, job, ({ tenantId }) => this.scoreDue.scoreDue(tenantId, { backfill: true }));
  }
}
