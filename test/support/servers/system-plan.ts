import { createHash, randomUUID } from 'node:crypto';
import { readRedisServers } from '#libs/config';
import { createTestDatabase, serverUrl, withDatabase } from './test-database.js';
import { freePort } from './service-process.js';

/** The same for all files of a run, because they may share a system. */
const RUN = process.env['CHURN_TEST_RUN'] ?? randomUUID();
const secretOf = (name: string): string => createHash('sha256').update(`${name} ${RUN}`).digest('base64');
/** Lets tests forge tokens. They check what callers without the secret cannot do, not what a thief of it could. */
export const JWT_SECRET = secretOf('jwt');
export const SECRETS_KEY = `test:${secretOf('secrets')}`;

/** The processes connect through the pooler when the topology has one. Tests that look behind them do not. */
const throughPooler = (url: URL): string => Object.assign(url, { port: process.env['CHURN_TEST_POOLER_PORT'] ?? url.port }).toString();

/** The topology may have a streaming replica, which the APIs read from. */
function replicaOf(url: string): Record<string, string> {
  const port = process.env['CHURN_TEST_REPLICA_PORT'];
  return port === undefined ? {} : { DATABASE_READ_URL: Object.assign(new URL(url), { port }).toString() };
}

/** Databases of Redis, where it has several: one for the systems of each of jest's workers, another for the one that its files share. */
const DATABASES = 16;

/** @returns null when a shared system cannot have a Redis database of its own */
export function redisUrlOf(use: 'own'): string;
export function redisUrlOf(use: 'shared'): string | null;
export function redisUrlOf(use: 'own' | 'shared'): string | null {
  const url = serverUrl('CHURN_TEST_REDIS_URL');
  const servers = readRedisServers(url);
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 1) % (DATABASES / 2);
  const database = String(use === 'shared' ? worker + DATABASES / 2 : worker);
  if (servers?.kind === 'sentinel') return `${url}/${database}`;
  if (servers?.kind === 'single') return withDatabase(url, database);
  return use === 'shared' ? null : url;
}

/** Everything that is decided before the processes of a system start. */
export interface SystemPlan {
  readonly ownerUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly ports: { readonly api: number; readonly worker: number; readonly mail: number };
  /** Settings of both processes. */
  readonly env: Record<string, string>;
}

/** Creates a database and chooses ports. */
export async function planSystem(settings: Record<string, string>, redisUrl: string, mailPort: number): Promise<SystemPlan> {
  const { ownerUrl, appUrl } = await createTestDatabase();
  const databaseUrl = throughPooler(appUrl);
  const ports = { api: await freePort(), worker: await freePort(), mail: mailPort };
  const env = {
    NODE_ENV: 'test',
    // Both processes get it: the worker sends it to storefronts.
    PUBLIC_URL: `http://127.0.0.1:${ports.api}`,
    SMTP_URL: `smtp://127.0.0.1:${ports.mail}`,
    API_PORT: String(ports.api),
    WORKER_PORT: String(ports.worker),
    DATABASE_URL: databaseUrl,
    ...replicaOf(databaseUrl),
    REDIS_URL: redisUrl,
    DATABASE_POOL_SIZE: '8',
    RATE_LIMIT_PER_ADDRESS: '1000000',
    RATE_LIMIT_STRICT: '1000000',
    RATE_LIMIT_REGISTRATIONS: '1000000',
    // A slow machine is not an outage. Tests of outages set their own limits.
    RATE_LIMIT_REDIS_TIMEOUT_MS: '5000',
    // Real bcrypt at its lowest cost.
    PASSWORD_HASH_COST: '4',
    SECRETS_KEY,
    JWT_SECRET,
    // A new model in the middle of a test would change its data. Tests of models turn fitting on.
    FIT_MODELS: 'false',
    // Tests that import without saying the end wait this long for a model.
    BACKFILL_QUIET_SECONDS: '2',
    ...(JSON.parse(process.env['CHURN_TEST_SETTINGS'] ?? '{}') as Record<string, string>),
    ...settings,
  };
  return { ownerUrl, databaseUrl, redisUrl, ports, env };
}
