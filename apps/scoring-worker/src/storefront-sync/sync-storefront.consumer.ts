import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { QUEUES } from '#libs/queues';
import { runJob } from '../run-job.js';
import { SyncStorefronts } from './sync-storefronts.js';

@Processor(QUEUES.syncStorefront.name)
export class SyncStorefrontConsumer {
  constructor(private readonly syncStorefronts: SyncStorefronts) {}

  @Process()
  async sync(job: Job<unknown>): Promise<void> {
    await runJob(QUEUES.syncStorefront, job, ({ tenantId }) => this.syncStorefronts.startFor(tenantId));
  }
}
