import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { DeleteTenant } from './delete-tenant/delete-tenant.js';
import { EndShop } from './delete-tenant/end-shop.js';
import { DeliverDue } from './deliver-webhook/deliver-due.js';
import { SendTools } from './deliver-webhook/send-tools.js';
import { RelayOutbox } from './outbox-relay/relay-outbox.js';
import { DeliverCampaigns } from './run-campaign/deliver-campaigns.js';
import { SendScheduledCampaigns, SendTriggeredCampaigns } from './run-campaign/send-due-campaigns.js';
import { StorefrontSyncModule } from './storefront-sync/storefront-sync.module.js';

/** The stages of a worker with `delivery` in `WORKER_QUEUES`, and what they need. */
@Module({
  imports: [DeliveryModule, StorefrontSyncModule],
  providers: [RelayOutbox, DeliverDue, SendTools, SendScheduledCampaigns, SendTriggeredCampaigns, DeliverCampaigns, DeleteTenant, EndShop],
})
export class DeliveryWorkModule {}
