import { Process, Processor } from '@nestjs/bull';
import type { Job } from 'bull';
import { QUEUES } from '#libs/queues';
import { RelayOutbox } from '../outbox-relay/relay-outbox.js';
import { runJob } from '../run-job.js';
import { DeliverDue } from './deliver-due.js';

/** Tenants whose announcements one process relays at once. Nothing waits for a receiver here. */
const CONCURRENCY = 8;

@Processor(QUEUES.deliverWebhooks.name)
export class DeliverWebhooksConsumer {
  constructor(
    private readonly relayOutbox: RelayOutbox,
    private readonly deliverDue: DeliverDue,
  ) {}

  @Process({ concurrency: CONCURRENCY })
  async deliver(job: Job<unknown>): Promise<void> {
    await runJob(QUEUES.deliverWebhooks, job, async ({ tenantId }) => {
      await this.relayOutbox.relay(tenantId);
      await this.deliverDue.startFor(tenantId);
    });
  }
}
