import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '#libs/core';
import type { ClientBase, Pool, QueryResult } from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { isRetryable, toUnavailable } from './database-errors.js';
import { ApiKeyEntity } from './entities/api-key.entity.js';
import { TenantEntity } from './entities/tenant.entity.js';
import { WebhookEndpointEntity } from './entities/webhook-endpoint.entity.js';
import { SYSTEM_ROLE } from './roles.js';
import { nameOf } from './statement-names.js';
import { type Row, type Send, TenantDb } from './tenant-db.js';

export interface DatabaseOptions {
  /** Connects as the restricted role; see `migrate`. */
  readonly url: string;
  readonly poolSize: number;
  /** The longest that a transaction may take with all its tries; then it is given up, and its connection with it. */
  readonly deadlineMs: number;
  /** False behind a pooler that gives every transaction another connection and does not know of them (PgBouncer before 1.21). */
  readonly preparedStatements?: boolean;
  /** Called with every statement before it is sent; for tests that count them. */
  readonly onStatement?: (sql: string) => void;
}

/** How the connections of a process stand. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly most: number;
  /** Transactions that wait for one. */
  readonly waiting: number;
}

/** Whose a key is, and what has been agreed with them. */
export interface ApiKeyOwner {
  readonly tenant_id: string;
  readonly plan: string;
  readonly expires_at: Date | null;
  readonly rate_limit_per_minute: number | null;
}

/** Whose a login is. */
export interface LoginOwner {
  readonly tenant_id: string;
  readonly user_id: string;
}

/** Who has a shop connected, or has had it. */
export interface ShopConnection {
  readonly tenant_id: string;
  readonly connection_id: string;
  readonly platform: string;
}

/** What a shop is looked up by: SHA-256 of its domain, lower case. */
export const hashShop = (shop: string): Buffer => createHash('sha256').update(shop).digest();

/** Why work may look across tenants. Each reason reads which tenants are concerned and then goes on per tenant. */
export type AcrossTenantsReason =
  | 'find announcements to relay'
  | 'find campaigns to send'
  | 'find due deliveries'
  | 'find due mails'
  | 'find due score requests'
  | 'find open jobs'
  | 'find tenants without a nightly pass'
  | 'find tenants to fit models for'
  | 'find models to rescore by'
  | 'find shops to erase'
  | 'find storefronts to look at'
  | 'find tenant'
  | 'measure waiting work'
  | 'check health';

const CONNECT_TIMEOUT_MS = 1500;
const CANCEL_GRACE_MS = 250;
const MAX_TRIES = 5;

// Whoever owns the tables, bypasses their policies, or holds the system role without taking it on sees rows of every tenant.
const JUDGE_ROLE = `
SELECT current_user AS name,
       r.rolsuper OR r.rolbypassrls OR pg_has_role(current_user, $1, 'USAGE')
         OR r.oid IN (SELECT relowner FROM pg_class WHERE oid = 'customers'::regclass) AS unrestricted
FROM pg_roles r WHERE r.rolname = current_user`;

/** The tables, reachable per tenant and transaction only. */
export class Database {
  private constructor(
    private readonly source: DataSource,
    private readonly options: DatabaseOptions,
  ) {}

  /** @throws when the server cannot be reached, or when the role would see past row-level security. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      entities: [TenantEntity, ApiKeyEntity, WebhookEndpointEntity],
      applicationName: 'churn-scoring',
      extra: { max: options.poolSize, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, pipeline: true },
      // Connection errors of idle clients are the pool's to handle: it opens new ones.
      poolErrorHandler: () => undefined,
    });
    await source.initialize();
    const database = new Database(source, options);
    await database.refuseUnrestrictedRole();
    return database;
  }

  /**
   * Runs `work` in one transaction in which only the tenant's rows exist. Serialization failures and deadlocks are tried again.
   * @param deadlineMs for work that is known to take longer than what the process does else
   * @throws AppError `service_unavailable` when the database cannot be asked, or may or may not have committed.
   */
  transaction<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, deadlineMs = this.options.deadlineMs): Promise<T> {
    // A TenantId is a UUID by construction, so it may stand in the text; that saves a round trip in every transaction.
    const begin = `START TRANSACTION; SET LOCAL app.tenant_id = '${tenantId}'`;
    return this.run(begin, (send, runner) => work(new TenantDb(tenantId, send, runner.manager)), deadlineMs);
  }

  /** Runs `work` in one transaction that sees which tenants have something to do, by the grants of the system role. */
  acrossTenants<T>(_reason: AcrossTenantsReason, work: (send: Send) => Promise<T>): Promise<T> {
    return this.run(`START TRANSACTION; SET LOCAL ROLE ${SYSTEM_ROLE}`, (send) => work(send));
  }

  /**
   * Asked before a tenant is known, as `findLogin` is; nothing else is.
   * @param hash SHA-256 of the presented key, 32 bytes.
   */
  async findApiKey(hash: Buffer): Promise<ApiKeyOwner | null> {
    const rows = await this.run('START TRANSACTION READ ONLY', (send) => send('SELECT * FROM api_key_owner($1)', [hash]));
    return (rows[0] as unknown as ApiKeyOwner | undefined) ?? null;
  }

  /** @param emailHash SHA-256 of the normalised address, 32 bytes. */
  async findLogin(emailHash: Buffer): Promise<LoginOwner | null> {
    const rows = await this.run('START TRANSACTION READ ONLY', (send) => send('SELECT * FROM login_owner($1)', [emailHash]));
    return (rows[0] as unknown as LoginOwner | undefined) ?? null;
  }

  /** Asked with what a platform tells of a shop, which names no tenant. @param shopHash see `hashShop` */
  async findShopConnections(shopHash: Buffer): Promise<ShopConnection[]> {
    const ask = 'SELECT * FROM storefront_shop_connections($1)';
    return (await this.run('START TRANSACTION READ ONLY', (send) => send(ask, [shopHash]))) as unknown as ShopConnection[];
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.acrossTenants('check health', (send) => send('SELECT 1', []));
  }

  /** Connections of this process. */
  poolState(): PoolState {
    const { totalCount, idleCount, waitingCount } = (this.source.driver as unknown as { master: Pool }).master;
    return { used: totalCount - idleCount, idle: idleCount, most: this.options.poolSize, waiting: waitingCount };
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private async run<T>(
    begin: string,
    work: (send: Send, runner: QueryRunner) => Promise<T>,
    deadlineMs = this.options.deadlineMs,
  ): Promise<T> {
    const until = performance.now() + deadlineMs;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(begin, work, until);
      } catch (error) {
        if (!isRetryable(error) || attempt === MAX_TRIES) throw toUnavailable(error);
        await sleep(10 * 2 ** attempt);
      }
    }
  }

  /** @param until on the clock of `performance.now`; whatever is not done by then is given up here and by the server. */
  private async attempt<T>(begin: string, work: (send: Send, runner: QueryRunner) => Promise<T>, until: number): Promise<T> {
    const runner = this.source.createQueryRunner();
    const client = (await runner.connect()) as ClientBase & { connection: { stream: { destroy(): void } } };
    // A broken socket rejects whatever statement is pending and takes the client out of the pool.
    const giveUp = (): void => client.connection.stream.destroy();
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    // The server gives up first, and says so; only when it does not answer at all the connection goes.
    const deadline = setTimeout(giveUp, leftMs + CANCEL_GRACE_MS);
    const ask = (text: string, values: readonly unknown[], prepared = false): Promise<QueryResult<Row>> => {
      this.options.onStatement?.(text);
      const name = prepared && this.options.preparedStatements !== false ? nameOf(text) : undefined;
      return client.query({ text, values: values as unknown[], ...(name !== undefined && { name }) });
    };
    const send: Send = async (sql, parameters, prepared) => (await ask(sql, parameters, prepared)).rows;
    try {
      // Goes out together with the first statement of the work. Should it fail, that one finds neither tenant nor transaction.
      const begun = send(`${begin}; SET LOCAL statement_timeout = ${leftMs}`, []);
      begun.catch(() => undefined);
      // Entities join this transaction instead of opening one of their own.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      const result = await work(send, runner);
      await begun;
      // A transaction in which a statement has failed answers COMMIT by rolling back, without an error.
      if ((await ask('COMMIT', [])).command !== 'COMMIT')
        throw new Error('a failed statement was passed over: the transaction is rolled back');
      return result;
    } catch (error) {
      await send('ROLLBACK', []).catch(giveUp);
      throw error;
    } finally {
      clearTimeout(deadline);
      Object.assign(runner, { isTransactionActive: false, transactionDepth: 0 });
      await runner.release();
    }
  }

  private async refuseUnrestrictedRole(): Promise<void> {
    const [role] = await this.run('START TRANSACTION READ ONLY', (send) => send(JUDGE_ROLE, [SYSTEM_ROLE]));
    if (role?.['unrestricted'] === false) return;
    await this.close();
    throw new Error(
      `DATABASE_URL connects as "${String(role?.['name'])}", which sees past row-level security; use the role that "admin migrate" makes`,
    );
  }
}
