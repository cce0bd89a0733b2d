import { Module } from '@nestjs/common';
import { DeliverDue } from './deliver-webhook/deliver-due.js';
import { RelayOutbox } from './outbox-relay/relay-outbox.js';
import { DeliverCampaigns } from './run-campaign/deliver-campaigns.js';
import { SendScheduledCampaigns, SendTriggeredCampaigns } from './run-campaign/send-due-campaigns.js';
import { StorefrontSyncModule } from './storefront-sync/storefront-sync.module.js';

/** The stages of a worker with `delivery` in `WORKER_QUEUES`, and what they need. */
@Module({
  imports: [StorefrontSyncModule],
  providers: [RelayOutbox, DeliverDue, SendScheduledCampaigns, SendTriggeredCampaigns, DeliverCampaigns],
})
export class DeliveryWorkModule {}
