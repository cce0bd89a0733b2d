import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SystemClock } from '#libs/core';
import { Database } from '#libs/database';
import { SecretBox, UsageMeter } from '#libs/tenants';
import { BackfillNotes, refuseOldScoreRequests } from '#libs/work';
import { Log, Readiness } from '#libs/observability';
import { OperatorServer } from '#libs/operator';
import { JobPublisher, QueueBoard, QueuesModule, RedisConnections } from '#libs/queues';
import { ClockCheck } from './clock-check.js';
import { Liveness } from './liveness.js';

/** The parts that `main` opens before Nest starts, and closes after Nest ends. */
export interface PlatformOptions {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  /** The port of the operator server of this process; null switches the server off. */
  readonly operatorPort: number | null;
}

/**
 * Provides what every process needs: configuration, log, clock, database, sealed secrets, usage counts, queues, readiness and the
 * operator server. The module is global, so feature modules inject these without importing it.
 */
@Module({})
export class PlatformModule {
  /** Call it once per process. */
  static forRoot(options: PlatformOptions): DynamicModule {
    const { config, log } = options;
    const clock = new SystemClock(config.clockOffsetMs + config.clockErrorMs);
    const connections = new RedisConnections(config.redis, (error) => log.warn('redis.failed', { message: error.message }));
    const providers = [...openedProviders(options, clock), ...observingProviders(options, clock)];
    return {
      module: PlatformModule,
      global: true,
      imports: [QueuesModule.forRoot(connections, clock)],
      providers,
      exports: providers,
    };
  }
}

const openedProviders = ({ config, log, database }: PlatformOptions, clock: Clock): Provider[] => [
  { provide: Config, useValue: config },
  { provide: Log, useValue: log },
  { provide: Clock, useValue: clock },
  { provide: Database, useValue: database },
  { provide: SecretBox, useValue: new SecretBox(config.secretKeys) },
  { provide: UsageMeter, useValue: new UsageMeter(database, clock) },
  { provide: BackfillNotes, useValue: new BackfillNotes(clock, config.backfillQuietMs) },
];

const observingProviders = ({ config, log, database, operatorPort }: PlatformOptions, clock: Clock): Provider[] => [
  { provide: ClockCheck, useValue: new ClockCheck(database, clock, config.clockOffsetMs, log) },
  {
    provide: Readiness,
    inject: [JobPublisher, ClockCheck],
    useFactory: (publisher: JobPublisher, clockCheck: ClockCheck) =>
      new Readiness(
        {
          database: () => database.ping(),
          redis: () => publisher.ping(),
          score_requests: () => refuseOldScoreRequests(database),
          clock: () => clockCheck.requireRight(),
        },
        log,
      ),
  },
  {
    provide: Liveness,
    inject: [JobPublisher, RedisConnections],
    useFactory: (publisher: JobPublisher, connections: RedisConnections) => {
      const liveness = new Liveness(
        {
          database: { ask: () => database.ping(), answeredAt: () => database.answeredAt, askAnew: () => database.askAnew() },
          redis: { ask: () => publisher.ping(), askAnew: () => connections.askAnew() },
        },
        log,
      );
      liveness.watch();
      return liveness;
    },
  },
  {
    provide: OperatorServer,
    inject: [JobPublisher, QueueBoard, Readiness],
    useFactory: (publisher: JobPublisher, board: QueueBoard, readiness: Readiness) =>
      new OperatorServer({ database, publisher, board, readiness, clock }, config.operator, operatorPort, log),
  },
];
