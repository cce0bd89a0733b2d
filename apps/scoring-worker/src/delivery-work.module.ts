import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { VendorsModule } from '#libs/destinations';
import { TenantModels } from '#libs/score-inputs';
import { DeleteTenant } from './delete-tenant/delete-tenant.js';
import { EndShop } from './delete-tenant/end-shop.js';
import { DeliverDue } from './deliver-webhook/deliver-due.js';
import { Protocols, WebhookSecrets } from './protocols/protocols.js';
import { SendTools } from './deliver-webhook/send-tools.js';
import { ProfileTools } from './protocols/profile-tools.js';
import { ReadProfiles } from './protocols/read-profiles.js';
import { BeginResyncs, ResyncDestinations } from './resync-profiles/resync-destinations.js';
import { JobSlices } from './jobs/job-slices.js';
import { RelayOutbox } from './outbox-relay/relay-outbox.js';
import { CountResults } from './run-campaign/count-results.js';
import { DeliverCampaigns } from './run-campaign/deliver-campaigns.js';
import { SendScheduledCampaigns, SendTriggeredCampaigns } from './run-campaign/send-due-campaigns.js';
import { SendDigests } from './send-summaries/send-digests.js';
import { SendSummaries } from './send-summaries/send-summaries.js';
import { StorefrontSyncModule } from './storefront-sync/storefront-sync.module.js';

/** The stages of a worker with `delivery` in `WORKER_QUEUES`, and what they need. */
@Module({
  imports: [DeliveryModule, VendorsModule, StorefrontSyncModule],
  providers: [
    RelayOutbox,
    DeliverDue,
    SendTools,
    Protocols,
    WebhookSecrets,
    ReadProfiles,
    ProfileTools,
    TenantModels,
    BeginResyncs,
    SendDigests,
    SendSummaries,
    ResyncDestinations,
    JobSlices,
    SendScheduledCampaigns,
    SendTriggeredCampaigns,
    DeliverCampaigns,
    CountResults,
    DeleteTenant,
    EndShop,
  ],
})
export class DeliveryWorkModule {}
