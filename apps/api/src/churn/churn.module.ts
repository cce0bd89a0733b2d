import { Module } from '@nestjs/common';
import { ChurnAnalytics } from './churn-analytics.js';
import { GetLabelChangesController } from './changes/get-label-changes.controller.js';
import { GetLabelChanges } from './changes/get-label-changes.js';
import { TenantModels } from '#libs/orders';
import { ExplainScore } from './explain-score.js';
import { GetAnalyticsController } from './get-analytics.controller.js';
import { GetBacktestController } from './past/get-backtest.controller.js';
import { GetBacktest } from './past/get-backtest.js';
import { GetChurnController } from './get-churn.controller.js';
import { GetChurn } from './get-churn.js';
import { GetDigestController } from './digest/get-digest.controller.js';
import { GetDigest } from './digest/get-digest.js';
import { GetJobController } from './get-job.controller.js';
import { GetJob } from './get-job.js';
import { GetLifecycleController } from './get-lifecycle.controller.js';
import { LifecycleAnalytics } from './lifecycle-analytics.js';
import { GetModelController } from './get-model.controller.js';
import { GetModel } from './get-model.js';
import { RecalculateController } from './recalculate.controller.js';
import { Recalculate } from './recalculate.js';
import { ScoreHistogram } from './score-histogram.js';
import { CustomersModule } from '../customers/customers.module.js';
import { DashboardBacktestController } from './past/dashboard-backtest.controller.js';
import { DashboardChurnController } from './dashboard/dashboard-churn.controller.js';
import { DashboardCustomersController } from './dashboard/dashboard-customers.controller.js';
import { DashboardLifecycleController } from './dashboard/dashboard-lifecycle.controller.js';

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
    GetChurnController,
    GetAnalyticsController,
    GetBacktestController,
    GetDigestController,
    GetJobController,
    GetLabelChangesController,
    GetLifecycleController,
    GetModelController,
    RecalculateController,
    DashboardCustomersController,
    DashboardBacktestController,
    DashboardChurnController,
    DashboardLifecycleController,
  ],
  providers: [...USE_CASES, ExplainScore, TenantModels],
  exports: [...USE_CASES, ExplainScore],
})
export class ChurnModule {}
