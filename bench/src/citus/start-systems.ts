import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import type { Cleanup } from '../system/cleanup.js';
import { type NodeProcess, ROOT, runProgram, startServer } from '../system/node-process.js';
import { bareEnvironment, freePort } from '../system/system-under-test.js';

const CLI = 'dist/apps/cli/bundle/main.js';
const POOL_SIZE = 16;
/** An extension that Postgres comes with. */
const STATEMENT_COUNTS = 'pg_stat_statements';
const COUNT = `SELECT coalesce(sum(calls), 0)::int AS calls FROM ${STATEMENT_COUNTS} WHERE userid = 'churn_app'::regrole`;

const admin = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> =>
  runProgram({ name: 'admin', script: CLI, args: ['admin', ...args], env, logFile: '' });

/** The service on one kind of database, with shops that it takes events of. */
export interface SystemOnDatabase {
  readonly apiPid: number;
  /** The server that the addresses name: the only one, or the coordinator. */
  readonly entryPid: number;
  readonly nodePids: readonly number[];
  readonly eventsUrl: string;
  readonly apiKeys: readonly string[];
  /** Connects as the owner of the tables. */
  readonly owner: Client;
  /** Returns how many statements of the service each server has run, BEGIN, SET and COMMIT included: `entryPid`, then `nodePids`. */
  readonly countStatements: () => Promise<number[]>;
  readonly startWorker: () => Promise<NodeProcess>;
}

interface Stack {
  readonly folder: string;
  readonly use: (end: () => Promise<void>) => void;
}

interface CitusTools {
  readonly findCitus: () => { bin: string; version: string } | null;
  readonly startCitus: (stack: Stack, settings: Record<string, string>) => Promise<Record<string, string>>;
}

interface PostgresTools {
  readonly startPostgres: (options: object) => Promise<{ url: string; pid: number; version: string; readonly stop: () => Promise<void> }>;
}

interface RedisTools {
  readonly startRedis: (options: object) => Promise<{ url: string; readonly stop: () => Promise<void> }>;
}

const load = <T>(file: string): Promise<T> => import(pathToFileURL(join(ROOT, file)).href) as Promise<T>;

/** The two systems that are compared, over the same programs of Postgres. */
export interface Systems {
  readonly version: string;
  readonly plain: SystemOnDatabase;
  readonly citus: SystemOnDatabase;
}

/** @throws when no Postgres with the extension is installed */
export async function startSystems(shops: number, cleanup: Cleanup): Promise<Systems> {
  const { findCitus, startCitus } = await load<CitusTools>('tools/testing/topologies/citus.mjs');
  const found = findCitus();
  if (found === null) throw new Error('skipped: no Postgres with the extension citus is installed (CITUS_PG_CONFIG names its pg_config)');
  const folder = mkdtempSync(join(tmpdir(), 'churn-bench-'));
  // Under root, Postgres runs as another account, which must reach its folder.
  chmodSync(folder, 0o755);
  cleanup.add(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  const { startPostgres } = await load<PostgresTools>('tools/servers/embedded-postgres.mjs');
  const { startRedis } = await load<RedisTools>('tools/servers/embedded-redis.mjs');
  const redis = await startRedis({ dataDir: folder, ephemeral: true });
  cleanup.add(redis.stop);
  const plainFolder = join(folder, 'plain');
  mkdirSync(plainFolder);
  const settings = { synchronous_commit: 'on', shared_preload_libraries: STATEMENT_COUNTS };
  const server = await startPostgres({ dataDir: plainFolder, ephemeral: true, programs: found.bin, settings });
  cleanup.add(server.stop);
  const common = { folder, shops, cleanup };
  const plain = await startService({ ...common, ownerUrl: server.url, pids: [server.pid], nodes: [], redisUrl: `${redis.url}/1` });

  const preloaded = { shared_preload_libraries: `citus, ${STATEMENT_COUNTS}` };
  const env = await startCitus({ folder, use: (end) => void cleanup.add(async () => end()) }, preloaded);
  const nodes = JSON.parse(env['CHURN_TEST_CITUS_NODES'] ?? '[]') as string[];
  const pids = JSON.parse(env['CHURN_TEST_CITUS_PIDS'] ?? '[]') as number[];
  const citus = await startService({ ...common, ownerUrl: env['TEST_DATABASE_URL'] ?? '', pids, nodes, redisUrl: `${redis.url}/2` });
  return { version: `Citus ${found.version}, Postgres ${server.version}`, plain, citus };
}

interface ServicePlan {
  readonly folder: string;
  readonly shops: number;
  readonly cleanup: Cleanup;
  readonly ownerUrl: string;
  /** Process ids of the servers, that of `ownerUrl` first. */
  readonly pids: readonly number[];
  readonly nodes: readonly string[];
  readonly redisUrl: string;
}

async function startService({ folder, shops, cleanup, ownerUrl, pids, nodes, redisUrl }: ServicePlan): Promise<SystemOnDatabase> {
  const [entryPid = 0, ...nodePids] = pids;
  const owner = new Client(ownerUrl);
  owner.on('error', () => undefined);
  await owner.connect();
  cleanup.add(() => owner.end());
  const nodeClients = await joinNodes(owner, ownerUrl, nodes);
  for (const client of nodeClients) cleanup.add(() => client.end());
  const password = randomBytes(18).toString('base64url');
  const asOwner = { ...bareEnvironment(), DATABASE_OWNER_URL: ownerUrl, CHURN_APP_PASSWORD: password };
  const migrated = JSON.parse(await admin(asOwner, 'migrate')) as { database_url: string };
  if (nodes.length > 0) await admin(asOwner, 'schema', 'distribute', '--apply');
  const env = {
    ...bareEnvironment(),
    REDIS_URL: redisUrl,
    DATABASE_URL: Object.assign(new URL(migrated.database_url), { password }).href,
    SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    JWT_SECRET: randomBytes(32).toString('base64'),
  };
  const apiKeys: string[] = [];
  for (let i = 0; i < shops; i += 1) {
    const shop = ['tenant', 'create', '--name', `Benchmark ${i}`, '--plan', 'enterprise', '--rate-limit', '1000000000'];
    apiKeys.push((JSON.parse(await admin(env, ...shop)) as { api_key: string }).api_key);
  }
  const { api, eventsUrl } = await startApi(folder, env, cleanup);
  const startWorker = (): Promise<NodeProcess> => startWorkerIn(folder, env, cleanup);
  const countStatements = (): Promise<number[]> => Promise.all([owner, ...nodeClients].map(statementsOf));
  return {
    apiPid: api.pid,
    entryPid,
    nodePids,
    countStatements,
    eventsUrl,
    apiKeys,
    owner,
    startWorker,
  };
}

async function startApi(folder: string, env: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<{ api: NodeProcess; eventsUrl: string }> {
  const port = await freePort();
  const api = await startServer(
    {
      name: 'api',
      script: 'dist/apps/api/bundle/main.js',
      env: { ...env, API_PORT: String(port), DATABASE_POOL_SIZE: String(POOL_SIZE) },
      logFile: join(folder, `api-${port}.log`),
    },
    `http://127.0.0.1:${port}/api/v1/health/ready`,
    cleanup,
  );
  return { api, eventsUrl: `http://127.0.0.1:${port}/api/v1/events` };
}

async function startWorkerIn(folder: string, env: NodeJS.ProcessEnv, cleanup: Cleanup): Promise<NodeProcess> {
  const port = await freePort();
  return startServer(
    {
      name: 'worker',
      script: 'dist/apps/scoring-worker/bundle/main.js',
      env: { ...env, WORKER_PORT: String(port) },
      logFile: join(folder, `worker-${port}.log`),
    },
    `http://127.0.0.1:${port}/health/ready`,
    cleanup,
  );
}

const statementsOf = async (server: Client): Promise<number> => (await server.query<{ calls: number }>(COUNT)).rows[0]?.calls ?? Number.NaN;

/** Joins the nodes, if there are any, and lets each server count its statements. @returns connections to the nodes */
async function joinNodes(owner: Client, ownerUrl: string, nodes: readonly string[]): Promise<Client[]> {
  const clients: Client[] = [];
  for (const url of nodes) {
    const node = new Client(url);
    node.on('error', () => undefined);
    await node.connect();
    await node.query('CREATE EXTENSION citus');
    clients.push(node);
  }
  if (nodes.length > 0) {
    await owner.query('CREATE EXTENSION citus');
    const { hostname, port } = new URL(ownerUrl);
    await owner.query('SELECT citus_set_coordinator_host($1, $2)', [hostname, Number(port)]);
    for (const url of nodes.map((each) => new URL(each)))
      await owner.query('SELECT citus_add_node($1, $2)', [url.hostname, Number(url.port)]);
  }
  // The coordinator makes it on the nodes too.
  await owner.query(`CREATE EXTENSION ${STATEMENT_COUNTS}`);
  return clients;
}
