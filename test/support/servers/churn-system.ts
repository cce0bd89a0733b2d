import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Redis } from 'ioredis';
import { readRedisServers } from '#libs/config';
import { isPlanId } from '#libs/core';
import { Database } from '#libs/database';
import { createTenant } from '../../../apps/cli/src/admin/tenants.js';
import { createWebhookSecret } from '../../../apps/cli/src/admin/webhook-secrets.js';
import { Mailbox } from '../people/mailbox.js';
import { Person, type Registration } from '../people/person.js';
import { freePort, ServiceProcess } from './service-process.js';
import { connectToRedis } from './redis-of-tests.js';
import { Shop } from '../shop/shop.js';
import { createTestDatabase, serverUrl, withDatabase } from './test-database.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/src/main.js');
/** For forging tokens: what a thief of it could do is not what the tests are about, but what anybody else cannot. */
export const JWT_SECRET = randomBytes(32).toString('base64');
const SECRETS_KEY = `test:${randomBytes(32).toString('base64')}`;

/** The processes go through the pooler when the topology has one; who looks behind them does not. */
const throughPooler = (url: URL): string => Object.assign(url, { port: process.env['CHURN_TEST_POOLER_PORT'] ?? url.port }).toString();

/** The topology may have a streaming replica, which the APIs read from. */
function replicaOf(url: string): Record<string, string> {
  const port = process.env['CHURN_TEST_REPLICA_PORT'];
  return port === undefined ? {} : { DATABASE_READ_URL: Object.assign(new URL(url), { port }).toString() };
}

/** A database of its own for each of jest's workers, where Redis has several. */
function redisUrlOfTests(): string {
  const url = serverUrl('CHURN_TEST_REDIS_URL');
  const servers = readRedisServers(url);
  const database = String(Number(process.env['JEST_WORKER_ID'] ?? 1) % 16);
  if (servers?.kind === 'sentinel') return `${url}/${database}`;
  return servers?.kind === 'single' ? withDatabase(url, database) : url;
}

async function runAdmin(args: readonly string[], env: Record<string, string>): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'admin', ...args], { env: { PATH: process.env['PATH'], ...env } });
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The whole service as real processes, on a database and a Redis keyspace of its own. */
export class ChurnSystem {
  /** For looking behind the service: sees every row of every tenant. */
  readonly owner: Client;
  readonly redis: Redis;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  /** The database as the processes see it: one tenant at a time. */
  readonly database: Database;
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
  /** The mail server that receives the system's mails. */
  readonly mailbox: Mailbox;

  private constructor(
    parts: Pick<ChurnSystem, 'mailbox' | 'owner' | 'redis' | 'databaseUrl' | 'ownerUrl' | 'database' | 'api' | 'worker'>,
    private readonly env: Record<string, string>,
  ) {
    Object.assign(this, parts);
  }

  static async start(settings: Record<string, string> = {}, servers: { redisUrl?: string } = {}): Promise<ChurnSystem> {
    const { ownerUrl, appUrl } = await createTestDatabase();
    const databaseUrl = throughPooler(appUrl);
    const redisUrl = redisUrlOfTests();
    const owner = new Client({ connectionString: ownerUrl });
    const redis = connectToRedis(redisUrl);
    await owner.connect();
    await redis.flushdb();
    const ports = [await freePort(), await freePort()] as const;
    const mailbox = await Mailbox.open();
    const env = {
      NODE_ENV: 'test',
      // Both processes get it: the worker sends it to storefronts.
      PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
      SMTP_URL: mailbox.url,
      DATABASE_URL: databaseUrl,
      ...replicaOf(databaseUrl),
      REDIS_URL: servers.redisUrl ?? redisUrl,
      DATABASE_POOL_SIZE: '8',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      RATE_LIMIT_STRICT: '1000000',
      // A slow machine is not an outage. Tests of outages set their own limits.
      RATE_LIMIT_REDIS_TIMEOUT_MS: '5000',
      // Real bcrypt at its lowest cost.
      PASSWORD_HASH_COST: '4',
      SECRETS_KEY,
      JWT_SECRET,
      // A new model in the middle of a test would change its data. Tests of models turn fitting on.
      FIT_MODELS: 'false',
      ...(JSON.parse(process.env['CHURN_TEST_SETTINGS'] ?? '{}') as Record<string, string>),
      ...settings,
    };
    const api = new ServiceProcess('api', ports[0], { ...env, API_PORT: String(ports[0]) });
    const worker = new ServiceProcess('scoring-worker', ports[1], { ...env, WORKER_PORT: String(ports[1]) });
    const database = await Database.open({ url: databaseUrl, poolSize: 2, deadlineMs: 10_000 });
    await Promise.all([api.start(), worker.start()]);
    return new ChurnSystem({ mailbox, owner, redis, databaseUrl, ownerUrl, database, api, worker }, env);
  }

  /** Another api or worker beside the first, over the same database. The caller stops it. */
  async startAnother(app: 'api' | 'scoring-worker', settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = await freePort();
    const another = new ServiceProcess(app, port, { ...this.env, ...settings, [app === 'api' ? 'API_PORT' : 'WORKER_PORT']: String(port) });
    await another.start();
    return another;
  }

  /**
   * A new tenant with a key of its own, made as an operator makes it.
   * @param options.rateLimit requests per minute; null takes those of the plan. Without it no test comes near it.
   */
  async shop(options: { plan?: string; currency?: string; timezone?: string; rateLimit?: number | null } = {}): Promise<Shop> {
    const { plan = 'starter', currency = 'EUR', timezone = 'UTC', rateLimit = 1_000_000 } = options;
    if (!isPlanId(plan)) throw new Error(`no plan ${plan}`);
    const made = await createTenant(this.database, {
      name: `Shop ${randomUUID()}`,
      plan,
      currency,
      timezone,
      ...(rateLimit !== null && { rateLimit }),
    });
    return new Shop(this.api.url, made.tenant_id, made.api_key, this.owner);
  }

  /** Starts api and worker anew with clocks that are ahead of the real one. */
  async setClock(aheadMs: number): Promise<void> {
    await Promise.all([this.api.kill(), this.worker.kill()]);
    const clock = { TEST_CLOCK_OFFSET_MS: String(aheadMs) };
    await Promise.all([this.api.start(clock), this.worker.start(clock)]);
  }

  /** Somebody who has just registered, and owns a tenant of their own. */
  async register(input: Partial<Registration> = {}): Promise<Person> {
    return Person.register(this.api.url, input);
  }

  /** A new webhook secret of the shop, made as an operator makes it. */
  async webhookSecret(shop: Shop, graceHours = '24'): Promise<string> {
    return (await createWebhookSecret(this.database, shop.tenantId, graceHours, SECRETS_KEY)).secret;
  }

  /** Runs the operator's command line and reads its answer. */
  admin(...args: string[]): Promise<Record<string, unknown>> {
    return this.adminWith({}, ...args);
  }

  /** Runs the command line like `admin`, with settings that differ from those of the processes. */
  adminWith(settings: Record<string, string>, ...args: string[]): Promise<Record<string, unknown>> {
    return runAdmin(args, { DATABASE_URL: this.databaseUrl, SECRETS_KEY: this.env['SECRETS_KEY'] ?? '', ...settings });
  }

  /** Runs the command line like `admin`, as the owner of the database. */
  adminAsOwner(...args: string[]): Promise<Record<string, unknown>> {
    return runAdmin(args, { DATABASE_OWNER_URL: this.ownerUrl });
  }

  async stop(): Promise<void> {
    await Promise.all([this.api.stop(), this.worker.stop()]);
    await this.mailbox.close();
    await this.database.close();
    await this.owner.end();
    this.redis.disconnect();
  }
}
