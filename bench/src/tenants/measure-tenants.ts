import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { ScoreWatcher } from '../freshness/watch-score.js';
import { askForScores, type GrownShop, openGrownShops } from '../growth/grown-shops.sql.js';
import { customerIds, EventBatches } from '../load/event-batches.js';
import { HttpClient } from '../load/http-client.js';
import { runOpenLoop } from '../load/open-loop.js';
import type { Say } from '../part.js';
import { whole } from '../report/numbers.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import type { NodeProcess } from '../system/node-process.js';
import { residentBytes } from '../system/resident-memory.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { measureNights, type NightOfAll } from './measure-nights.js';

/** Api and worker with nothing to do. Numbers are per minute. */
export interface Idle {
  readonly tenants: number;
  /** CPU milliseconds. */
  readonly worker: number;
  readonly postgres: number;
  readonly redis: number;
  readonly transactions: number;
  readonly redisCommands: number;
  /** Resident bytes of the worker. */
  readonly workerBytes: number;
}

/** Single events of random tenants. */
export interface ActiveTenants {
  readonly tenants: number;
  readonly perSecond: number;
  /** Milliseconds from the planned instant of an event until the API answers with its score; infinite when it did not in time. */
  readonly freshMs: readonly number[];
  readonly failed: number;
  /** CPU seconds a second of api, worker and Postgres. */
  readonly cores: number;
}

export interface TenantsFindings {
  readonly customersEach: number;
  readonly idle: readonly Idle[];
  readonly active: ActiveTenants;
  readonly nights: readonly NightOfAll[];
}

const CUSTOMERS_EACH = 10;
const ORDERS_EACH = 5;
const IDLE_SECONDS = 60;
/** Processes that have just started or worked still do something. */
const REST_MS = 15_000;
const ACTIVE = { tenants: 1000, perSecond: 100, seconds: 20 };
const SCORED_WITHIN_MS = 20_000;
const ACCEPTED = 202;
const WATCH_EVERY_MS = 250;
const SEED = 55_000;

/** Measures many small tenants: what they cost while nothing happens, how fresh the scores of some of them are, and their nightly passes. */
export async function measureTenants(system: SystemUnderTest, tenants: number, say: Say): Promise<TenantsFindings> {
  const owner = new Client(system.servers.postgres.url);
  // After Ctrl-C Postgres ends before this process, so the connection may fail.
  owner.on('error', () => undefined);
  await owner.connect();
  const redis = new Redis(system.servers.redis.url);
  redis.on('error', () => undefined);
  const servers = { system, owner, redis };
  try {
    const worker = await system.startWorker();
    say('Tenants: none, nothing happens …');
    const none = await measureIdle(servers, worker, 0);
    say(`Tenants: ${whole(tenants)} with ${CUSTOMERS_EACH} customers each …`);
    const shops = await openGrownShops(owner, tenants, CUSTOMERS_EACH);
    await scoreAll(system, owner, shops);
    say('Tenants: nothing happens …');
    const all = await measureIdle(servers, worker, tenants);
    say(`Tenants: ${whole(Math.min(ACTIVE.tenants, tenants))} of them send events …`);
    const active = await measureActive(servers, worker, shops.slice(0, ACTIVE.tenants));
    await worker.stop();
    say('Tenants: nightly passes …');
    return { customersEach: CUSTOMERS_EACH, idle: [none, all], active, nights: await measureNights(system, owner, tenants) };
  } finally {
    redis.disconnect();
    await owner.end();
  }
}

async function scoreAll(system: SystemUnderTest, owner: Client, shops: readonly GrownShop[]): Promise<void> {
  await askForScores(owner, shops, shops.length * CUSTOMERS_EACH);
  while ((await system.waitingScores()) > 0) await sleep(WATCH_EVERY_MS);
  await owner.query('VACUUM ANALYZE customers, score_requests, churn_jobs, tenants');
}

interface Servers {
  readonly system: SystemUnderTest;
  readonly owner: Client;
  readonly redis: Redis;
}

async function measureIdle({ system, owner, redis }: Servers, worker: NodeProcess, tenants: number): Promise<Idle> {
  await sleep(REST_MS);
  const read = async (): Promise<Omit<Idle, 'tenants' | 'workerBytes'>> => ({
    worker: 1000 * cpuSecondsOf(worker.pid),
    postgres: 1000 * cpuSecondsOf(system.servers.postgres.pid),
    redis: 1000 * cpuSecondsOf(system.servers.redis.pid),
    transactions: await transactionsOf(owner),
    redisCommands: await commandsOf(redis),
  });
  const before = await read();
  await sleep(IDLE_SECONDS * 1000);
  const after = await read();
  const grown = (of: keyof typeof before): number => ((after[of] - before[of]) * 60) / IDLE_SECONDS;
  return {
    tenants,
    worker: grown('worker'),
    postgres: grown('postgres'),
    redis: grown('redis'),
    transactions: grown('transactions'),
    redisCommands: grown('redisCommands'),
    workerBytes: residentBytes(worker.pid),
  };
}

const TRANSACTIONS = 'SELECT (xact_commit + xact_rollback)::float8 AS ended FROM pg_stat_database WHERE datname = current_database()';

const transactionsOf = async (owner: Client): Promise<number> =>
  (await owner.query<{ ended: number }>(TRANSACTIONS)).rows[0]?.ended ?? Number.NaN;

const commandsOf = async (redis: Redis): Promise<number> =>
  Number(/total_commands_processed:(\d+)/.exec(await redis.info('stats'))?.[1] ?? Number.NaN);

/** Sends single events, each of another customer, and waits for the score of each. */
async function measureActive({ system }: Servers, worker: NodeProcess, shops: readonly GrownShop[]): Promise<ActiveTenants> {
  const watcher = await ScoreWatcher.connect(system);
  const clients = new Map(shops.map((shop) => [shop, new HttpClient(system.apiUrl, shop.apiKey)]));
  const names = customerIds(CUSTOMERS_EACH);
  const batches = new EventBatches({ seed: SEED, customers: 1, eventsPerBatch: 1, now: new Date() });
  const seconds = Math.min(ACTIVE.seconds, Math.floor((shops.length * CUSTOMERS_EACH) / ACTIVE.perSecond));
  const giveUpAt = performance.now() + seconds * 1000 + SCORED_WITHIN_MS;
  const watches: Promise<number>[] = [];
  let failed = 0;
  const cpu = (): number => [system.api.pid, worker.pid, system.servers.postgres.pid].reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const before = { cpu: cpu(), at: performance.now() };
  await runOpenLoop({ perSecond: ACTIVE.perSecond, seconds }, async (index, plannedAt) => {
    const shop = shops[spread(index, shops.length)]!;
    const customerId = names[Math.floor(index / shops.length) % names.length]!;
    const { status } = await clients.get(shop)!.post('/events', batches.next([customerId]));
    if (status !== ACCEPTED) failed += 1;
    else watches.push(watcher.untilScoreCounts({ shop, customerId, orders: ORDERS_EACH + 1 }, { since: plannedAt, giveUpAt }));
  });
  const cores = (1000 * (cpu() - before.cpu)) / (performance.now() - before.at);
  const freshMs = await Promise.all(watches);
  for (const client of clients.values()) client.close();
  await watcher.close();
  return { tenants: shops.length, perSecond: ACTIVE.perSecond, freshMs, failed, cores };
}

const STRIDE = 7919;

/** Visits all `count` places in an order without a pattern before any place again: the stride is prime. */
const spread = (index: number, count: number): number => (index * STRIDE) % count;
