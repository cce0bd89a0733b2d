import { Module } from '@nestjs/common';
import { TenantModels } from '#libs/orders';
import { EraseCustomer } from './erasing/customer/erase-customer.js';
import { RemoveUpload } from './erasing/upload/remove-upload.js';
import { EraseShop } from './erasing/shop/erase-shop.js';
import { ExportTenant } from './tenant-export/export-tenant.js';
import { FitModels } from './models/fit/fit-models.js';
import { FitTenant } from './models/fit/fit-tenant.js';
import { Leases } from './runner/leases.js';
import { JobSlices } from './runner/jobs/job-slices.js';
import { RescoreTenants } from './models/shared/rescore-tenants.js';
import { RestedTenants } from './scoring/score/rested-tenants.js';
import { NightlyPass } from './nightly/nightly-pass.js';
import { NightlyTasks } from './nightly/nightly-tasks.js';
import { RecalculateTenant } from './scoring/recalculate/recalculate-tenant.js';
import { RemoveOld } from './erasing/old/remove-old.js';
import { ReplayPast } from './models/replay/replay-past.js';
import { ReplayTenant } from './models/replay/replay-tenant.js';
import { ChunkSlots } from './scoring/score/chunk-slots.js';
import { ScoreAlone } from './scoring/alone/score-alone.js';
import { ScoreDue } from './scoring/score/score-due.js';
import { ScoreRequests } from './scoring/score/score-requests.js';
import { ScoreBackfill, ScoreFresh } from './scoring/score/score-lanes.js';
import { Scorer } from './scoring/score/scorer.js';

/** The stages of a worker with `scoring` in `WORKER_QUEUES`, and what they need. */
@Module({
  providers: [
    ScoreFresh,
    ScoreBackfill,
    ChunkSlots,
    ScoreAlone,
    ScoreDue,
    ScoreRequests,
    Scorer,
    TenantModels,
    RestedTenants,
    RecalculateTenant,
    EraseCustomer,
    EraseShop,
    RemoveUpload,
    ExportTenant,
    JobSlices,
    Leases,
    NightlyPass,
    NightlyTasks,
    RemoveOld,
    FitModels,
    FitTenant,
    RescoreTenants,
    ReplayPast,
    ReplayTenant,
  ],
})
export class ScoringWorkModule {}
