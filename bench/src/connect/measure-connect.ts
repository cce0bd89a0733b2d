import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { GeneratedShop } from '../../../tools/src/generated-shop/generated-shop.js';
import { GraphqlApi } from '../../../tools/src/storefront-simulator/shopify/graphql-api.js';
import { ShopifyFiles } from '../../../tools/src/storefront-simulator/shopify/shopify-files.js';
import { StorefrontSimulator } from '../../../tools/src/storefront-simulator/storefront-simulator.js';
import type { PartRun, Say } from '../part.js';
import { whole } from '../report/numbers.js';
import { type Memory, MemoryWatch } from '../system/memory-watch.js';
import { Signed } from '../system/signed.js';
import type { SystemUnderTest } from '../system/system-under-test.js';
import { type Look, watchHour } from './watch-hour.js';

/** The course of things after a shop was connected. Times are in seconds since then. */
export interface FirstHour {
  readonly customers: number;
  readonly isGranted: boolean;
  readonly orders: number;
  readonly looks: readonly Look[];
  /** Until everyone had a score. */
  readonly scored: number;
  /** Until the import was done, with the days of last orders. */
  readonly imported: number;
  /** Until a model was fitted to the shop. */
  readonly fitted: number;
  /** Until everyone had a score of that model. */
  readonly refined: number;
  readonly calls: number;
  readonly throttled: number;
  readonly parts: number;
  readonly worker: Memory;
  readonly api: Memory;
  readonly storedOrders: number;
  readonly storedCustomers: number;
  /** Customers without a score at the end. */
  readonly unscored: number;
  readonly bytes: number;
}

const SIZES = [500, 50_000, 500_000] as const;
const SCOPES = ['read_orders', 'read_customers'];
const OBJECTS_PER_SECOND = 5000;
const DAY_MS = 86_400_000;

/** Connects shops of growing sizes, of which all orders may be read, or those of 60 days. @param customers of the largest shop at most */
export async function measureConnect(
  { startSystem, cleanup }: Pick<PartRun, 'startSystem' | 'cleanup'>,
  customers: number,
  say: Say,
): Promise<FirstHour[]> {
  const graphql = new GraphqlApi(await ShopifyFiles.start());
  const app = { clientId: `client-${randomUUID()}`, secret: `secret-${randomUUID()}` };
  const storefront = await StorefrontSimulator.start({ app, family: 'shopify', graphql });
  cleanup.add(() => storefront.stop());
  const system = await startSystem({
    FIT_MODELS: 'true',
    SHOPIFY_CLIENT_ID: app.clientId,
    SHOPIFY_APP_SECRET: app.secret,
    SHOPIFY_BASE_URL: storefront.baseUrl,
    STOREFRONT_PRIVATE_NETWORKS: '127.0.0.0/8',
    STOREFRONT_SCOPES: [...SCOPES, 'read_all_orders'].join(','),
    DASHBOARD_URL: 'http://127.0.0.1:1',
    // The simulation speaks HTTP.
    NODE_ENV: 'development',
  });
  const owner = new Client(system.servers.postgres.url);
  owner.on('error', () => undefined);
  await owner.connect();
  const platform = { storefront, graphql };
  const hours: FirstHour[] = [];
  for (const size of SIZES.filter((each) => each <= customers)) {
    for (const isGranted of [true, false]) {
      say(`${whole(size)} customers, ${isGranted ? 'all orders' : 'the orders of 60 days'} …`);
      hours.push(await measureHour(system, owner, platform, { size, isGranted, say }));
    }
  }
  await owner.end();
  return hours;
}

interface Platform {
  readonly storefront: StorefrontSimulator;
  readonly graphql: GraphqlApi;
}

interface Case {
  readonly size: number;
  readonly isGranted: boolean;
  readonly say: Say;
}

const SIZE =
  'SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relkind = $$r$$ AND relnamespace = $$public$$::regnamespace';
// The largest plan, and an owner who has verified the address: smaller plans store less on one day.
const ENLARGE = [
  `UPDATE tenants SET plan = 'enterprise', rate_limit_per_minute = 1000000 WHERE id = $1`,
  'UPDATE users SET verified_at = now() WHERE tenant_id = $1 AND verified_at IS NULL',
];

async function measureHour(system: SystemUnderTest, owner: Client, platform: Platform, { size, isGranted, say }: Case): Promise<FirstHour> {
  const { storefront, graphql } = platform;
  const shop = storefront.add(new GeneratedShop(`shop-${randomUUID()}.myshopify.com`, { customers: size, seed: 5, now: new Date() }));
  storefront.authorization.granted = (asked) => (isGranted ? asked : SCOPES);
  graphql.of(shop).bulk.objectsPerSecond = OBJECTS_PER_SECOND;
  storefront.api.calls.length = 0;
  graphql.files.parts.length = 0;
  const bytesBefore = await numberOf(owner, SIZE, []);
  const person = await Signed.up(system.apiUrl, `${randomUUID()}@example.com`);
  for (const sql of ENLARGE) await owner.query(sql, [person.tenantId]);
  const worker = await system.startWorker();
  const memory = { worker: new MemoryWatch(worker.pid), api: new MemoryWatch(system.api.pid) };
  const began = performance.now();
  await connect(person, shop);
  const watched = await watchHour({ person, owner, size, began, say });
  const [workerMemory, apiMemory] = [memory.worker.stop(), memory.api.stop()];
  await worker.stop();
  const count = (sql: string): Promise<number> => numberOf(owner, sql, [person.tenantId]);
  return {
    customers: size,
    isGranted,
    orders: shop.countOrders(new URLSearchParams({ created_at_min: new Date(Date.now() - 3650 * DAY_MS).toISOString() })),
    ...watched,
    calls: storefront.api.calls.length,
    throttled: storefront.api.calls.filter((call) => call.includes('THROTTLED')).length,
    parts: graphql.files.parts.length,
    worker: workerMemory,
    api: apiMemory,
    storedOrders: await count('SELECT count(*)::int AS n FROM orders WHERE tenant_id = $1'),
    storedCustomers: await count('SELECT count(*)::int AS n FROM customers WHERE tenant_id = $1'),
    unscored: size - (await count('SELECT count(*)::int AS n FROM customers WHERE tenant_id = $1 AND score IS NOT NULL')),
    bytes: (await numberOf(owner, SIZE, [])) - bytesBefore,
  };
}

/** Connects the shop as the dashboard does, and allows it on the platform's page. */
async function connect(person: Signed, shop: GeneratedShop): Promise<void> {
  const { authorize_url: page } = await person.post<{ authorize_url: string }>('/integrations/storefront/connect', { shop: shop.domain });
  const decided = await fetch(`${page}&decision=allow`, { redirect: 'manual' });
  await fetch(decided.headers.get('location') ?? '', { redirect: 'manual', headers: { Cookie: `auth_token=${person.token}` } });
}

async function numberOf(owner: Client, sql: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await owner.query<Record<string, number>>(sql, [...values]);
  return Object.values(rows[0] ?? {})[0] ?? Number.NaN;
}
