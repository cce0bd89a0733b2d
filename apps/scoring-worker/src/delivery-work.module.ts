import { Module } from '@nestjs/common';
import { DeliveryModule } from '#libs/delivery';
import { ExplainScore } from '#libs/customers';
import { VendorsModule } from '#libs/destinations';
import { TenantModels } from '#libs/orders';
import { DeleteTenant } from './erasing/tenant/delete-tenant.js';
import { EndShop } from './erasing/tenant/end-shop.js';
import { DeliverDue } from './delivery/deliver/deliver-due.js';
import { Protocols, WebhookSecrets } from './delivery/protocols/protocols.js';
import { SendTools } from './delivery/deliver/send-tools.js';
import { ProfileTools } from './delivery/protocols/profile-tools.js';
import { ReadProfiles } from './delivery/protocols/read-profiles.js';
import { BeginResyncs, ResyncDestinations } from './delivery/resync/resync-destinations.js';
import { SnapshotTools } from './delivery/snapshots/snapshot-tools.js';
import { WriteSnapshots } from './delivery/snapshots/write-snapshots.js';
import { JobSlices } from './runner/jobs/job-slices.js';
import { Leases } from './runner/leases.js';
import { RelayOutbox } from './delivery/relay/relay-outbox.js';
import { CountResults } from './campaigns/count-results.js';
import { DeliverCampaigns } from './campaigns/deliver-campaigns.js';
import { SendScheduledCampaigns, SendTriggeredCampaigns } from './campaigns/send-due-campaigns.js';
import { SendDigests } from './delivery/summaries/send-digests.js';
import { SendSummaries } from './delivery/summaries/send-summaries.js';
import { StorefrontSyncModule } from './storefront/storefront-sync.module.js';

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
    WriteSnapshots,
    SnapshotTools,
    ExplainScore,
    JobSlices,
    Leases,
    SendScheduledCampaigns,
    SendTriggeredCampaigns,
    DeliverCampaigns,
    CountResults,
    DeleteTenant,
    EndShop,
  ],
})
export class DeliveryWorkModule {}
