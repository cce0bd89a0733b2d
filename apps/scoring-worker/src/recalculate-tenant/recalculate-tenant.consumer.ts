import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { QUEUES } from '#libs/queues';
import { runJob } from '../run-job.js';
import { RecalculateTenant } from './recalculate-tenant.js';

@Processor(QUEUES.recalculateTenant.name)
export class RecalculateTenantConsumer {
  constructor(private readonly recalculateTenant: RecalculateTenant) {}

  @Process()
  async recalculate(job: Job<unknown>): Promise<void> {
    await runJob(QUEUES.recalculateTenant, job, ({ tenantId, jobId }) => this.recalculateTenant.recalculate(tenantId, jobId));
  }
}
