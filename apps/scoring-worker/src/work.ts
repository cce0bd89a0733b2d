import type { WorkerQueues } from '#libs/config';
import { MINUTE_MS } from '#libs/core';
import { QUEUES } from '#libs/queues';
import { DeliverDue } from './delivery/deliver/deliver-due.js';
import { DeleteTenant } from './erasing/tenant/delete-tenant.js';
import { EraseCustomer } from './erasing/customer/erase-customer.js';
import { RemoveUpload } from './erasing/upload/remove-upload.js';
import { EraseShop } from './erasing/shop/erase-shop.js';
import { ExportTenant } from './tenant-export/export-tenant.js';
import { FitModels } from './models/fit/fit-models.js';
import { RescoreTenants } from './models/shared/rescore-tenants.js';
import { NightlyPass } from './nightly/nightly-pass.js';
import { RelayOutbox } from './delivery/relay/relay-outbox.js';
import { BeginResyncs, ResyncDestinations } from './delivery/resync/resync-destinations.js';
import { RecalculateTenant } from './scoring/recalculate/recalculate-tenant.js';
import { RemoveOld } from './erasing/old/remove-old.js';
import { ReplayPast } from './models/replay/replay-past.js';
import { CountResults } from './campaigns/count-results.js';
import { DeliverCampaigns } from './campaigns/deliver-campaigns.js';
import { SendScheduledCampaigns, SendTriggeredCampaigns } from './campaigns/send-due-campaigns.js';
import { queued, swept, type Work } from './runner/work-runner.js';
import { SendDigests } from './delivery/summaries/send-digests.js';
import { WriteSnapshots } from './delivery/snapshots/write-snapshots.js';
import { SendSummaries } from './delivery/summaries/send-summaries.js';
import { ScoreAlone } from './scoring/alone/score-alone.js';
import { ScoreBackfill, ScoreFresh } from './scoring/score/score-lanes.js';
import { SyncStorefronts } from './storefront/sync-storefronts.js';

const OFTEN = 'SWEEP_INTERVAL_MS';

/**
 * Everything that workers do, by the queues that `WORKER_QUEUES` gives to a process. A queue job starts its stage at once. If the job is lost, the
 * sweep finds the same work in Postgres with `findDue` of the stage. `sweptAtOnce` limits how many items it works on at a time.
 */
export const WORK: Readonly<Record<WorkerQueues, readonly Work[]>> = {
  scoring: [
    // Number of tenants at the same time. They alternate after each chunk, see chunk-slots.ts.
    queued(QUEUES.scoreCustomers, ScoreFresh, { jobsAtOnce: 32, sweptAtOnce: 16, every: OFTEN }),
    queued(QUEUES.scoreBackfill, ScoreBackfill, { jobsAtOnce: 8, sweptAtOnce: 8, every: OFTEN }),
    // One at a time, so that a death points to it.
    swept(ScoreAlone, { sweptAtOnce: 1, every: OFTEN }),
    queued(QUEUES.recalculateTenant, RecalculateTenant, { jobsAtOnce: 1, sweptAtOnce: 1, every: OFTEN }),
    swept(EraseCustomer, { sweptAtOnce: 1, every: OFTEN }),
    swept(EraseShop, { sweptAtOnce: 1, every: OFTEN }),
    swept(RemoveUpload, { sweptAtOnce: 1, every: OFTEN }),
    swept(ExportTenant, { sweptAtOnce: 1, every: OFTEN }),
    // The tasks of a large tenant can take minutes. Other tenants continue at the same time.
    swept(NightlyPass, { sweptAtOnce: 3, every: MINUTE_MS }),
    swept(RemoveOld, { sweptAtOnce: 1, every: OFTEN }),
    swept(FitModels, { sweptAtOnce: 1, every: OFTEN }),
    swept(RescoreTenants, { sweptAtOnce: 1, every: OFTEN }),
    swept(ReplayPast, { sweptAtOnce: 1, every: OFTEN }),
  ],
  delivery: [
    queued(QUEUES.deliverWebhooks, RelayOutbox, { jobsAtOnce: 8, sweptAtOnce: 4, every: OFTEN }),
    // Starts endpoints and does not wait for them: about 300 at the same time, see deliver-due.ts. All retries begin here.
    swept(DeliverDue, { sweptAtOnce: 1, every: OFTEN }),
    swept(SendScheduledCampaigns, { sweptAtOnce: 2, every: OFTEN }),
    swept(SendTriggeredCampaigns, { sweptAtOnce: 2, every: OFTEN }),
    swept(DeliverCampaigns, { sweptAtOnce: 2, every: OFTEN }),
    swept(CountResults, { sweptAtOnce: 1, every: OFTEN }),
    // Starts connections and does not wait for them: up to 20 at the same time, see sync-storefronts.ts.
    queued(QUEUES.syncStorefront, SyncStorefronts, { jobsAtOnce: 1, sweptAtOnce: 1, every: OFTEN }),
    swept(SendSummaries, { sweptAtOnce: 2, every: OFTEN }),
    swept(SendDigests, { sweptAtOnce: 2, every: OFTEN }),
    swept(BeginResyncs, { sweptAtOnce: 1, every: OFTEN }),
    swept(ResyncDestinations, { sweptAtOnce: 2, every: OFTEN }),
    // One of a large tenant takes minutes.
    swept(WriteSnapshots, { sweptAtOnce: 3, every: OFTEN }),
    swept(DeleteTenant, { sweptAtOnce: 1, every: OFTEN }),
  ],
};
