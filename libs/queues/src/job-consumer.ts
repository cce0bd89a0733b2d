import type { Queue } from 'bull';

/** A job as the queue hands it over; `data` is not yet parsed. */
export interface QueuedJob {
  readonly id: string | number;
  readonly data: unknown;
}

/** Runs the jobs of queues in this process. */
export class JobConsumer {
  constructor(private readonly queues: ReadonlyMap<string, Queue>) {}

  /**
   * Runs each job that arrives in the queue, until the process stops.
   * @param atOnce jobs that run at the same time
   */
  consume(queueName: string, atOnce: number, run: (job: QueuedJob) => Promise<void>): void {
    const queue = this.queues.get(queueName);
    if (queue === undefined) throw new Error(`there is no queue ${queueName}`);
    // Bull leaves the rejection unhandled when a connection is closed before Redis has answered.
    const nameWorker = queue.setWorkerName.bind(queue);
    queue.setWorkerName = () => nameWorker().catch(() => undefined);
    // It rejects when the connection is closed for good, which the connection itself has logged. The sweep works without Redis.
    queue.process(atOnce, run).catch(() => undefined);
  }
}
