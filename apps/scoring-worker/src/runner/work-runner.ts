import { randomInt } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Config } from '#libs/config';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { ClockCheck } from '#libs/platform';
import { JobConsumer, type TenantJob, WorkerCount } from '#libs/queues';
import { Leases } from './leases.js';
import { type ConsumedQueue, runJob } from './run-job.js';
import type { DueWork, QueuedStage, Stage } from './stage.js';
import { sharedPause, SweepLoop } from './sweep-loop.js';

/** Interval and parallelism of the sweeps of a stage, as in the table. */
interface Swept {
  /** Due things that one process works on at the same time. */
  readonly sweptAtOnce: number;
  /** Pause between two sweeps: as configured, or in milliseconds. */
  readonly every: 'SWEEP_INTERVAL_MS' | number;
}

/** One row of the table in `work.ts`. */
export interface Work extends Swept {
  readonly stage: Type<Stage<DueWork>>;
  readonly queue: { readonly contract: ConsumedQueue<TenantJob>; readonly jobsAtOnce: number } | null;
}

/** A stage that only its sweep starts. */
export const swept = (stage: Type<Stage<DueWork>>, pace: Swept): Work => ({ stage, queue: null, ...pace });

/** A stage that the jobs of a queue start as well. @param pace with the jobs that one process runs at the same time */
export const queued = <Payload extends TenantJob>(
  contract: ConsumedQueue<Payload>,
  stage: Type<QueuedStage<DueWork, Payload>>,
  { jobsAtOnce, ...pace }: Swept & { readonly jobsAtOnce: number },
): Work => ({ stage, queue: { contract, jobsAtOnce }, ...pace });

/** The rows that this process works on. */
export const WORK_OF_THIS_PROCESS = Symbol('the work of this process');

/**
 * Runs every row of the table: takes jobs from its queue, and sweeps. All workers share the sweeps without a leader, and locks in Postgres keep them
 * apart. While the clock of the process is wrong, it works on nothing.
 */
@Injectable()
export class WorkRunner implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly stages: Stage<DueWork>[] = [];
  private readonly loops: Promise<void>[] = [];
  private readonly clockCheck: ClockCheck;
  private readonly workers: WorkerCount;
  private readonly database: Database;

  constructor(
    @Inject(WORK_OF_THIS_PROCESS) private readonly work: readonly Work[],
    private readonly modules: ModuleRef,
    private readonly consumer: JobConsumer,
    private readonly config: Config,
    private readonly log: Log,
  ) {
    this.clockCheck = modules.get(ClockCheck, { strict: false });
    this.workers = modules.get(WorkerCount, { strict: false });
    this.database = modules.get(Database, { strict: false });
  }

  onApplicationBootstrap(): void {
    // Every loop listens to the signal.
    setMaxListeners(0, this.stopping.signal);
    this.workers.start();
    for (const row of this.work) this.start(row);
  }

  /** Resolves when all running work has ended. Slices are short. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    this.workers.stop();
    await Promise.all([...this.loops, ...this.stages.map((stage) => stage.stop?.())]);
  }

  private start({ stage: type, queue, sweptAtOnce, every }: Work): void {
    const stage = this.modules.get<Stage<DueWork>>(type, { strict: false });
    this.stages.push(stage);
    if (queue !== null) {
      const { contract, jobsAtOnce } = queue;
      const started = stage as QueuedStage<DueWork, TenantJob>;
      this.consumer.consume(contract.name, jobsAtOnce, (job) => runJob(contract, job, (payload) => this.onJob(started, payload)));
    }
    const everyMs = every === 'SWEEP_INTERVAL_MS' ? this.config.worker.sweepIntervalMs : every;
    const pace = { pauseMs: () => sharedPause(everyMs, this.workers.value, randomInt(1000) / 1000), atOnce: sweptAtOnce };
    const tools = { log: this.log, clockCheck: this.clockCheck, leases: this.modules.get(Leases, { strict: false }) };
    this.loops.push(new SweepLoop(stage, pace, this.stopping.signal, tools).run());
  }

  /** Ignores jobs while the clock is wrong, and those of suspended tenants: a sweep finds their work later. */
  private async onJob(stage: QueuedStage<DueWork, TenantJob>, payload: TenantJob): Promise<void> {
    if (!(await this.clockCheck.isRight()) || (await this.database.isSuspended(payload.tenantId))) return;
    await stage.onJob(payload);
  }
}
