import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceProcess } from '../support/servers/service-process.js';
import type { Fault, Scene } from './fault.js';
import { buildBacklog, inTheMiddleOfIngest, inTheMiddleOfScoring } from './harm.js';
import { until } from './invariants.js';
import { lasting, PROMISED, SHORT } from './patience.js';
import { startPatiently } from './stand.js';

const KILLS = 3;
const MINUTES_AHEAD = 10;

async function killWorkerMidJob(scene: Scene): Promise<void> {
  const [worker] = scene.stand.workers;
  await buildBacklog(scene);
  for (let kills = 0; kills < KILLS; kills += 1) await inTheMiddleOfScoring(scene, worker, () => worker.kill());
}

async function killApiMidBatch(scene: Scene): Promise<void> {
  const { apis } = scene.stand;
  for (let kills = 0; kills < KILLS; kills += 1) {
    await inTheMiddleOfIngest(scene, async () => {
      await Promise.all(apis.map((api) => api.kill()));
    });
    await Promise.all(apis.map(startPatiently));
  }
}

async function stopInOrder(part: ServiceProcess): Promise<void> {
  const startedAt = performance.now();
  const code = await part.stop();
  const ms = Math.round(performance.now() - startedAt);
  if (code !== 0) throw new Error(`a process has ended with ${code} ${ms} ms after SIGTERM: ${part.output.slice(-1000)}`);
  await startPatiently(part);
}

async function freezeWorkerMidJob(scene: Scene): Promise<void> {
  const { stand, victim } = scene;
  const [frozen, other] = stand.workers;
  await buildBacklog(scene);
  await inTheMiddleOfScoring(scene, frozen, async () => frozen.signal('SIGSTOP'));
  await startPatiently(other);
  // Postgres itself ends such a transaction after half a minute.
  if (SHORT) await stand.owner.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'`);
  else await sleep(45_000);
  await until('the other worker has taken over', PROMISED.scored, async () => (await victim.shop.rows('score_requests', '1')).length === 0);
  frozen.signal('SIGCONT');
}

async function killEverything({ stand }: Scene): Promise<void> {
  await Promise.all([...stand.processes.map((part) => part.kill()), stand.redis.kill(), stand.postgres.kill()]);
}

async function runWithClockAhead({ stand }: Scene): Promise<void> {
  const [, worker] = stand.workers;
  await worker.stop();
  await worker.start({ TEST_CLOCK_ERROR_MS: String(MINUTES_AHEAD * 60_000) });
  await sleep(lasting(20_000, 4000));
  await worker.stop();
}

/** Faults of our own processes. */
export const PROCESS_FAULTS: readonly Fault[] = [
  {
    name: 'a worker is killed in the middle of a job',
    did: `kill -9 while its transaction waited for a lock, ${KILLS} times over one backlog of 2000 events`,
    quiet: true,
    leavesLeases: true,
    happen: killWorkerMidJob,
  },
  {
    name: 'the APIs are killed in the middle of a batch',
    did: `kill -9 of both when all but the last event of a batch were inserted, ${KILLS} times under load`,
    happen: killApiMidBatch,
  },
  {
    name: 'no worker runs',
    did: `both workers stopped for ${lasting(30, 4)} s under load`,
    happen: async ({ stand }) => {
      await Promise.all(stand.workers.map((worker) => worker.stop()));
      await sleep(lasting(30_000, 4000));
    },
  },
  {
    name: 'each process gets SIGTERM',
    did: 'SIGTERM to one after the other under load, each started again; each has to exit with 0',
    happen: async ({ stand }) => {
      for (const part of stand.processes) await stopInOrder(part);
    },
  },
  {
    name: 'a worker freezes and wakes when others have taken over',
    did: `SIGSTOP in the middle of a job${SHORT ? '; its transaction was ended as Postgres does after 30 s' : ' for 45 s'}; SIGCONT after another had scored the backlog`,
    quiet: true,
    leavesLeases: true,
    happen: freezeWorkerMidJob,
  },
  {
    name: 'everything is killed at once',
    did: 'kill -9 of both APIs, both workers, Redis and all of Postgres under load',
    leavesLeases: true,
    happen: killEverything,
  },
  {
    name: 'the clock of a worker is wrong',
    did: `one of two workers ran ${MINUTES_AHEAD} min ahead for ${lasting(20, 4)} s under load`,
    happen: runWithClockAhead,
  },
];
