import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { Client } from 'pg';
import type { Merchant } from '../people/merchant.js';
import { order } from '../shop/builders.js';
import { Shop } from '../shop/shop.js';
import { STOREFRONT_APPS } from '../storefront/storefront-apps.js';
import { eventually } from '../waiting/eventually.js';
import { waitingForLocks } from '../waiting/waiting-for-locks.js';
import { deliverySettings } from '../webhooks/webhook-shop.js';
import { ChurnSystem } from '../servers/churn-system.js';
import { CITUS_NODES } from '../servers/citus-database.js';
import { findRedisProgram, OwnRedis } from '../servers/own-redis.js';

const CLI = path.resolve(__dirname, '../../../dist/apps/cli/bundle/main.js');
/** The move waits six seconds until no process believes any more that the tenant runs. */
const COPY_MS = 60_000;
// A pooler keeps the name for a connection that nobody uses.
const SESSIONS = `SELECT 1 FROM pg_stat_activity WHERE application_name = 'churn-move' AND state <> 'idle'`;

/** A move refuses installations with Citus. */
export const [describeMoves, describeRefusedMoves] = CITUS_NODES.length === 0 ? [describe, describe.skip] : [describe.skip, describe];

/** The answers of `answersHere` for a tenant that is stopped. */
export const STOPPED = [503, 503, 503, 503, '5'];

/** Both installations use the same name for different keys. */
export const newSecretsKey = (): string => `main:${randomBytes(32).toString('base64')}`;

/** Two installations, each with a database, a Redis and keys of its own. Tenants move from `here` to `there`. */
export class TwoInstallations {
  private constructor(
    readonly here: ChurnSystem,
    readonly there: ChurnSystem,
    readonly keys: { readonly here: string; readonly there: string },
    private readonly redis: OwnRedis,
  ) {}

  static async start(): Promise<TwoInstallations> {
    const keys = { here: newSecretsKey(), there: newSecretsKey() };
    const redis = await OwnRedis.start(await findRedisProgram());
    const settings = { ...deliverySettings(), ...STOREFRONT_APPS };
    const here = await ChurnSystem.start({ ...settings, SECRETS_KEY: keys.here });
    const there = await ChurnSystem.start({ ...settings, SECRETS_KEY: keys.there }, { redisUrl: redis.url });
    return new TwoInstallations(here, there, keys, redis);
  }

  async stop(): Promise<void> {
    await this.here.stop();
    await this.there.stop();
    await this.redis.kill();
  }

  /** Starts the processes that a test has stopped. */
  async startAll(): Promise<void> {
    const { here, there } = this;
    const stopped = [here.api, here.worker, there.api, there.worker].filter((each) => !each.isRunning);
    await Promise.all(stopped.map((each) => each.start()));
  }

  /** Runs the command. @param settings replace variables of the target */
  move(tenantId: string, settings: Record<string, string> = {}, ...more: string[]): Promise<Record<string, unknown>> {
    return this.here.adminWith({ ...this.target, ...settings }, 'tenant', 'move', '--tenant', tenantId, ...more);
  }

  /** Begins a move that cannot go on, and kills it while it copies. */
  async interruptMove(tenantId: string): Promise<void> {
    const { here, there } = this;
    const blocker = new Client({ connectionString: there.ownerUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE score_history IN ACCESS EXCLUSIVE MODE');
    const env = { PATH: process.env['PATH'], DATABASE_URL: here.databaseUrl, SECRETS_KEY: this.keys.here, ...this.target };
    const command = spawn(process.execPath, [CLI, 'admin', 'tenant', 'move', '--tenant', tenantId], { env, stdio: 'ignore' });
    try {
      await eventually('the copy', async () => ((await waitingForLocks(there.ownerUrl, 'score_history')) > 0 ? true : null), COPY_MS);
      command.kill('SIGKILL');
      await once(command, 'exit');
    } finally {
      await blocker.end();
    }
    await eventually('the end of its sessions', async () => ((await there.owner.query(SESSIONS)).rowCount === 0 ? true : null));
  }

  /** The same shop, at the target. */
  atTarget({ tenantId, apiKey }: Shop): Shop {
    return new Shop(this.there.api.url, tenantId, apiKey, this.there.owner);
  }

  /** Returns what `tenant list` says of its move. */
  async stateHere(tenantId: string): Promise<string | null | undefined> {
    const { data } = (await this.here.admin('tenant', 'list')) as { data: { id: string; move: string | null }[] };
    return data.find(({ id }) => id === tenantId)?.move;
  }

  /** Waits until the tenant runs here, as it does again within seconds. */
  async untilRunning({ shop }: Merchant): Promise<void> {
    await eventually('an accepted event', async () => ((await shop.post('/events', { events: [order()] })).status === 202 ? true : null));
  }

  /** Returns the status of a write, a read, a read of a person, and a sign-in, and the Retry-After of the write. */
  async answersHere({ shop, owner }: Merchant): Promise<unknown[]> {
    const write = await shop.post('/events', { events: [order()] });
    const others = [await shop.get('/customers'), await owner.get('/settings'), await owner.login()];
    return [write.status, ...others.map(({ status }) => status), write.headers['retry-after']];
  }

  private get target(): Record<string, string> {
    return { TARGET_DATABASE_URL: this.there.databaseUrl, TARGET_SECRETS_KEY: this.keys.there };
  }
}
