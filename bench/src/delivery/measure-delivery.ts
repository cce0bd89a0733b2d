import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { type TenantId, toTenantId } from '#libs/core';
import { HttpClient } from '../load/http-client.js';
import { runOpenLoop } from '../load/open-loop.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import { startServer } from '../system/node-process.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { bareLoop } from './bare-loop.js';
import { openWebhookTenants, writeOutboxEvents } from './webhook-tenants.js';

export interface DeliveryFindings {
  readonly deliveries: number;
  /** Deliveries per second of each round. The service and the bare loop take turns. */
  readonly rounds: readonly { readonly service: number; readonly bare: number }[];
  /** CPU seconds over all rounds: of worker and Postgres in the rounds of the service, and of the bare loop in its own. */
  readonly cpu: { readonly worker: number; readonly postgres: number; readonly bare: number };
  /** Time from the stored score to the first attempt, for real events. */
  readonly latencyMs: readonly number[];
  readonly perSecond: number;
  /** The same time for many tenants: with all endpoints healthy, and with one that never answers. */
  readonly neighbours: { readonly tenants: number; readonly well: readonly number[]; readonly oneDead: readonly number[] };
}

const ROUNDS = 3;
/** Concurrency of the bare loop, equal to the service's concurrency per endpoint. */
const AT_ONCE = 5;
const PER_SECOND = 40;
const TENANTS = 100;
const SECONDS_OF_NEIGHBOURS = 10;
/** Frequent sweeps replace wake-ups, because the bench writes outbox events directly into the database. */
const QUICK_SWEEP = { SWEEP_INTERVAL_MS: '50' };
const LATENCIES = `
SELECT extract(epoch FROM first_attempt_at - decided_at)::float8 * 1000 AS ms FROM deliveries WHERE tenant_id = ANY ($1::uuid[]) AND first_attempt_at IS NOT NULL`;

const ROUND_KINDS = ['well', 'oneDead', 'oneDead', 'well', 'well', 'oneDead'] as const;

/** Measures deliveries per second against a loop that only signs and posts, their start latency, and the effect of a dead endpoint on others. */
export async function measureDelivery(
  system: SystemUnderTest,
  { deliveries, seconds }: { readonly deliveries: number; readonly seconds: number },
  say: (line: string) => void,
): Promise<DeliveryFindings> {
  const owner = new Client(system.servers.postgres.url);
  // After Ctrl-C Postgres ends before this process, so the connection may fail.
  owner.on('error', () => undefined);
  await owner.connect();
  const receiver = await startReceiver(system);
  say(`${ROUNDS} rounds of ${deliveries} deliveries, by the service and by a bare loop in turn`);
  const throughput = await measureThroughput(system, owner, receiver, deliveries);
  say(`Events that change labels, ${PER_SECOND}/s for ${seconds} s`);
  const latencyMs = await measureLatency(system, owner, receiver, seconds);
  say(`${TENANTS} tenants, with all endpoints healthy and with one dead, in turn`);
  const neighbours = { tenants: TENANTS, well: [] as number[], oneDead: [] as number[] };
  // Each kind comes first equally often, so that warm-up and growing tables affect both equally.
  for (const kind of ROUND_KINDS) {
    const urls = Array.from({ length: TENANTS }, (_, i) => `${receiver}/${i === 0 && kind === 'oneDead' ? 'dead' : i}`);
    neighbours[kind].push(...(await measureNeighbours(system, owner, urls)));
  }
  await owner.end();
  return { deliveries, ...throughput, latencyMs, perSecond: PER_SECOND, neighbours };
}

async function measureThroughput(
  system: SystemUnderTest,
  owner: Client,
  receiver: string,
  deliveries: number,
): Promise<Pick<DeliveryFindings, 'rounds' | 'cpu'>> {
  const rounds: { service: number; bare: number }[] = [];
  const cpu = { worker: 0, postgres: 0, bare: 0 };
  // One worker for all rounds, because a new process runs slower and the bare loop is warm already.
  const worker = await system.startWorker({ ...WEBHOOKS_HERE, WORKER_QUEUES: 'delivery' });
  for (let round = 0; round <= ROUNDS; round += 1) {
    const tenants = await openWebhookTenants(system, owner, [`${receiver}/round-${round}`]);
    await writeOutboxEvents(owner, tenants, deliveries);
    await owner.query('ANALYZE outbox');
    const pids = [worker.pid, system.servers.postgres.pid];
    const before = pids.map(cpuSecondsOf);
    await untilNone(owner, tenants.map(({ tenantId }) => tenantId)); // prettier-ignore
    const [workerCpu = 0, postgresCpu = 0] = pids.map((pid, index) => cpuSecondsOf(pid) - (before[index] ?? 0));
    const { count, firstMs, lastMs } = await arrivalsAt(receiver);
    const bareBefore = process.cpuUsage();
    const bareMs = await bareLoop(`${receiver}/bare`, tenants[0]?.secret ?? '', { deliveries, atOnce: AT_ONCE });
    const { user, system: inKernel } = process.cpuUsage(bareBefore);
    await arrivalsAt(receiver);
    // The first round warms both up.
    if (round === 0) continue;
    rounds.push({ service: count / ((lastMs - firstMs) / 1000), bare: deliveries / (bareMs / 1000) });
    cpu.worker += workerCpu;
    cpu.postgres += postgresCpu;
    cpu.bare += (user + inKernel) / 1e6;
  }
  await worker.stop();
  return { rounds, cpu };
}

async function measureLatency(system: SystemUnderTest, owner: Client, receiver: string, seconds: number): Promise<number[]> {
  const { apiKey } = await system.openShop();
  const { rows } = await owner.query<{ id: string }>('SELECT tenant_id AS id FROM api_keys ORDER BY created_at DESC LIMIT 1');
  const tenantId = toTenantId(rows[0]?.id ?? '');
  await openWebhookTenants(system, owner, [`${receiver}/latency`], tenantId);
  const client = new HttpClient(system.apiUrl, apiKey);
  const worker = await system.startWorker(WEBHOOKS_HERE);
  // A customer who ordered every five days and is late, but was seen within the horizon, is at risk at once, which triggers a webhook.
  await runOpenLoop({ perSecond: PER_SECOND, seconds }, async (index) => {
    const events = Array.from({ length: 6 }, (_, i) => ({
      event_id: `${index}-${i}`,
      customer_id: `lapsed-${index}`,
      event_type: 'order_completed',
      occurred_at: new Date(Date.now() - (60 + 5 * i) * 86_400_000).toISOString(),
      value: 50,
    }));
    const { status, text } = await client.post('/events', JSON.stringify({ events }));
    if (status !== 202) throw new Error(`The service refused events: ${status} ${text.slice(0, 200)}`);
  });
  const latencies = await allArrived(owner, tenantId, PER_SECOND * seconds);
  client.close();
  await worker.stop();
  return latencies;
}

/** Writes one outbox event per tenant each second. @returns the latencies of all tenants except the first. */
async function measureNeighbours(system: SystemUnderTest, owner: Client, urls: readonly string[]): Promise<number[]> {
  const tenants = await openWebhookTenants(system, owner, urls);
  const worker = await system.startWorker({ ...WEBHOOKS_HERE, ...QUICK_SWEEP, WORKER_QUEUES: 'delivery' });
  await runOpenLoop({ perSecond: 1, seconds: SECONDS_OF_NEIGHBOURS }, () => writeOutboxEvents(owner, tenants, 1));
  const others = tenants.slice(1).map(({ tenantId }) => tenantId);
  await untilNone(owner, others);
  const latencies = await arrived(owner, others);
  await worker.stop();
  // Pending deliveries to the dead endpoint must not affect the next round.
  for (const table of ['deliveries', 'endpoint_health'])
    await owner.query(`DELETE FROM ${table} WHERE tenant_id = $1`, [tenants[0]?.tenantId]);
  return latencies;
}

const WEBHOOKS_HERE = { NODE_ENV: 'development', WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8' };

async function startReceiver(system: SystemUnderTest): Promise<string> {
  const port = await new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const program = { name: 'receiver', script: 'dist/bench/src/delivery/receiver.js', args: [String(port)], env: {}, logFile: join(system.servers.folder, 'receiver.log') }; // prettier-ignore
  await startServer(program, `${url}/health`, system.cleanup);
  return url;
}

/** Waits until the tenants have no outbox events and no pending deliveries. */
async function untilNone(owner: Client, tenantIds: readonly TenantId[]): Promise<void> {
  const left = `
SELECT (SELECT count(*) FROM outbox WHERE tenant_id = ANY ($1::uuid[])) +
       (SELECT count(*) FROM deliveries WHERE tenant_id = ANY ($1::uuid[]) AND status IN ('pending', 'failed')) AS left`;
  for (;;) {
    const { rows } = await owner.query<{ left: string }>(left, [tenantIds]);
    if (rows[0]?.left === '0') return;
    await sleep(100);
  }
}

/** Waits for the first attempts of that many deliveries. @throws Error when some are missing after a minute. */
async function allArrived(owner: Client, tenantId: TenantId, expected: number): Promise<number[]> {
  for (const started = Date.now(); ; await sleep(100)) {
    const latencies = await arrived(owner, [tenantId]);
    if (latencies.length >= expected) return latencies;
    if (Date.now() - started > 60_000)
      throw new Error(`Only ${latencies.length} of ${expected} deliveries were attempted within a minute.`);
  }
}

async function arrived(owner: Client, tenantIds: readonly TenantId[]): Promise<number[]> {
  const { rows } = await owner.query<{ ms: number }>(LATENCIES, [tenantIds]);
  return rows.map(({ ms }) => ms);
}

/** Returns the arrivals since the last call, with times of the receiver's clock. */
async function arrivalsAt(receiver: string): Promise<{ count: number; firstMs: number; lastMs: number }> {
  return (await (await fetch(`${receiver}/arrivals`)).json()) as { count: number; firstMs: number; lastMs: number };
}
