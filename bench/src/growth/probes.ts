import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { PERIODS } from '#libs/dto';
import { type ClosedLoopResult, runClosedLoop } from '../load/closed-loop.js';
import { EventBatches } from '../load/event-batches.js';
import { HttpClient } from '../load/http-client.js';
import { LIST_CASES, toQuery } from '../reading/list-cases.js';
import { percentile } from '../report/percentile.js';
import { cpuSecondsOf } from '../system/cpu-time.js';
import type { NodeProcess } from '../system/node-process.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { askForScores, type GrownShop } from './grown-shops.sql.js';
import { type Api, cpuOf } from './processes.js';

/** A rate, and the CPU time per item in microseconds over all processes. */
export interface Rate {
  readonly perSecond: number;
  readonly cpuEach: number;
}

/** Milliseconds per request over HTTP, one request at a time. */
export interface Reads {
  readonly listMs: readonly number[];
  readonly analyticsMs: readonly number[];
  readonly failed: number;
}

const ROUNDS = 3;
const SCORED_AT_ONCE = 10_000;
const BATCH = 100;
const CONNECTIONS = 16;
const PAGES = 8;
const LIMIT = 50;
const ANALYTICS = 60;
const WATCH_EVERY_MS = 20;

interface RecalculationOf {
  readonly apiUrl: string;
  readonly owner: Client;
  readonly processes: readonly NodeProcess[];
}

/** Starts a job that scores all customers for every shop, and waits for the last one. */
export async function recalculateAll(shops: readonly GrownShop[], { apiUrl, owner, processes }: RecalculationOf): Promise<Rate> {
  const customers = shops.reduce((sum, shop) => sum + shop.customers, 0);
  return rated(customers, processes, async () => {
    for (const { apiKey } of shops) await openRecalculation(apiUrl, apiKey);
    // One statement watches all jobs: a hundred shops that poll the API would distort the measurement.
    while (await areJobsOpen(owner)) await sleep(WATCH_EVERY_MS);
  });
}

async function openRecalculation(apiUrl: string, apiKey: string): Promise<void> {
  const http = new HttpClient(apiUrl, apiKey);
  const opened = await http.post('/churn/recalculate', '{"force":true}');
  if (opened.status !== 202) throw new Error(`The service refused a recalculation: ${opened.status} ${opened.text.slice(0, 200)}`);
  http.close();
}

const JOBS = `
SELECT count(*) FILTER (WHERE status IN ('queued', 'running'))::int AS open, count(*) FILTER (WHERE status = 'failed')::int AS failed
FROM churn_jobs`;

async function areJobsOpen(owner: Client): Promise<boolean> {
  const [jobs] = (await owner.query<{ open: number; failed: number }>(JOBS)).rows;
  if (jobs === undefined || jobs.failed > 0) throw new Error('a recalculation has failed');
  return jobs.open > 0;
}

/** Scores a fixed number of customers, independent of the size of the data, until no request is left. */
export async function measureScoring(
  system: SystemUnderTest,
  owner: Client,
  shops: readonly GrownShop[],
  processes: readonly NodeProcess[],
): Promise<Rate> {
  const rounds: Rate[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const asked = await askForScores(owner, shops, SCORED_AT_ONCE);
    rounds.push(
      await rated(asked, processes, async () => {
        while ((await system.waitingScores()) > 0) await sleep(WATCH_EVERY_MS);
      }),
    );
    await system.clearBacklog();
  }
  return middleOf(rounds);
}

interface IngestOf {
  readonly apis: readonly Api[];
  readonly postgres: NodeProcess;
  readonly seconds: number;
  readonly clearBacklog: () => Promise<void>;
  readonly nextSeed: () => number;
}

/** Sends batches of all shops in turn, to all api processes at the same time. */
export async function measureIngest(
  shops: readonly GrownShop[],
  { apis, postgres, seconds, clearBacklog, nextSeed }: IngestOf,
): Promise<Rate & { p99Ms: number; failed: number }> {
  const rounds: (Rate & { p99Ms: number; failed: number })[] = [];
  const readCpu = (): { server: number; postgres: number } => ({ server: cpuOf(apis), postgres: cpuSecondsOf(postgres.pid) });
  for (let round = 0; round < ROUNDS; round += 1) {
    await clearBacklog();
    const results = await Promise.all(
      apis.map((api) => {
        const batches = new EventBatches({ seed: nextSeed(), customers: shops[0]?.customers ?? 0, eventsPerBatch: BATCH, now: new Date() });
        let sent = 0;
        const nextHeaders = (): Record<string, string> => ({ 'X-API-Key': shops[(sent += 1) % shops.length]?.apiKey ?? '' });
        const connections = Math.floor(CONNECTIONS / apis.length);
        const plan = { connections, seconds, eventsPerBatch: BATCH, nextBody: () => batches.next(), nextHeaders, readCpu };
        return runClosedLoop({ url: `${api.apiUrl}/events`, headers: {} }, plan);
      }),
    );
    rounds.push(together(results));
  }
  return { ...middleOf(rounds), failed: rounds.reduce((sum, { failed }) => sum + failed, 0) };
}

/** Merges loops that ran at the same time. Each has measured the CPU time of all. */
function together(results: readonly ClosedLoopResult[]): Rate & { p99Ms: number; failed: number } {
  const events = results.reduce((sum, result) => sum + result.events, 0);
  const [first] = results;
  return {
    perSecond: results.reduce((sum, result) => sum + result.events / result.seconds, 0),
    cpuEach: (((first?.cpu.server ?? 0) + (first?.cpu.postgres ?? 0)) * 1e6) / events,
    p99Ms: percentile(results.flatMap(({ latenciesMs }) => latenciesMs), 0.99), // prettier-ignore
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/** Reads the first pages of lists in every order, and analytics. */
export async function measureReads(apiUrl: string, apiKey: string): Promise<Reads> {
  const http = new HttpClient(apiUrl, apiKey);
  let failed = 0;
  const ask = async (path: string, into: number[]): Promise<string> => {
    const started = performance.now();
    const { status, text } = await http.get(path);
    into.push(performance.now() - started);
    if (status !== 200) failed += 1;
    return text;
  };
  const readAll = async (pages: number, analytics: number): Promise<Reads> => {
    const [listMs, analyticsMs]: [number[], number[]] = [[], []];
    for (const listCase of LIST_CASES.filter(({ filterName }) => filterName === 'no filter' || filterName === 'one label')) {
      let cursor: string | null = null;
      for (let page = 0; page < pages && (page === 0 || cursor !== null); page += 1) {
        const text: string = await ask(`/customers?${toQuery(listCase, LIMIT, cursor)}`, listMs);
        cursor = (JSON.parse(text) as { pagination?: { next_cursor: string | null } }).pagination?.next_cursor ?? null;
      }
    }
    for (const period of PERIODS) {
      for (let i = 0; i < analytics; i += 1) await ask(`/churn/analytics?period=${period}`, analyticsMs);
    }
    return { listMs, analyticsMs, failed };
  };
  // Opens connections and reads pages before the measurement.
  await readAll(1, 5);
  failed = 0;
  const reads = await readAll(PAGES, ANALYTICS);
  http.close();
  return reads;
}

async function rated(pieces: number, processes: readonly NodeProcess[], work: () => Promise<void>): Promise<Rate> {
  const before = cpuOf(processes);
  const started = performance.now();
  await work();
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: pieces / seconds, cpuEach: ((cpuOf(processes) - before) * 1e6) / pieces };
}

/** Returns the round with the median rate. */
const middleOf = <R extends Rate>(rounds: readonly R[]): R =>
  rounds.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(rounds.length / 2)] as R;
