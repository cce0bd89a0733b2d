import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Redis } from 'ioredis';
import { isPlanId } from '#libs/core';
import { Database, migrate } from '#libs/database';
import { createTenant } from '../../tools/src/admin/tenants.js';
import { createWebhookSecret } from '../../tools/src/admin/webhook-secrets.js';
import { freePort, ServiceProcess } from './service-process.js';
import { Shop } from './shop.js';

const ADMIN = path.resolve(__dirname, '../../dist/tools/src/admin.js');
const APP_PASSWORD = 'only-for-tests';
const SECRETS_KEY = `test:${randomBytes(32).toString('base64')}`;

function serverUrl(variable: 'CHURN_TEST_OWNER_URL' | 'CHURN_TEST_REDIS_URL'): string {
  const url = process.env[variable];
  if (url === undefined) throw new Error(`${variable} is not set: run the tests with "npm test"`);
  return url;
}

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).toString();

/** The whole service as real processes, on a database and a Redis keyspace of its own. */
export class ChurnSystem {
  /** For looking behind the service: sees every row of every tenant. */
  readonly owner: Client;
  readonly redis: Redis;
  readonly databaseUrl: string;
  /** As the processes see it: one tenant at a time. */
  readonly database: Database;
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;

  private constructor(
    parts: Pick<ChurnSystem, 'owner' | 'redis' | 'databaseUrl' | 'database' | 'api' | 'worker'>,
    private readonly env: Record<string, string>,
  ) {
    Object.assign(this, parts);
  }

  static async start(settings: Record<string, string> = {}, servers: { redisUrl?: string } = {}): Promise<ChurnSystem> {
    const name = `churn_${randomUUID().replaceAll('-', '')}`;
    const server = new Client({ connectionString: serverUrl('CHURN_TEST_OWNER_URL') });
    await server.connect();
    await server.query(`CREATE DATABASE ${name}`);
    await server.end();
    const ownerUrl = withDatabase(serverUrl('CHURN_TEST_OWNER_URL'), name);
    const databaseUrl = Object.assign(new URL(await migrate(ownerUrl, APP_PASSWORD)), { password: APP_PASSWORD }).toString();
    const redisUrl = withDatabase(serverUrl('CHURN_TEST_REDIS_URL'), String(Number(process.env['JEST_WORKER_ID'] ?? 1) % 16));
    const owner = new Client({ connectionString: ownerUrl });
    const redis = new Redis(redisUrl);
    await owner.connect();
    await redis.flushdb();
    const ports = [await freePort(), await freePort()] as const;
    const env = {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl,
      REDIS_URL: servers.redisUrl ?? redisUrl,
      DATABASE_POOL_SIZE: '8',
      RATE_LIMIT_PER_ADDRESS: '1000000',
      SECRETS_KEY,
      ...settings,
    };
    const api = new ServiceProcess('api', ports[0], { ...env, API_PORT: String(ports[0]) });
    const worker = new ServiceProcess('scoring-worker', ports[1], { ...env, WORKER_PORT: String(ports[1]) });
    const database = await Database.open({ url: databaseUrl, poolSize: 2, deadlineMs: 10_000 });
    await Promise.all([api.start(), worker.start()]);
    return new ChurnSystem({ owner, redis, databaseUrl, database, api, worker }, env);
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
  async shop(options: { plan?: string; currency?: string; rateLimit?: number | null } = {}): Promise<Shop> {
    const { plan = 'starter', currency = 'EUR', rateLimit = 1_000_000 } = options;
    if (!isPlanId(plan)) throw new Error(`no plan ${plan}`);
    const made = await createTenant(this.database, {
      name: `Shop ${randomUUID()}`,
      plan,
      currency,
      timezone: 'UTC',
      ...(rateLimit !== null && { rateLimit }),
    });
    return new Shop(this.api.url, made.tenant_id, made.api_key, this.owner);
  }

  /** A new webhook secret of the shop, made as an operator makes it. */
  async webhookSecret(shop: Shop, graceHours = '24'): Promise<string> {
    return (await createWebhookSecret(this.database, shop.tenantId, graceHours, SECRETS_KEY)).secret;
  }

  /** Runs the operator's command line and reads its answer. */
  async admin(...args: string[]): Promise<Record<string, unknown>> {
    const env = { PATH: process.env['PATH'], DATABASE_URL: this.databaseUrl, SECRETS_KEY: this.env['SECRETS_KEY'] };
    const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async stop(): Promise<void> {
    await Promise.all([this.api.stop(), this.worker.stop()]);
    await this.database.close();
    await this.owner.end();
    this.redis.disconnect();
  }
}
