import { Module } from '@nestjs/common';
import { TenantModels } from '#libs/score-inputs';
import { EraseCustomer } from './erase-customer/erase-customer.js';
import { EraseShop } from './erase-shop/erase-shop.js';
import { ExportTenant } from './export-tenant/export-tenant.js';
import { FitModels } from './fit-model/fit-models.js';
import { FitTenant } from './fit-model/fit-tenant.js';
import { JobSlices } from './jobs/job-slices.js';
import { RescoreTenants } from './models/rescore-tenants.js';
import { RestedTenants } from './models/rested-tenants.js';
import { NightlyPass } from './nightly/nightly-pass.js';
import { NightlyTasks } from './nightly/nightly-tasks.js';
import { RecalculateTenant } from './recalculate-tenant/recalculate-tenant.js';
import { RemoveOld } from './remove-old/remove-old.js';
import { ReplayPast } from './replay-past/replay-past.js';
import { ReplayTenant } from './replay-past/replay-tenant.js';
import { ChunkTurns } from './score-customers/chunk-turns.js';
import { DivideRequests } from './score-customers/divide-requests.js';
import { ScoreDue } from './score-customers/score-due.js';
import { ScoreBackfill, ScoreFresh } from './score-customers/score-lanes.js';
import { Scorer } from './score-customers/scorer.js';

/** The stages of a worker with `scoring` in `WORKER_QUEUES`, and what they need. */
@Module({
  providers: [
    ScoreFresh,
    ScoreBackfill,
    ChunkTurns,
    DivideRequests,
    ScoreDue,
    Scorer,
    TenantModels,
    RestedTenants,
    RecalculateTenant,
    EraseCustomer,
    EraseShop,
    ExportTenant,
    JobSlices,
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
