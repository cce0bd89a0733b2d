import type { Clock } from '#libs/core';
import { type Database } from '#libs/database';
import { readWaitingWork } from '#libs/work';
import { OWN_STATE, type Readiness, SHARED_STATE } from '#libs/observability';
import type { JobPublisher, QueueBoard } from '#libs/queues';

/** Sources of the measured state. */
export interface StateSources {
  readonly database: Database;
  readonly publisher: JobPublisher;
  readonly board: QueueBoard;
  readonly readiness: Readiness;
  readonly clock: Clock;
}

/** A scraper gives up after seconds, so values that take longer are left out. */
const LIMIT_MS = 3000;

/**
 * Updates the gauges. A value that cannot be read is removed instead of repeated; `churn_ready` says why. Never throws.
 */
export async function measureState(sources: StateSources): Promise<void> {
  measureProcess(sources);
  const shared = [measureReadiness(sources), measureWork(sources), measureQueues(sources)];
  await Promise.all(shared.map((reading) => withinLimit(reading)));
}

function measureProcess({ database, publisher }: StateSources): void {
  const { used, idle, most, waiting } = database.poolState();
  for (const [state, connections] of Object.entries({ used, idle, most })) OWN_STATE.poolConnections.set({ state }, connections);
  OWN_STATE.poolWaiting.set(waiting);
  measureReplica(database);
  OWN_STATE.wakeUps.reset();
  for (const [outcome, count] of Object.entries(publisher.counts)) OWN_STATE.wakeUps.inc({ outcome }, count);
}

function measureReplica(database: Database): void {
  const { replicaUsable, replicaLag, replicaReads } = OWN_STATE;
  const state = database.replicaState();
  replicaLag.remove();
  replicaUsable.remove();
  replicaReads.reset();
  if (state === null) return;
  replicaUsable.set(state.isUsable ? 1 : 0);
  if (state.lagMs !== null) replicaLag.set(state.lagMs / 1000);
  for (const [outcome, count] of Object.entries(state.reads)) replicaReads.inc({ outcome }, count);
}

async function measureReadiness({ readiness }: StateSources): Promise<void> {
  const { checks } = await readiness.check();
  for (const [part, said] of Object.entries(checks)) OWN_STATE.ready.set({ part }, said === 'ok' ? 1 : 0);
}

async function measureWork({ database }: StateSources): Promise<void> {
  const { scoreRequestAge, scoreRequestTenants, scoreRequestsSetAside, outboxAge, deliveryAge, deliveryEndpoints, mailAge } = SHARED_STATE;
  for (const gauge of [scoreRequestsSetAside, outboxAge, deliveryAge, deliveryEndpoints, mailAge]) gauge.remove();
  for (const gauge of [scoreRequestAge, scoreRequestTenants]) gauge.reset();
  const work = await readWaitingWork(database);
  for (const [lane, waiting] of Object.entries(work.scores)) {
    scoreRequestAge.set({ lane }, waiting.oldestMs / 1000);
    scoreRequestTenants.set({ lane }, waiting.count);
  }
  scoreRequestsSetAside.set(work.setAside);
  outboxAge.set(work.outboxEvents.oldestMs / 1000);
  deliveryAge.set(work.endpoints.oldestMs / 1000);
  deliveryEndpoints.set(work.endpoints.count);
  mailAge.set(work.mails.oldestMs / 1000);
}

async function measureQueues({ board, clock }: StateSources): Promise<void> {
  const { queueJobs, queueAge } = SHARED_STATE;
  for (const gauge of [queueJobs, queueAge]) gauge.reset();
  for (const { queue, jobs, oldestMs } of await board.states(clock.now())) {
    for (const [state, count] of Object.entries(jobs)) queueJobs.set({ queue, state }, count);
    queueAge.set({ queue }, oldestMs / 1000);
  }
}

async function withinLimit(reading: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, LIMIT_MS)));
  await Promise.race([reading.catch(() => undefined), limit]);
  clearTimeout(timer);
}
