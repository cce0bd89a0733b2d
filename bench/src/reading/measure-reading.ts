import { type TenantId, toTenantId } from '#libs/core';
import type { CustomerSort } from '#libs/dto';
import { TenantDb } from '#libs/database';
import { Client } from 'pg';
import { HttpClient } from '../load/http-client.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { type BuiltList, hasConditions, loadBuiltList, type PageEnd } from './built-list.js';
import { fillCustomers } from './fill-customers.sql.js';
import { LIST_CASES, type ListCase, toQuery } from './list-cases.js';
import { positionsAt } from './list-positions.sql.js';

export interface ReadingPlan {
  readonly customers: number;
  readonly limits: readonly number[];
  /** Number of pages to read for each case and limit: the first, the last, and others evenly between. */
  readonly pages: number;
  /** The same for filters with conditions, which can take a hundred times as long. */
  readonly pagesWithConditions: number;
}

/** Times of one case and page size over all depths. Both are in milliseconds and for the same pages. */
export interface ReadingResult {
  readonly listCase: ListCase;
  readonly limit: number;
  readonly httpMs: readonly number[];
  readonly bareMs: readonly number[];
  readonly failed: number;
  /** The page that took longest with SQL alone. */
  readonly slowest: { readonly ms: number; readonly after: PageEnd | null };
}

export interface ReadingFindings {
  readonly plan: ReadingPlan;
  readonly results: readonly ReadingResult[];
  /** EXPLAIN (ANALYZE, BUFFERS) of the slowest pages. */
  readonly explained: readonly { readonly title: string; readonly text: string }[];
}

/** Number of the slowest cases to explain. */
const EXPLAINED = 3;

/** Reads pages of a large shop through the api, and with the same statement on a direct connection. */
export async function measureReading(system: SystemUnderTest, plan: ReadingPlan, say: (line: string) => void): Promise<ReadingFindings> {
  const { apiKey } = await system.openShop();
  const owner = new Client(system.servers.postgres.url);
  // After a failure or Ctrl-C Postgres ends before this process, so the connection may fail.
  owner.on('error', () => undefined);
  await owner.connect();
  const tenantId = await newestTenant(owner);
  say(`Filling a shop with ${plan.customers} customers …`);
  await fillCustomers(owner, tenantId, plan.customers);
  await system.clearBacklog();
  const list = await loadBuiltList();
  const bare = await BareReader.connect(system.servers.postgres.url, tenantId, list);
  const http = new HttpClient(system.apiUrl, apiKey);
  const readers: Readers = { owner, bare, http, tenantId, list };
  const results: ReadingResult[] = [];
  await warmUp(readers, plan.limits);
  for (const listCase of LIST_CASES) {
    const ends = await endsOf(readers, listCase, hasConditions(listCase.filter.conditions) ? plan.pagesWithConditions : plan.pages);
    for (const limit of plan.limits) results.push(await measureCase(readers, listCase, { limit, ends }));
    if (listCase.filterName === 'no filter') say(`  ${listCase.sort}`);
  }
  const explained = await explainSlowest(bare, results);
  http.close();
  await bare.close();
  await owner.end();
  return { plan, results, explained };
}

interface Readers {
  readonly owner: Client;
  readonly bare: BareReader;
  readonly http: HttpClient;
  readonly tenantId: TenantId;
  readonly list: BuiltList;
}

/** Reads the first page of each case without counting it. Node.js compiles new code of a process in this time. */
async function warmUp(readers: Readers, limits: readonly number[]): Promise<void> {
  for (const listCase of LIST_CASES) for (const limit of limits) await measureCase(readers, listCase, { limit, ends: [null] });
}

async function newestTenant(owner: Client): Promise<TenantId> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM tenants ORDER BY created_at DESC LIMIT 1');
  if (rows[0] === undefined) throw new Error('there is no tenant to measure');
  return toTenantId(rows[0].id);
}

/** The ends of the pages before those to read: the first, the last, and others evenly between. */
async function endsOf({ owner, tenantId, list }: Readers, { sort, filter }: ListCase, pages: number): Promise<(PageEnd | null)[]> {
  const depths = Array.from({ length: pages - 1 }, (_, index) => (index + 1) / (pages - 1));
  const selection = list.selectScored(filter);
  return [null, ...(await positionsAt(owner, tenantId, { sort, selection, conditions: filter.conditions }, depths))];
}

async function measureCase(
  readers: Readers,
  listCase: ListCase,
  { limit, ends }: { limit: number; ends: readonly (PageEnd | null)[] },
): Promise<ReadingResult> {
  const { sort } = listCase;
  const httpMs: number[] = [];
  const bareMs: number[] = [];
  let failed = 0;
  let slowest: ReadingResult['slowest'] = { ms: 0, after: null };
  for (const after of ends) {
    const cursor = after === null ? null : readers.list.encodeCursor(readers.tenantId, sort, after);
    const path = `/customers?${toQuery(listCase, limit, cursor)}`;
    // They take turns, so that noise and cold pages affect both.
    const askHttp = async (): Promise<void> => {
      const { result, ms } = await timed(() => readers.http.get(path));
      httpMs.push(ms);
      if (result.status !== 200) failed += 1;
    };
    const askBare = async (): Promise<void> => {
      const { ms } = await timed(() => readers.bare.read(listCase, after, limit + 1));
      bareMs.push(ms);
      if (ms > slowest.ms) slowest = { ms, after };
    };
    for (const ask of bareMs.length % 2 === 0 ? [askHttp, askBare] : [askBare, askHttp]) await ask();
  }
  return { listCase, limit, httpMs, bareMs, failed, slowest };
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

/** Runs the statement of the api on one connection: without HTTP, key or transaction, but with the same role and row-level security. */
class BareReader {
  /** The plans of the statements sent, while they are asked for. */
  private plans: string[] | null = null;

  private constructor(
    private readonly client: Client,
    private readonly tenantId: TenantId,
    private readonly list: BuiltList,
  ) {}

  static async connect(url: string, tenantId: TenantId, list: BuiltList): Promise<BareReader> {
    const client = new Client(url);
    await client.connect();
    await client.query(`SET ROLE churn_app; SET app.tenant_id = '${tenantId}'`);
    return new BareReader(client, tenantId, list);
  }

  read({ sort, filter }: { sort: CustomerSort; filter: ListCase['filter'] }, after: PageEnd | null, rows: number): Promise<unknown[]> {
    // List statements need no entities.
    const db = new TenantDb(this.tenantId, (sql, parameters) => this.send(sql, parameters), undefined as never);
    const { conditions } = filter;
    return this.list.listCustomers(db, { sort, selection: this.list.selectScored(filter), conditions, now: new Date() }, after, rows);
  }

  /** Returns the plan of the statement of a page that takes longest. */
  async explain(listCase: ListCase, after: PageEnd | null, rows: number): Promise<string> {
    const plans: string[] = [];
    this.plans = plans;
    await this.read(listCase, after, rows);
    this.plans = null;
    return plans.toSorted((one, other) => executionMs(other) - executionMs(one))[0] ?? '';
  }

  close(): Promise<void> {
    return this.client.end();
  }

  private async send(sql: string, parameters: readonly unknown[]): Promise<Record<string, unknown>[]> {
    if (this.plans !== null) {
      const { rows } = await this.client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS) ${sql}`, [...parameters]);
      this.plans.push(rows.map((line) => line['QUERY PLAN']).join('\n'));
    }
    return (await this.client.query<Record<string, unknown>>(sql, [...parameters])).rows;
  }
}

const executionMs = (plan: string): number => Number(/Execution Time: ([\d.]+) ms/.exec(plan)?.[1] ?? 0);

async function explainSlowest(bare: BareReader, results: readonly ReadingResult[]): Promise<{ title: string; text: string }[]> {
  const slowest = results.toSorted((one, other) => other.slowest.ms - one.slowest.ms).slice(0, EXPLAINED);
  const explained: { title: string; text: string }[] = [];
  for (const { listCase, limit, slowest: page } of slowest) {
    const where = page.after === null ? 'first page' : 'a later page';
    const title = `${listCase.sort}, ${listCase.filterName}, limit ${limit}, ${where}`;
    explained.push({ title, text: await bare.explain(listCase, page.after, limit + 1) });
  }
  return explained;
}
