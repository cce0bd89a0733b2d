import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { whole } from '../report/numbers.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import { residentBytes } from '../system/resident-memory.js';
import type { SystemUnderTest, Target } from '../system/system-under-test.js';
import { barePass } from './bare-pass.sql.js';
import { measureFirstImport } from './measure-first-import.js';
import { measureNight, type NightFindings } from './measure-night.js';
import { fillHistory } from './fill-history.sql.js';

export interface RecalculationFindings {
  readonly customers: number;
  /** Duration of the second job, from the request to its end. The second one, so that both contenders overwrite existing scores. */
  readonly serviceMs: number;
  readonly bareMs: number;
  /** CPU seconds of worker and Postgres for the job, and of Postgres for SQL alone; NaN without /proc. */
  readonly cpu: { readonly worker: number; readonly postgres: number; readonly bare: number };
  /** Resident memory of the worker in bytes: before the job, and every half second during the job. */
  readonly idleBytes: number;
  readonly runningBytes: readonly number[];
  /** Time from sending an event of another shop to its readable score, during the job. */
  readonly freshMs: readonly number[];
  /** Bytes of all tables with their indexes, when every customer has a first score and the tables are vacuumed. */
  readonly diskBytes: number;
  readonly night: NightFindings;
  /** Milliseconds of the first batches of a new shop, next to the large one. */
  readonly firstImportMs: readonly number[];
}

const DISK = `
SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;

interface Job {
  readonly status: string;
  readonly processed: number;
}

/** Recalculates a whole shop with api and worker, and repeats the same reads and writes with SQL alone. */
export async function measureRecalculation(
  system: SystemUnderTest,
  customers: number,
  say: (line: string) => void,
): Promise<RecalculationFindings> {
  const shop = await system.openShop();
  const owner = new Client(system.servers.postgres.url);
  await owner.connect();
  const { tenantId } = shop;
  const neighbour = await system.openShop();
  say(`Filling a shop with ${whole(customers)} customers and their orders …`);
  await fillHistory(owner, tenantId, customers);
  await system.clearBacklog();
  const worker = await system.startWorker();
  const idleBytes = residentBytes(worker.pid);
  say('First recalculation, before any customer has a score …');
  await recalculate(system.apiUrl, shop.apiKey, () => Promise.resolve());
  await owner.query('VACUUM');
  const diskBytes = (await owner.query<{ bytes: number }>(DISK)).rows[0]?.bytes ?? Number.NaN;
  await system.clearBacklog();
  say('Second recalculation …');
  const runningBytes: number[] = [];
  const freshMs: number[] = [];
  const cpuBefore = [worker.pid, system.servers.postgres.pid].map(cpuSecondsOf);
  const serviceMs = await recalculate(system.apiUrl, shop.apiKey, async () => {
    runningBytes.push(residentBytes(worker.pid));
    freshMs.push(await scoreOne(system.apiUrl, neighbour, freshMs.length));
  });
  const [workerCpu = Number.NaN, postgresCpu = Number.NaN] = [worker.pid, system.servers.postgres.pid].map(
    (pid, index) => cpuSecondsOf(pid) - (cpuBefore[index] ?? Number.NaN),
  );
  await worker.stop();
  await owner.query('VACUUM customers');
  await system.clearBacklog();
  say('The same rows with SQL alone …');
  const bareBefore = cpuSecondsOf(system.servers.postgres.pid);
  const bareMs = await barePass(owner, tenantId);
  const cpu = { worker: workerCpu, postgres: postgresCpu, bare: cpuSecondsOf(system.servers.postgres.pid) - bareBefore };
  await owner.query('VACUUM ANALYZE');
  await system.clearBacklog();
  say('The first import of a new shop …');
  const firstImportMs = await measureFirstImport(system);
  await system.clearBacklog();
  say('A nightly pass …');
  const night = await measureNight(system, owner, tenantId);
  await owner.end();
  return { customers, serviceMs, bareMs, cpu, idleBytes, runningBytes, freshMs, diskBytes, night, firstImportMs };
}

/** Runs a forced job over all customers and repeats `duringJob` until the job ends. @returns milliseconds. */
async function recalculate(apiUrl: string, apiKey: string, duringJob: () => Promise<void>): Promise<number> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const started = performance.now();
  const opened = await fetch(`${apiUrl}/churn/recalculate`, { method: 'POST', headers, body: '{"force":true}' });
  const { job_id: jobId } = (await opened.json()) as { job_id: string };
  for (;;) {
    const job = (await (await fetch(`${apiUrl}/churn/jobs/${jobId}`, { headers })).json()) as Job;
    if (job.status === 'completed') return performance.now() - started;
    if (job.status === 'failed') throw new Error(`the job failed after ${job.processed} customers`);
    await duringJob();
    await sleep(500);
  }
}

async function scoreOne(apiUrl: string, { apiKey, events }: { events: Target; apiKey: string }, n: number): Promise<number> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const event = {
    event_id: `fresh-${n}`,
    customer_id: `fresh-${n}`,
    event_type: 'order_completed',
    occurred_at: new Date().toISOString(),
    value: 9,
  };
  const started = performance.now();
  await fetch(events.url, { method: 'POST', headers, body: JSON.stringify({ events: [event] }) });
  for (;;) {
    const answer = (await (await fetch(`${apiUrl}/customers/fresh-${n}/churn`, { headers })).json()) as { churn: object | null };
    if (answer.churn !== null) return performance.now() - started;
    await sleep(10);
  }
}
