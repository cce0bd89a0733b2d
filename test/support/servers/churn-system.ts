import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import type { Redis } from 'ioredis';
import { isPlanId, type TenantId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { Mailbox } from '../people/mailbox.js';
import { Person, type Registration } from '../people/person.js';
import { callOperator } from './call-operator.js';
import { freePort, ServiceProcess } from './service-process.js';
import { connectToRedis } from './redis-of-tests.js';
import { Shop } from '../shop/shop.js';
import { openSharedSystem, SHARED_SETTINGS } from './shared-system.js';
import { planSystem, redisUrlOf, SECRETS_KEY, type SystemPlan } from './system-plan.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/bundle/main.js');

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
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
  /** The mail server that receives the system's mails. */
  readonly mailbox: Mailbox;

  private opened: Promise<Database> | null = null;

  private constructor(
    parts: Pick<ChurnSystem, 'mailbox' | 'owner' | 'redis' | 'databaseUrl' | 'ownerUrl' | 'api' | 'worker'>,
    private readonly env: Record<string, string>,
  ) {
    Object.assign(this, parts);
  }

  /** A system of the file's own, which it may stop, kill and set the clock of. */
  static async start(settings: Record<string, string> = {}, servers: { redisUrl?: string } = {}): Promise<ChurnSystem> {
    const redisUrl = redisUrlOf('own');
    const mailbox = await Mailbox.open();
    const plan = await planSystem(settings, servers.redisUrl ?? redisUrl, mailbox.port);
    const api = new ServiceProcess('api', plan.ports.api, plan.env);
    const worker = new ServiceProcess('scoring-worker', plan.ports.worker, plan.env);
    const system = await ChurnSystem.connect({ ...plan, redisUrl }, { mailbox, api, worker });
    await system.redis.flushdb();
    await Promise.all([api.start(), worker.start()]);
    return system;
  }

  /**
   * The system that test files share, for files that leave processes, clock, Redis and the rows of other tenants alone. Its sweeps and
   * deliveries are fast, endpoints on this machine are allowed, and the apps of the storefronts are set.
   */
  static async shared(): Promise<ChurnSystem> {
    const shared = await openSharedSystem();
    if (shared === null) return ChurnSystem.start(SHARED_SETTINGS);
    const { plan, api, worker } = shared;
    return ChurnSystem.connect(plan, { mailbox: await Mailbox.open(plan.ports.mail), api, worker });
  }

  private static async connect(
    { ownerUrl, databaseUrl, redisUrl, env }: SystemPlan,
    parts: Pick<ChurnSystem, 'mailbox' | 'api' | 'worker'>,
  ): Promise<ChurnSystem> {
    const owner = new Client({ connectionString: ownerUrl });
    await owner.connect();
    return new ChurnSystem({ ...parts, owner, redis: connectToRedis(redisUrl), databaseUrl, ownerUrl }, env);
  }

  /** Starts another api or worker over the same database. The caller stops it. */
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
    const tenant = { name: `Shop ${randomUUID()}`, plan, currency, timezone, ...(rateLimit !== null && { rateLimit }) };
    const made = await callOperator('createTenant', this.databaseUrl, [tenant]);
    return new Shop(this.api.url, made.tenant_id, made.api_key, this.owner);
  }

  /** Restarts api and worker with clocks that are ahead of the real one. */
  async setClock(aheadMs: number): Promise<void> {
    await Promise.all([this.api.kill(), this.worker.kill()]);
    const clock = { TEST_CLOCK_OFFSET_MS: String(aheadMs) };
    await Promise.all([this.api.start(clock), this.worker.start(clock)]);
  }

  /** A person who has just registered, owns a tenant of their own, and has not opened the link in the mail yet. */
  registerUnverified(input: Partial<Registration> = {}): Promise<Person> {
    return Person.register(this.api.url, input);
  }

  /** A person who owns a tenant of their own and has a verified address. Only the tests of verification open the link for it. */
  async register(input: Partial<Registration> = {}): Promise<Person> {
    const person = await this.registerUnverified(input);
    await this.owner.query('UPDATE users SET verified_at = now() WHERE tenant_id = $1', [person.tenantId]);
    await this.owner.query('DELETE FROM mails WHERE tenant_id = $1', [person.tenantId]);
    return person.verified();
  }

  /** A new webhook secret of the shop, made as an operator makes it. */
  async webhookSecret(shop: Shop, graceHours = '24'): Promise<string> {
    return (await callOperator('createWebhookSecret', this.databaseUrl, [shop.tenantId, graceHours, SECRETS_KEY])).secret;
  }

  /** The database as the processes see it: one tenant at a time. Loaded late, because few files need it and TypeORM is large. */
  openDatabase(): Promise<Database> {
    this.opened ??= import('#libs/database').then((library) =>
      library.Database.open({ url: this.databaseUrl, poolSize: 6, deadlineMs: 10_000 }),
    );
    return this.opened;
  }

  /** Runs `work` in a transaction of the tenant, as the processes do. */
  async transaction<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>): Promise<T> {
    return (await this.openDatabase()).transaction(tenantId, work);
  }

  /** The environment of the processes. */
  get settings(): Readonly<Record<string, string>> {
    return this.env;
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
    await (await this.opened)?.close();
    await this.owner.end();
    this.redis.disconnect();
  }
}
