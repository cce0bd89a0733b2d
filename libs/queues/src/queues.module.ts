import { BullModule, getQueueToken } from '@nestjs/bull';
import { type DynamicModule, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Queue } from 'bull';
import type { Clock } from '#libs/core';
import { QUEUES } from './contracts.js';
import { JobConsumer } from './job-consumer.js';
import { JobPublisher } from './job-publisher.js';
import { QueueBoard } from './queue-board.js';
import { RedisConnections } from './redis-connections.js';
import { WorkerCount } from './worker-count.js';

const NAMES = Object.values(QUEUES).map(({ name }) => name);
const CLOSE_LIMIT_MS = 2000;
const ALL_QUEUES = Symbol('all queues');

/** Bull, wired to our connections. `forRoot` is called once per process. */
@Module({})
export class QueuesModule implements OnApplicationShutdown {
  constructor(
    @Inject(ALL_QUEUES) private readonly queues: ReadonlyMap<string, Queue>,
    private readonly connections: RedisConnections,
    private readonly publisher: JobPublisher,
  ) {}

  /** @param connections made by the caller, who handles their errors */
  static forRoot(connections: RedisConnections, clock: Clock): DynamicModule {
    const provideConnections = { provide: RedisConnections, useValue: connections };
    return {
      module: QueuesModule,
      global: true,
      imports: [
        BullModule.forRoot({
          createClient: connections.create,
          // The braces are a hash tag: all keys of a queue share one Redis Cluster slot.
          prefix: '{churn}',
          defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
        }),
        BullModule.registerQueue(...NAMES.map((name) => ({ name }))),
      ],
      providers: [
        provideConnections,
        {
          provide: ALL_QUEUES,
          inject: NAMES.map((name) => getQueueToken(name)),
          useFactory: (...queues: Queue[]) => {
            // Bull repeats connection errors here; the handler of the connections has already logged them.
            for (const queue of queues) queue.on('error', () => undefined);
            // The package would close each queue without a limit; `onApplicationShutdown` below closes all within one.
            for (const queue of queues) Reflect.deleteProperty(queue, 'onApplicationShutdown');
            return new Map(queues.map((queue) => [queue.name, queue]));
          },
        },
        {
          provide: QueueBoard,
          inject: [ALL_QUEUES],
          useFactory: (queues: ReadonlyMap<string, Queue>) => new QueueBoard(queues),
        },
        {
          provide: JobConsumer,
          inject: [ALL_QUEUES],
          useFactory: (queues: ReadonlyMap<string, Queue>) => new JobConsumer(queues),
        },
        {
          provide: WorkerCount,
          inject: [getQueueToken(QUEUES.scoreCustomers.name)],
          useFactory: (queue: Queue) => new WorkerCount(queue.client),
        },
        {
          provide: JobPublisher,
          inject: [ALL_QUEUES],
          useFactory: (queues: ReadonlyMap<string, Queue>) => new JobPublisher(queues, clock),
        },
      ],
      exports: [JobConsumer, JobPublisher, QueueBoard, RedisConnections, WorkerCount],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.publisher.close();
    // Without Redis, Bull would wait for it to come back, or end the process by a rejection that it does not handle.
    const reachable = [...this.queues.values()].filter(({ client }) => client.status === 'ready');
    const close = Promise.all(reachable.map((queue) => queue.close().catch(() => undefined)));
    await Promise.race([close, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())]);
    this.connections.closeAll();
  }
}
