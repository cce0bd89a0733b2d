import { Client } from 'pg';
import type { Say } from '../part.js';
import { whole } from '../report/numbers.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { type GrownShop, openGrownShops } from './grown-shops.sql.js';
import { measureIngest, measureReads, measureScoring, type Rate, type Reads, recalculateAll } from './probes.js';
import { startProcesses } from './processes.js';

/** The size of the data in a measurement. */
export interface Setup {
  /** Total of all shops. */
  readonly customers: number;
  readonly shops: number;
  readonly apis: number;
  readonly workers: number;
}

/** The results of a measurement. */
export interface GrowthPoint {
  readonly setup: Setup;
  /** Events per second without scoring; CPU of api and Postgres. */
  readonly ingest: Rate & { readonly p99Ms: number; readonly failed: number };
  /** Scored customers per second with single score requests, as events write them; CPU of workers and Postgres. */
  readonly scoring: Rate;
  /** The same for jobs that score all customers. */
  readonly recalculation: Rate;
  /** Read rates of the first shop. */
  readonly reads: Reads;
  /** Peak memory in bytes of one process of each kind. */
  readonly memory: { readonly api: number; readonly worker: number };
}

export interface GrowthFindings {
  readonly bySize: readonly GrowthPoint[];
  readonly byShops: readonly GrowthPoint[];
  readonly byApis: readonly GrowthPoint[];
  readonly byWorkers: readonly GrowthPoint[];
}

/** The processes of one kind after a single one. */
const MORE_PROCESSES = [2, 4];

/** Repeats a measurement with 10 and 100 times as many customers, with the same number in 10 and 100 shops, and with two and four processes. */
export async function measureGrowth(system: SystemUnderTest, customers: number, seconds: number, say: Say): Promise<GrowthFindings> {
  const owner = new Client(system.servers.postgres.url);
  // After Ctrl-C Postgres ends before this process, so the connection may fail.
  owner.on('error', () => undefined);
  await owner.connect();
  const [small, middle] = [Math.ceil(customers / 100), Math.ceil(customers / 10)];
  let seed = 0;
  const nextSeed = (): number => (seed += 1);
  const at = async (setup: Setup, shops?: readonly GrownShop[]): Promise<GrowthPoint> => {
    say(`${whole(setup.customers)} customers in ${setup.shops} shops, ${setup.apis} api, ${setup.workers} workers …`);
    const opened = shops ?? (await openGrownShops(owner, setup.shops, Math.floor(setup.customers / setup.shops)));
    return measurePoint({ system, owner, shops: opened, seconds, nextSeed }, setup);
  };
  const alone = { shops: 1, apis: 1, workers: 1 };
  const first = await at({ ...alone, customers: small });
  const second = await at({ ...alone, customers: middle });
  const hundred = await at({ ...alone, customers: middle, shops: 100 });
  const shops = await openGrownShops(owner, 10, Math.floor(middle / 10));
  const ten = await at({ ...alone, customers: middle, shops: 10 }, shops);
  const [byApis, byWorkers] = [[ten], [ten]];
  for (const apis of MORE_PROCESSES) byApis.push(await at({ ...alone, customers: middle, shops: 10, apis }, shops));
  for (const workers of MORE_PROCESSES) byWorkers.push(await at({ ...alone, customers: middle, shops: 10, workers }, shops));
  const third = await at({ ...alone, customers });
  await owner.end();
  return { bySize: [first, second, third], byShops: [second, ten, hundred], byApis, byWorkers };
}

interface Bench {
  readonly system: SystemUnderTest;
  readonly owner: Client;
  readonly shops: readonly GrownShop[];
  readonly seconds: number;
  /** Seeds differ, so that measurements of the same shops do not reuse event ids. */
  readonly nextSeed: () => number;
}

async function measurePoint({ system, owner, shops, seconds, nextSeed }: Bench, setup: Setup): Promise<GrowthPoint> {
  await system.clearBacklog();
  const processes = await startProcesses(system, setup.apis, setup.workers);
  const { apis, workers } = processes;
  const postgres = { pid: system.servers.postgres.pid, stop: () => Promise.resolve() };
  const recalculation = await recalculateAll(shops, { apiUrl: apis[0]?.apiUrl ?? '', owner, processes: [...workers, postgres] });
  await owner.query('VACUUM customers');
  await system.clearBacklog();
  const scoring = await measureScoring(system, owner, shops, [...workers, postgres]);
  // No worker scores during the next measurements.
  await Promise.all(workers.map((each) => each.stop()));
  await system.clearBacklog();
  const ingest = await measureIngest(shops, { apis, postgres, seconds, clearBacklog: () => system.clearBacklog(), nextSeed });
  await owner.query('VACUUM customers');
  await system.clearBacklog();
  const reads = await measureReads(apis[0]?.apiUrl ?? '', shops[0]?.apiKey ?? '');
  return { setup, recalculation, scoring, ingest, reads, memory: await processes.stop() };
}
