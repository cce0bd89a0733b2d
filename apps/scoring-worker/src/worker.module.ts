import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { WorkerQueues } from '#libs/config';
import { PlatformModule, type PlatformOptions } from '#libs/platform';
import { DeliveryWorkModule } from './delivery-work.module.js';
import { WorkerHealthController } from './runner/health/worker-health.controller.js';
import { WORK_OF_THIS_PROCESS, WorkRunner } from './runner/work-runner.js';
import { ScoringWorkModule } from './scoring-work.module.js';
import { WORK } from './work.js';

const MODULES: Readonly<Record<WorkerQueues, Type<object>>> = { scoring: ScoringWorkModule, delivery: DeliveryWorkModule };

@Module({ controllers: [WorkerHealthController] })
export class WorkerModule {
  /** Provides and runs only the work that `WORKER_QUEUES` gives to this process. */
  static forRoot(options: PlatformOptions): DynamicModule {
    const queues = [...new Set(options.config.worker.queues)];
    return {
      module: WorkerModule,
      imports: [PlatformModule.forRoot(options), ...queues.map((each) => MODULES[each])],
      providers: [WorkRunner, { provide: WORK_OF_THIS_PROCESS, useValue: queues.flatMap((each) => WORK[each]) }],
    };
  }
}
