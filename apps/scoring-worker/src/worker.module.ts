import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { WorkerQueues } from '#libs/config';
import { PlatformModule, type PlatformOptions } from '#libs/platform';
import { DeliverDue } from './deliver-webhook/deliver-due.js';
import { DeliverWebhooksConsumer } from './deliver-webhook/deliver-webhooks.consumer.js';
import { EraseShops } from './erase-shop/erase-shops.js';
import { EraseCustomer } from './erase-customer/erase-customer.js';
import { FitTenant } from './fit-model/fit-tenant.js';
import { ModelDuties } from './fit-model/model-duties.js';
import { RescoreTenants } from './fit-model/rescore-tenants.js';
import { TenantModels } from './fit-model/tenant-models.js';
import { WorkerHealthController } from './health/worker-health.controller.js';
import { RelayOutbox } from './outbox-relay/relay-outbox.js';
import { JobSetbacks } from './recalculate-tenant/job-setbacks.js';
import { NightlyPass } from './recalculate-tenant/nightly-pass.js';
import { RecalculateTenantConsumer } from './recalculate-tenant/recalculate-tenant.consumer.js';
import { RecalculateTenant } from './recalculate-tenant/recalculate-tenant.js';
import { DeliverParts } from './run-campaign/deliver-parts.js';
import { RunDueCampaigns } from './run-campaign/run-due-campaigns.js';
import { ScoreBackfillConsumer, ScoreCustomersConsumer } from './score-customers/score-customers.consumer.js';
import { ScoreDue } from './score-customers/score-due.js';
import { Scorer } from './score-customers/scorer.js';
import { configuredStorefrontProviders, STOREFRONT_WORK } from './storefront-sync/storefront-parts.js';
import { OpenJobs } from './sweep/open-jobs.js';
import { SweepCampaigns } from './sweep/sweep-campaigns.js';
import { SweepDeliveries } from './sweep/sweep-deliveries.js';
import { Sweep } from './sweep/sweep.js';

/** What a worker needs for each kind of work that it may take on. */
export const WORK: Readonly<Record<WorkerQueues, readonly Type<object>[]>> = {
  scoring: [
    Scorer,
    ScoreDue,
    ScoreCustomersConsumer,
    ScoreBackfillConsumer,
    RecalculateTenant,
    RecalculateTenantConsumer,
    JobSetbacks,
    EraseCustomer,
    EraseShops,
    OpenJobs,
    NightlyPass,
    TenantModels,
    FitTenant,
    RescoreTenants,
    ModelDuties,
    Sweep,
  ],
  delivery: [
    RelayOutbox,
    DeliverDue,
    DeliverWebhooksConsumer,
    SweepDeliveries,
    DeliverParts,
    RunDueCampaigns,
    SweepCampaigns,
    ...STOREFRONT_WORK,
  ],
};

@Module({ controllers: [WorkerHealthController] })
export class WorkerModule {
  /** Provides only the work of the queues that the configuration names. */
  static forRoot(options: PlatformOptions): DynamicModule {
    const { config } = options;
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(options)],
      providers: [...new Set(config.worker.queues.flatMap((queues) => WORK[queues])), ...configuredStorefrontProviders(config)],
    };
  }
}
