import { setTimeout as sleep } from 'node:timers/promises';
import { customerIds, EventBatches } from '../load/event-batches.js';
import { HttpClient } from '../load/http-client.js';
import { runOpenLoop } from '../load/open-loop.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import type { FreshnessPlan, FreshnessResult } from '../report/results.js';
import type { Shop, SystemUnderTest } from '../system/system-under-test.js';
import { ScoreWatcher } from './watch-score.js';

const CUSTOMERS = 200_000;
/** The scores of a long run would exceed the rate that the API allows a key. */
const LONG_SECONDS = 60;
const watchedPerSecond = (seconds: number): number => (seconds > LONG_SECONDS ? 1 : 10);
const WATCHED_FAMILY = 2;
/** Ten batches of a tenth are one. */
const EPSILON = 1e-9;
const WARM_UP_SECONDS = 3;
const SCORED_WITHIN_MS = 20_000;
const SEED_BATCH = 100;
const SEED = 77_000;
const UNCOUNTED = { perSecond: 20, seconds: 10 };
const UNCOUNTED_SEED = 76_000;
const SCORED_AGAIN_MS = 250;
const ACCEPTED = 202;

/** Sends batches at a fixed rate to the API, and watches the scores of ten customers per second until they change. */
export async function measureFreshness(system: SystemUnderTest, plan: FreshnessPlan): Promise<FreshnessResult> {
  const shop = await system.openShop();
  await system.clearBacklog();
  const worker = await system.startWorker();
  const client = new HttpClient(system.apiUrl, shop.apiKey);
  const watcher = await ScoreWatcher.connect(system);
  try {
    const watched = customerIds((WARM_UP_SECONDS + plan.seconds) * watchedPerSecond(plan.seconds), WATCHED_FAMILY);
    await makeKnown(client, watcher, { shop, watched });
    await warmUp(system, client, plan);
    const cpu = (): number[] => [system.api.pid, worker.pid, system.servers.postgres.pid].map(cpuSecondsOf);
    const before = cpu();
    const from = performance.now();
    const sent = sendAndWatch(client, watcher, { plan, shop, watched });
    await sent.answered;
    const seconds = (performance.now() - from) / 1000;
    const [api = 0, ownWorker = 0, postgres = 0] = cpu().map((after, index) => (after - (before[index] ?? 0)) / seconds);
    const waitingScores = await system.waitingScores();
    const { freshnessMs, ingestMs, failed } = await sent.watched;
    return { plan, freshnessMs, ingestMs, failed, waitingScores, cores: { api, worker: ownWorker, postgres } };
  } finally {
    client.close();
    await watcher.close();
    await worker.stop();
  }
}

/** Sends a first order of each watched customer and waits for its score, so that the bench measures changes of scores. */
async function makeKnown(client: HttpClient, watcher: ScoreWatcher, { shop, watched }: Pick<Watching, 'shop' | 'watched'>): Promise<void> {
  const batches = new EventBatches({ seed: SEED, customers: CUSTOMERS, eventsPerBatch: SEED_BATCH, now: new Date() });
  for (let from = 0; from < watched.length; from += SEED_BATCH) {
    const { status, text } = await client.post('/events', batches.next(watched.slice(from, from + SEED_BATCH)));
    if (status !== ACCEPTED) throw new Error(`The service refused the first events: ${status} ${text.slice(0, 200)}`);
  }
  const wait = { since: performance.now(), giveUpAt: performance.now() + SCORED_WITHIN_MS };
  const waits = await Promise.all(watched.map((customerId) => watcher.untilScoreCounts({ shop, customerId, orders: 1 }, wait)));
  if (waits.includes(Number.POSITIVE_INFINITY)) throw new Error(`The first scores were not ready within ${SCORED_WITHIN_MS / 1000} s.`);
}

/** Sends a light load that is not counted, and waits for its scores. Node.js compiles new code of a process in this time. */
async function warmUp(system: SystemUnderTest, client: HttpClient, { eventsPerBatch, batchesPerSecond }: FreshnessPlan): Promise<void> {
  const batches = new EventBatches({ seed: UNCOUNTED_SEED + batchesPerSecond, customers: CUSTOMERS, eventsPerBatch, now: new Date() });
  await runOpenLoop(UNCOUNTED, async () => void (await client.post('/events', batches.next([]))));
  while ((await system.waitingScores()) > 0) await sleep(SCORED_AGAIN_MS);
}

interface Sent {
  readonly answered: Promise<void>;
  readonly watched: Promise<{ freshnessMs: number[]; ingestMs: number[]; failed: number }>;
}

interface Watching {
  readonly plan: FreshnessPlan;
  readonly shop: Shop;
  /** Identifiers of the customers to watch. */
  readonly watched: readonly string[];
}

function sendAndWatch(client: HttpClient, watcher: ScoreWatcher, { plan, shop, watched }: Watching): Sent {
  const batches = new EventBatches({
    seed: SEED + plan.batchesPerSecond,
    customers: CUSTOMERS,
    eventsPerBatch: plan.eventsPerBatch,
    now: new Date(),
  });
  const seconds = WARM_UP_SECONDS + plan.seconds;
  const giveUpAt = performance.now() + seconds * 1000 + SCORED_WITHIN_MS;
  const watches: Promise<number>[] = [];
  const ingestMs: number[] = [];
  let failed = 0;
  const answered = runOpenLoop({ perSecond: plan.batchesPerSecond, seconds }, async (index, plannedAt) => {
    const isMeasured = index >= WARM_UP_SECONDS * plan.batchesPerSecond;
    const chosen = watchedIn(index, watchedPerSecond(plan.seconds) / plan.batchesPerSecond, watched);
    const { status, text } = await client.post('/events', batches.next(chosen));
    const isStored = status === ACCEPTED && text.startsWith(`{"accepted":${plan.eventsPerBatch},`);
    if (!isStored) failed += 1;
    if (!isStored || !isMeasured) return;
    ingestMs.push(performance.now() - plannedAt);
    for (const customerId of chosen)
      watches.push(watcher.untilScoreCounts({ shop, customerId, orders: 2 }, { since: plannedAt, giveUpAt }));
  });
  return { answered, watched: answered.then(async () => ({ freshnessMs: await Promise.all(watches), ingestMs, failed })) };
}

/** Returns the watched customers of the batch `index`. They are spread evenly over the batches, and each is watched once. */
export function watchedIn(index: number, perBatch: number, watched: readonly string[]): readonly string[] {
  const until = (batch: number): number => Math.floor(batch * perBatch + EPSILON);
  return watched.slice(until(index), until(index + 1));
}
