import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import type { Config } from '#libs/config';
import { Clock, SystemClock } from '#libs/core';
import { Database } from '#libs/database';
import { ApiKeys, ApiKeyStrategy } from '#libs/guards';
import { Ingestion } from '#libs/ingestion';
import { Log, Readiness } from '#libs/observability';
import { JobPublisher, QueuesModule, RedisConnections } from '#libs/queues';
import { GetChurnController } from './churn/get-churn.controller.js';
import { GetChurn } from './churn/get-churn.js';
import { ListCustomersController } from './customers/list-customers.controller.js';
import { ListCustomers } from './customers/list-customers.js';
import { HealthController } from './health/health.controller.js';
import { IngestController } from './ingest/ingest.controller.js';

/** What the process is made of, opened by main: a module cannot await a database before Nest builds the rest. */
export interface ApiParts {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
}

@Module({
  imports: [PassportModule],
  controllers: [HealthController, IngestController, ListCustomersController, GetChurnController],
  providers: [ApiKeyStrategy, ListCustomers, GetChurn],
})
export class ApiModule implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  static of({ config, database, log }: ApiParts): DynamicModule {
    const connections = new RedisConnections(config.redis.url, (error) => log.warn('redis.failed', { message: error.message }));
    const shared = {
      module: SharedPartsModule,
      global: true,
      providers: [
        { provide: Database, useValue: database },
        { provide: Log, useValue: log },
        { provide: Clock, useValue: new SystemClock(config.clockOffsetMs) },
      ],
      exports: [Database, Log, Clock],
    };
    return {
      module: ApiModule,
      imports: [shared, QueuesModule.forRoot(connections)],
      providers: [
        {
          provide: ApiKeys,
          inject: [Database, Clock],
          useFactory: (db: Database, clock: Clock) => new ApiKeys(db, clock),
        },
        {
          provide: Ingestion,
          inject: [Database, JobPublisher, Clock],
          useFactory: (db: Database, publisher: JobPublisher, clock: Clock) => new Ingestion(db, publisher, clock),
        },
        {
          provide: Readiness,
          inject: [Database, JobPublisher],
          useFactory: (db: Database, publisher: JobPublisher) =>
            new Readiness({ database: () => db.ping(), redis: () => publisher.ping() }),
        },
      ],
    };
  }

  /** Last of all: requests in flight still need it. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** The parts that every other module may ask for. */
class SharedPartsModule {}
