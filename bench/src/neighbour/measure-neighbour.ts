import { setTimeout as sleep } from 'node:timers/promises';
import { ScoreWatcher } from '../freshness/watch-score.js';
import { customerIds, EventBatches } from '../load/event-batches.js';
import { HttpClient } from '../load/http-client.js';
import type { Say } from '../part.js';
import type { Shop, SystemUnderTest } from '../system/system-under-test.js';

/** The measurements of the small shop during one situation. */
export interface NeighbourLine {
  readonly situation: string;
  readonly postMs: readonly number[];
  readonly freshMs: readonly number[];
  readonly failed: number;
  /** Events per second of the import; null while the shop was alone. */
  readonly importRate: number | null;
}

const IMPORTED = 200_000;
const CONNECTIONS = 16;
const PER_BATCH = 1000;
const QUIET_POSTS = 60;
const PAUSE_MS = 100;
const SCORED_WITHIN_MS = 60_000;
const ACCEPTED = 202;

/** Measures what a small shop notices of another shop's import. */
export async function measureNeighbour(system: SystemUnderTest, say: Say): Promise<NeighbourLine[]> {
  const shop = await system.openShop();
  const small = new HttpClient(system.apiUrl, shop.apiKey);
  const worker = await system.startWorker();
  const watcher = await ScoreWatcher.connect(system);
  const posts = new SmallShop(shop, small, watcher);
  try {
    await posts.measure('warm-up', posts.times(10), null);
    say('A neighbour imports: the small shop alone');
    const lines = [await posts.measure('alone', posts.times(QUIET_POSTS), null)];
    for (const backfill of [true, false]) {
      const situation = `beside an import ${backfill ? 'of history' : 'of fresh events'}`;
      say(`A neighbour imports: the small shop ${situation}`);
      const large = new HttpClient(system.apiUrl, (await system.openShop()).apiKey);
      const imported = importAll(large, backfill);
      lines.push(await posts.measure(situation, posts.until(imported), imported));
      large.close();
    }
    return lines;
  } finally {
    small.close();
    await watcher.close();
    await worker.stop();
  }
}

/** A shop that sends one event at a time. */
class SmallShop {
  private readonly ids = customerIds(10_000, 5).values();
  private readonly batches = new EventBatches({ seed: 99_000, customers: 1, eventsPerBatch: 1, now: new Date() });

  constructor(
    private readonly shop: Shop,
    private readonly client: HttpClient,
    private readonly watcher: ScoreWatcher,
  ) {}

  times(count: number): () => boolean {
    let left = count;
    return () => (left -= 1) >= 0;
  }

  /** True until the promise has settled. */
  until(ended: Promise<unknown>): () => boolean {
    let isOver = false;
    const end = (): void => void (isOver = true);
    void ended.then(end, end);
    return () => !isOver;
  }

  async measure(situation: string, goesOn: () => boolean, imported: Promise<number> | null): Promise<NeighbourLine> {
    const postMs: number[] = [];
    const fresh: Promise<number>[] = [];
    let failed = 0;
    while (goesOn()) {
      const customerId = this.ids.next().value as string;
      const since = performance.now();
      const { status } = await this.client.post('/events', this.batches.next([customerId]));
      postMs.push(performance.now() - since);
      if (status !== ACCEPTED) failed += 1;
      else
        fresh.push(
          this.watcher.untilScoreCounts({ shop: this.shop, customerId, orders: 1 }, { since, giveUpAt: since + SCORED_WITHIN_MS }),
        );
      await sleep(PAUSE_MS);
    }
    return { situation, postMs, freshMs: await Promise.all(fresh), failed, importRate: imported === null ? null : await imported };
  }
}

/** @returns accepted events per second. A batch that is refused is sent again, as the client does. */
async function importAll(client: HttpClient, backfill: boolean): Promise<number> {
  const batches = new EventBatches({ seed: backfill ? 98_000 : 97_000, customers: 50_000, eventsPerBatch: PER_BATCH, now: new Date() });
  // Made before the clock runs: this process times the small shop's requests too.
  const bodies = Array.from({ length: IMPORTED / PER_BATCH }, () => batches.next().replace('{', `{"backfill":${backfill},`));
  const started = performance.now();
  const connection = async (): Promise<void> => {
    for (let body = bodies.shift(); body !== undefined; body = bodies.shift()) {
      while ((await client.post('/events', body)).status !== ACCEPTED) await sleep(1000);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (1000 * IMPORTED) / (performance.now() - started);
}
