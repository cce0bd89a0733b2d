import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { readRedisServers } from '#libs/config';
import { batch, daysAgo, order } from '../support/shop/builders.js';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { serverUrl } from '../support/servers/test-database.js';
import { eventually } from '../support/waiting/eventually.js';
import { metric, operatorPorts } from '../support/servers/operator.js';
import { Ledger, Load } from '../faults/ledger.js';

/** The slot of all queues is that of their hash tag. */
const QUEUES_TAG = 'churn';
const SERVED_WITHIN_MS = 60_000;
const SCORED_WITHIN_MS = 150_000;

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Asks one server, over a connection of its own. */
async function ask<T>({ host, port }: Address, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis({ host, port, lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null, commandTimeout: 2000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/** Returns the master that holds the queues now, as the nodes that still answer report it. */
async function masterNow(url: string): Promise<Address> {
  const servers = readRedisServers(url);
  if (servers === null || servers.kind === 'single') throw new Error('a single Redis has no other to take over');
  const known = servers.kind === 'cluster' ? servers.nodes : servers.sentinels;
  const answers = await Promise.allSettled(
    known.map((node) =>
      ask(node, (redis) => (servers.kind === 'cluster' ? masterOfQueues(redis) : masterBySentinel(redis, servers.master))),
    ),
  );
  const answer = answers.find((each) => each.status === 'fulfilled');
  if (answer === undefined) throw new Error('no sentinel names a master');
  return answer.value;
}

async function masterOfQueues(redis: Redis): Promise<Address> {
  const slot = await redis.cluster('KEYSLOT', QUEUES_TAG);
  const ranges = (await redis.cluster('SLOTS')) as unknown as [number, number, [string, number]][];
  const [, , [host, port]] = ranges.find(([first, last]) => first <= slot && slot <= last) ?? [0, 0, ['', 0]];
  return { host, port };
}

async function masterBySentinel(redis: Redis, name: string): Promise<Address> {
  const [host = '', port = ''] = (await redis.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name)) as string[];
  return { host, port: Number(port) };
}

async function processOf(master: Address): Promise<number> {
  const information = await ask(master, (redis) => redis.info('server'));
  return Number(/^process_id:(\d+)/m.exec(information)?.[1]);
}

// A frozen master keeps its connections open, and does not answer.
describe.each([
  ['frozen', 'SIGSTOP'],
  ['killed', 'SIGKILL'],
] as const)('when the Redis master with the queues is %s and another node takes over', (how, signal) => {
  let system: ChurnSystem;
  let worker: string;
  beforeAll(async () => {
    const operator = await operatorPorts();
    worker = operator.worker;
    // The sweep runs once a minute: a fast score comes from a Redis wake-up.
    system = await ChurnSystem.start({ ...operator.settings, RATE_LIMIT_REDIS_TIMEOUT_MS: '500', SWEEP_INTERVAL_MS: '60000' });
    system.redis.on('error', () => undefined);
  }, 60_000);
  afterAll(() => system.stop());

  const jobsDone = async (): Promise<number> => (await metric(worker, 'churn_job_duration_seconds_count', { outcome: 'done' })) ?? 0;

  it('no acknowledged event is lost or counted twice, requests succeed again, and events are scored at once', async () => {
    const url = serverUrl('CHURN_TEST_REDIS_URL');
    const shop = await system.shop();
    const ledger = new Ledger(shop);
    const load = new Load(ledger, [system.api.url]);
    const acknowledged = (): number => ledger.statuses.get(202) ?? 0;
    const goOn = (batches: number, within: number, since = acknowledged()): Promise<true> =>
      eventually('batches are acknowledged', () => (acknowledged() >= since + batches ? true : null), within);
    await load.begin();
    await goOn(20, SERVED_WITHIN_MS);

    const before = await masterNow(url);
    const master = await processOf(before);
    process.kill(master, signal);
    const killedAt = performance.now();
    await eventually('another is master', async () => ((await masterNow(url)).port === before.port ? null : true), SERVED_WITHIN_MS);
    await goOn(1, SERVED_WITHIN_MS);
    const servedAfterMs = performance.now() - killedAt;
    await goOn(20, SERVED_WITHIN_MS);
    await load.stop();

    const jobs = await jobsDone();
    // A frozen master takes the wake-ups of its last seconds with it. The sweep is there for these events, but not in this test.
    const woken = async (): Promise<true | null> => {
      await ledger.sendUntilStored([system.api.url], batch(order({ customer_id: 'afterwards', occurred_at: daysAgo(3) })).events);
      await sleep(2000);
      return (await jobsDone()) > jobs ? true : null;
    };
    await eventually('Redis has woken a worker', woken, SERVED_WITHIN_MS);
    await shop.settled(SCORED_WITHIN_MS);

    const stored = new Set((await shop.rows<{ event_id: string }>('events', 'event_id')).map((row) => row.event_id));
    expect([...ledger.accepted.keys()].filter((id) => !stored.has(id))).toEqual([]);
    expect([...ledger.accepted.values()].filter((times) => times > 1)).toEqual([]);
    expect(ledger.refused.flatMap(({ ids }) => ids).filter((id) => stored.has(id))).toEqual([]);
    expect([...stored].filter((id) => !ledger.sent.has(id))).toEqual([]);
    expect((await shop.churnOf('afterwards')).churn).not.toBeNull();
    const refused = [...ledger.statuses].filter(([status]) => status !== 202).map(([status, times]) => `${times} × ${status}`);
    process.stderr.write(
      `failover of a ${how} master: ${ledger.accepted.size} events acknowledged, batches refused: ${refused.join(', ') || 'none'}, ` +
        `served again after ${(servedAfterMs / 1000).toFixed(1)} s, slowest answer ${(ledger.slowestMs / 1000).toFixed(1)} s\n`,
    );
    if (signal === 'SIGKILL') return;
    // It comes back and follows the new one, so that the next test has a server that can take over.
    process.kill(master, 'SIGCONT');
    await eventually(
      'it follows',
      async () => ((await ask(before, (redis) => redis.info('replication'))).includes('master_link_status:up') ? true : null),
      SERVED_WITHIN_MS,
    );
  }, 300_000);
});
