import { type DynamicModule, Module } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SystemClock } from '#libs/core';
import { Database, refuseOldScoreRequests } from '#libs/database';
import { Log, Readiness } from '#libs/observability';
import { JobPublisher, QueuesModule, RedisConnections } from '#libs/queues';
import { EraseCustomer } from './erase-customer/erase-customer.js';
import { WorkerHealthController } from './health/worker-health.controller.js';
import { JobSetbacks } from './recalculate-tenant/job-setbacks.js';
import { NightlyPass } from './recalculate-tenant/nightly-pass.js';
import { RecalculateTenantConsumer } from './recalculate-tenant/recalculate-tenant.consumer.js';
import { RecalculateTenant } from './recalculate-tenant/recalculate-tenant.js';
import { ScoreBackfillConsumer, ScoreCustomersConsumer } from './score-customers/score-customers.consumer.js';
import { ScoreDue } from './score-customers/score-due.js';
import { OpenJobs } from './sweep/open-jobs.js';
import { Sweep } from './sweep/sweep.js';

@Module({
  controllers: [WorkerHealthController],
  providers: [
    ScoreDue,
    ScoreCustomersConsumer,
    ScoreBackfillConsumer,
    RecalculateTenant,
    RecalculateTenantConsumer,
    JobSetbacks,
    EraseCustomer,
    OpenJobs,
    NightlyPass,
    Sweep,
  ],
})
export class WorkerModule {
  /** @param database opened by main, and closed by it after everything else. */
  static of(config: Config, database: Database, log: Log): DynamicModule {
    const clock = new SystemClock(config.clockOffsetMs);
    const connections = new RedisConnections(config.redis.url, (error) => log.warn('redis.failed', { message: error.message }));
    return {
      module: WorkerModule,
      imports: [QueuesModule.forRoot(connections, clock)],
      providers: [
        { provide: Config, useValue: config },
        { provide: Database, useValue: database },
        { provide: Log, useValue: log },
        { provide: Clock, useValue: clock },
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
