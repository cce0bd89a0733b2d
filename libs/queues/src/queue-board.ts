import type { Queue } from 'bull';
import { type Express, Router } from 'express';

const STATES = ['waiting', 'active', 'delayed', 'failed', 'paused'] as const;

/** State of one queue in Redis. */
export interface QueueState {
  readonly queue: string;
  readonly jobs: Readonly<Record<(typeof STATES)[number], number>>;
  /** Waiting time of the oldest waiting job; 0 without one. */
  readonly oldestMs: number;
}

/** Shows the queues to operators. Jobs are only wake-ups; the work is in Postgres. */
export class QueueBoard {
  constructor(private readonly queues: ReadonlyMap<string, Queue>) {}

  /** @throws when Redis does not answer. */
  states(now: Date): Promise<QueueState[]> {
    return Promise.all([...this.queues.values()].map((queue) => stateOf(queue, now)));
  }

  /** Returns read-only pages of the queues and their jobs. @param path under which they are served */
  async pages(path: string): Promise<Router> {
    // Loaded only when a credential is set.
    const [{ createBullBoard }, adapters, { ExpressAdapter }] = await loadBoard();
    const server = new ExpressAdapter().setBasePath(path);
    const queues = [...this.queues.values()].map((queue) => new adapters.BullAdapter(queue, { readOnlyMode: true }));
    createBullBoard({ queues, serverAdapter: server, options: { uiConfig: { boardTitle: 'Churn scoring', favIcon: NO_ICON } } });
    return Router().use(path, server.getRouter() as Express);
  }
}

/** The default icon would be fetched from another site. */
const NO_ICON = { default: 'data:,', alternative: 'data:,' };

const loadBoard = () => Promise.all([import('@bull-board/api'), import('@bull-board/api/bullAdapter'), import('@bull-board/express')]);

async function stateOf(queue: Queue, now: Date): Promise<QueueState> {
  const [counts, paused, [oldest]] = await Promise.all([
    queue.getJobCounts(),
    queue.getPausedCount(),
    queue.getJobs(['waiting'], 0, 0, true),
  ]);
  const { waiting, active, delayed, failed } = counts;
  // A job that was taken between the two reads is null.
  return {
    queue: queue.name,
    jobs: { waiting, active, delayed, failed, paused },
    oldestMs: oldest ? Math.max(0, now.getTime() - oldest.timestamp) : 0,
  };
}
