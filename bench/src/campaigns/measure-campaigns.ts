import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { LIMITS } from '#libs/core';
import type { Say } from '../part.js';
import { fillCustomers } from '../reading/fill-customers.sql.js';
import { inMs, whole } from '../report/numbers.js';
import { percentile } from '../report/percentile.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import { type Memory, MemoryWatch } from '../system/memory-watch.js';
import { Signed } from '../system/signed.js';
import type { SystemUnderTest } from '../system/system-under-test.js';

export interface CampaignFindings {
  readonly customers: number;
  readonly recipients: number;
  readonly holdout: number;
  readonly previewMs: readonly number[];
  /** Time of the request that fixes the audience and sends the campaign. */
  readonly sendMs: number;
  readonly postgresCpu: number;
  readonly api: Memory;
  /** Time from the start of a worker until every recipient is recorded and every delivery is queued. */
  readonly partsMs: number;
  readonly worker: Memory;
  /** The longest time of an answer with results while a worker counts them. */
  readonly resultsMs: number;
  /** Time from the first request for results until a worker has counted them. */
  readonly countedMs: number;
}

const PREVIEWS = 5;
const WATCH_EVERY_MS = 50;
/** The API allows 300 requests a minute. */
const ASK_EVERY_MS = 500;
/** An unreachable address. Another part measures the deliveries. */
const NOWHERE = 'https://campaigns.invalid/hook';

/** Previews and sends a campaign to all customers of a large shop, and lets a worker create its deliveries. */
export async function measureCampaigns(system: SystemUnderTest, customers: number, say: Say): Promise<CampaignFindings> {
  const owner = new Client(system.servers.postgres.url);
  // After Ctrl-C Postgres ends before this process, so the connection may fail.
  owner.on('error', () => undefined);
  await owner.connect();
  const person = await Signed.up(system.apiUrl);
  say(`Filling a shop with ${whole(customers)} customers …`);
  await fillCustomers(owner, person.tenantId, customers);
  await system.clearBacklog();
  await person.post('/settings/webhook/secret', {});
  const { id } = await person.post<{ id: string }>('/campaigns', { name: 'Benchmark', webhook_url: NOWHERE, audience: {} });
  const api = new MemoryWatch(system.api.pid);
  say('Previews …');
  const previewMs: number[] = [];
  for (let round = 0; round < PREVIEWS; round += 1) previewMs.push(await timed(() => person.post(`/campaigns/${id}/preview`, {})));
  say('Sending …');
  const cpuBefore = cpuSecondsOf(system.servers.postgres.pid);
  let sent = { recipients_count: 0, holdout_count: 0 };
  const sendMs = await timed(async () => {
    sent = await person.post(`/campaigns/${id}/send`, {});
  });
  const postgresCpu = cpuSecondsOf(system.servers.postgres.pid) - cpuBefore;
  const apiMemory = api.stop();
  say('Deliveries …');
  const worker = await system.startWorker({ WORKER_QUEUES: 'delivery' });
  const watch = new MemoryWatch(worker.pid);
  const partsMs = await timed(() => untilDone(owner));
  const workerMemory = watch.stop();
  await worker.stop();
  say('Results …');
  await owner.query(ORDERS, [person.tenantId]);
  await owner.query(DELIVERED, [person.tenantId]);
  await system.clearBacklog();
  const counter = await system.startWorker({ WORKER_QUEUES: 'delivery' });
  const { resultsMs, countedMs } = await untilCounted(person, id);
  await counter.stop();
  await owner.end();
  const { recipients_count: recipients, holdout_count: holdout } = sent;
  const sending = { recipients, holdout, previewMs, sendMs, postgresCpu, api: apiMemory, partsMs, worker: workerMemory };
  return { customers, ...sending, resultsMs, countedMs };
}

// Every customer comes back two days after the delivery, so each has an order to add up.
const ORDERS = `
INSERT INTO orders (tenant_id, order_key, customer_id, state_at, state, placed_at, amount, amount_at)
SELECT $1, 'bench:' || id, id, now(), 2, now() - interval '3 days', 10, now() FROM customers WHERE tenant_id = $1`;
const DELIVERED = `UPDATE campaign_parts SET state = 'delivered', delivered_at = now() - interval '5 days' WHERE tenant_id = $1`;

async function untilCounted(person: Signed, id: string): Promise<{ resultsMs: number; countedMs: number }> {
  const started = performance.now();
  let resultsMs = 0;
  for (let countedAt: string | null = null; countedAt === null; await sleep(ASK_EVERY_MS)) {
    const asked = performance.now();
    ({ counted_at: countedAt } = await person.get<{ counted_at: string | null }>(`/campaigns/${id}/results`));
    resultsMs = Math.max(resultsMs, performance.now() - asked);
  }
  return { resultsMs, countedMs: performance.now() - started };
}

async function untilDone(owner: Client): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ left: number }>(`SELECT count(*)::int AS left FROM campaign_parts WHERE state = 'open'`);
    if (rows[0]?.left === 0) return;
    await sleep(WATCH_EVERY_MS);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const MIB = 2 ** 20;

const inMemory = ({ idle, most }: Memory): string => `${whole(idle / MIB)} MiB idle, ${whole(most / MIB)} MiB at most`;

/** Returns a Markdown list. */
export function toCampaignsReport(findings: CampaignFindings): string {
  const { customers, recipients, holdout, previewMs, sendMs, postgresCpu, api, partsMs, worker, resultsMs, countedMs } = findings;
  const perSecond = (recipients + holdout) / (partsMs / 1000);
  return `A campaign for everybody in a shop of ${whole(customers)} customers, a tenth held out: ${whole(recipients)} recipients and ${whole(holdout)} held out,
chosen most revenue at risk first. The time to choose is what a request waits for; it has ${LIMITS.campaign.chooseMs / 1000} s.

- Preview over HTTP: ${inMs(percentile(previewMs, 0.5))} (median of ${previewMs.length}), longest ${inMs(Math.max(...previewMs))}.
- Send over HTTP, where the audience is chosen and kept: ${inMs(sendMs)}, Postgres CPU ${postgresCpu.toFixed(1)} s.
- Recipients and deliveries by one worker: ${inMs(partsMs)}, ${whole(perSecond)} customers/s.
- Results: ${inMs(countedMs)} until one worker has counted them, ${whole((recipients + holdout) / (countedMs / 1000))} customers/s; longest answer meanwhile ${inMs(resultsMs)}.
- Memory of the api: ${inMemory(api)}; of the worker: ${inMemory(worker)}.
`;
}
