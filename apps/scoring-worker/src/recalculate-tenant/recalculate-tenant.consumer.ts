import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { QUEUES } from '#libs/queues';
import { RecalculateTenant } from './recalculate-tenant.js';

@Processor(QUEUES.recalculateTenant.name)
export class RecalculateTenantConsumer {
  constructor(private readonly recalculateTenant: RecalculateTenant) {}

  @Process()
  async recalculate(job: Job<unknown>): Promise<void> {
    const { tenantId, jobId } = QUEUES.recalculateTenant.parse(job.data);
    await this.recalculateTenant.run(tenantId, jobId);
  }
}
