import { type DynamicModule, Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { ThrottlerModule } from '@nestjs/throttler';
import type { Config } from '#libs/config';
import { Clock, SystemClock } from '#libs/core';
import { Database, refuseOldScoreRequests, SecretBox } from '#libs/database';
import { ApiKeys, ApiKeyStrategy, RateLimitGuard, rateLimitOptions } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { Log, Readiness } from '#libs/observability';
import { JobPublisher, QueuesModule, RedisConnections } from '#libs/queues';
import { GetChurnController } from './churn/get-churn.controller.js';
import { GetChurn } from './churn/get-churn.js';
import { GetJobController } from './churn/get-job.controller.js';
import { GetJob } from './churn/get-job.js';
import { RecalculateController } from './churn/recalculate.controller.js';
import { Recalculate } from './churn/recalculate.js';
import { EraseCustomerController } from './customers/erase-customer.controller.js';
import { EraseCustomer } from './customers/erase-customer.js';
import { GetCustomerController } from './customers/get-customer.controller.js';
import { GetCustomer } from './customers/get-customer.js';
import { ListCustomersController } from './customers/list-customers.controller.js';
import { ListCustomers } from './customers/list-customers.js';
import { HealthController } from './health/health.controller.js';
import { RedisRateWindows } from './http/rate-limit/redis-rate-windows.js';
import { CustomWebhookController } from './ingest/custom-webhook.controller.js';
import { IngestController } from './ingest/ingest.controller.js';

@Module({
  imports: [PassportModule],
  controllers: [
    HealthController,
    IngestController,
    CustomWebhookController,
    ListCustomersController,
    GetCustomerController,
    GetChurnController,
    GetJobController,
    RecalculateController,
    EraseCustomerController,
  ],
  providers: [ApiKeys, ApiKeyStrategy, RateLimitGuard, Ingestion, ListCustomers, GetCustomer, GetChurn, GetJob, Recalculate, EraseCustomer],
})
export class ApiModule {
  /** @param database opened by main, and closed by it after everything else. */
  static of(config: Config, database: Database, log: Log): DynamicModule {
    const clock = new SystemClock(config.clockOffsetMs);
    const connections = new RedisConnections(config.redis.url, (error) => log.warn('redis.failed', { message: error.message }));
    const windows = new RedisRateWindows(connections, config.rateLimit, clock);
    return {
      module: ApiModule,
      imports: [QueuesModule.forRoot(connections, clock), ThrottlerModule.forRoot(rateLimitOptions(windows, config.rateLimit.perAddress))],
      providers: [
        { provide: Database, useValue: database },
        { provide: Log, useValue: log },
        { provide: Clock, useValue: clock },
        { provide: SecretBox, useValue: new SecretBox(config.secretKeys) },
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
