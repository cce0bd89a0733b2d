import { Module } from '@nestjs/common';
import { ChurnAnalytics } from './churn-analytics.js';
import { ChurnController } from './churn.controller.js';
import { ChurnJobsController } from './churn-jobs.controller.js';
import { GetLabelChangesController } from './changes/get-label-changes.controller.js';
import { GetLabelChanges } from './changes/get-label-changes.js';
import { TenantModels } from '#libs/orders';
import { ExplainScore } from '#libs/customers';
import { GetBacktest } from './past/get-backtest.js';
import { GetChurnController } from './get-churn.controller.js';
import { GetChurn } from './get-churn.js';
import { GetDigestController } from './digest/get-digest.controller.js';
import { GetDigest } from './digest/get-digest.js';
import { GetJob } from './get-job.js';
import { GetLifecycleController } from './get-lifecycle.controller.js';
import { LifecycleAnalytics } from './lifecycle-analytics.js';
import { GetModel } from './get-model.js';
import { Recalculate } from './recalculate.js';
import { ScoreHistogram } from './score-histogram.js';
import { CustomersModule } from '../customers/customers.module.js';

const USE_CASES = [
  GetBacktest,
  GetChurn,
  ChurnAnalytics,
  GetDigest,
  GetJob,
  GetLabelChanges,
  GetModel,
  LifecycleAnalytics,
  Recalculate,
  ScoreHistogram,
];

@Module({
  imports: [CustomersModule],
  controllers: [
    ChurnController,
    ChurnJobsController,
    GetChurnController,
    GetDigestController,
    GetLabelChangesController,
    GetLifecycleController,
  ],
  providers: [...USE_CASES, ExplainScore, TenantModels],
  exports: [...USE_CASES, ExplainScore],
})
export class ChurnModule {}
