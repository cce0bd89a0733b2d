import { type DynamicModule, type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import { Config } from '#libs/config';
import { Clock, SystemClock } from '#libs/core';
import { Database, refuseOldScoreRequests, SecretBox, UsageMeter } from '#libs/database';
import {
  AccessTokens,
  ApiKeys,
  ApiKeyStrategy,
  JwtStrategy,
  RateLimitGuard,
  rateLimitOptions,
  RateWindows,
  RefreshTokens,
} from '#libs/guards';
import { AddressGuard, Sender } from '#libs/delivery';
import { Ingestion } from '#libs/ingestion';
import { Log, Readiness } from '#libs/observability';
import { OperatorServer } from '#libs/operator';
import { JobPublisher, QueueBoard, QueuesModule, RedisConnections } from '#libs/queues';
import { ACCOUNT_CONTROLLERS, ACCOUNT_PROVIDERS, configuredAccountProviders } from './accounts/account-parts.js';
import { ListAuditLogController } from './audit/list-audit-log.controller.js';
import { ListAuditLog } from './audit/list-audit-log.js';
import { BILLING_CONTROLLERS, BILLING_PROVIDERS } from './billing/billing-parts.js';
import { CAMPAIGN_CONTROLLERS, CAMPAIGN_PROVIDERS } from './campaigns/campaign-parts.js';
import { ChurnAnalytics } from './churn/churn-analytics.js';
import { GetAnalyticsController } from './churn/get-analytics.controller.js';
import { GetChurnController } from './churn/get-churn.controller.js';
import { GetChurn } from './churn/get-churn.js';
import { GetJobController } from './churn/get-job.controller.js';
import { GetJob } from './churn/get-job.js';
import { GetModelController } from './churn/get-model.controller.js';
import { GetModel } from './churn/get-model.js';
import { RecalculateController } from './churn/recalculate.controller.js';
import { Recalculate } from './churn/recalculate.js';
import { EraseCustomerController } from './customers/erase-customer.controller.js';
import { EraseCustomer } from './customers/erase-customer.js';
import { GetCustomerController } from './customers/get-customer.controller.js';
import { GetCustomer } from './customers/get-customer.js';
import { ListCustomersController } from './customers/list-customers.controller.js';
import { ListCustomers } from './customers/list-customers.js';
import { ListOrders } from './customers/list-orders.js';
import { DashboardChurnController } from './dashboard/dashboard-churn.controller.js';
import { ScoreHistogram } from './churn/score-histogram.js';
import { DashboardCustomersController } from './dashboard/dashboard-customers.controller.js';
import { DashboardEventsController } from './dashboard/dashboard-events.controller.js';
import { HealthController } from './health/health.controller.js';
import { RedisRateWindows } from './http/rate-limit/redis-rate-windows.js';
import { CustomWebhookController } from './ingest/custom-webhook.controller.js';
import { IngestDoor } from './ingest/ingest-door.js';
import { IngestController } from './ingest/ingest.controller.js';
import { configuredStorefrontProviders, STOREFRONT_CONTROLLERS, STOREFRONT_PROVIDERS } from './ingest/storefront/storefront-parts.js';
import { configuredIntegrationProviders, INTEGRATION_CONTROLLERS, INTEGRATION_PROVIDERS } from './integrations/integration-parts.js';
import { WEBHOOK_DELIVERY_CONTROLLERS, WEBHOOK_DELIVERY_PROVIDERS } from './settings/webhook-deliveries/webhook-delivery-parts.js';
import { SETTINGS_CONTROLLERS, SETTINGS_PROVIDERS } from './settings/settings-parts.js';

@Module({
  imports: [PassportModule],
  controllers: [
    HealthController,
    IngestController,
    CustomWebhookController,
    ...STOREFRONT_CONTROLLERS,
    ListCustomersController,
    GetCustomerController,
    GetChurnController,
    GetAnalyticsController,
    GetJobController,
    GetModelController,
    RecalculateController,
    EraseCustomerController,
    DashboardCustomersController,
    DashboardChurnController,
    DashboardEventsController,
    ListAuditLogController,
    ...ACCOUNT_CONTROLLERS,
    ...WEBHOOK_DELIVERY_CONTROLLERS,
    ...SETTINGS_CONTROLLERS,
    ...BILLING_CONTROLLERS,
    ...CAMPAIGN_CONTROLLERS,
    ...INTEGRATION_CONTROLLERS,
  ],
  providers: [
    ApiKeys,
    ApiKeyStrategy,
    AccessTokens,
    RefreshTokens,
    JwtStrategy,
    RateLimitGuard,
    Ingestion,
    ListCustomers,
    ListOrders,
    GetCustomer,
    GetChurn,
    ChurnAnalytics,
    GetJob,
    GetModel,
    Recalculate,
    ScoreHistogram,
    EraseCustomer,
    ListAuditLog,
    ...ACCOUNT_PROVIDERS,
    ...WEBHOOK_DELIVERY_PROVIDERS,
    ...SETTINGS_PROVIDERS,
    ...BILLING_PROVIDERS,
    ...CAMPAIGN_PROVIDERS,
    ...STOREFRONT_PROVIDERS,
    ...INTEGRATION_PROVIDERS,
  ],
})
export class ApiModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(IngestDoor).forRoutes({ path: 'events', method: RequestMethod.POST });
  }

  /** @param database opened by main, and closed by it after everything else. */
  static of(config: Config, database: Database, log: Log): DynamicModule {
    const clock = new SystemClock(config.clockOffsetMs);
    const guard = new AddressGuard(config.webhooks.openRanges);
    const connections = new RedisConnections(config.redis, (error) => log.warn('redis.failed', { message: error.message }));
    const windows = new RedisRateWindows(connections, config.rateLimit, clock);
    return {
      module: ApiModule,
      imports: [QueuesModule.forRoot(connections, clock), ThrottlerModule.forRoot(rateLimitOptions(windows, config.rateLimit.perAddress))],
      providers: [
        { provide: Config, useValue: config },
        { provide: Database, useValue: database },
        { provide: Log, useValue: log },
        { provide: Clock, useValue: clock },
        { provide: AddressGuard, useValue: guard },
        { provide: Sender, useValue: new Sender(config.webhooks, guard) },
        { provide: UsageMeter, useValue: new UsageMeter(database, clock) },
        { provide: RateWindows, useValue: windows },
        ...configuredAccountProviders(config, log),
        ...configuredStorefrontProviders(config),
        ...configuredIntegrationProviders(config),
        { provide: SecretBox, useValue: new SecretBox(config.secretKeys) },
        {
          provide: OperatorServer,
          inject: [JobPublisher, QueueBoard, Readiness],
          useFactory: (publisher: JobPublisher, board: QueueBoard, readiness: Readiness) =>
            new OperatorServer({ database, publisher, board, readiness, clock }, config.operator, config.operator.ports.api, log),
        },
        {
          provide: Readiness,
          inject: [JobPublisher],
          useFactory: (publisher: JobPublisher) =>
            new Readiness(
              { database: () => database.ping(), redis: () => publisher.ping(), score_requests: () => refuseOldScoreRequests(database) },
              log,
            ),
        },
      ],
    };
  }
}
