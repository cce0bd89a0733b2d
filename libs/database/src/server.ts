import { setTimeout as sleep } from 'node:timers/promises';
import { busy, FairSlots, type TenantId } from '#libs/core';
import { ALL_ENTITIES, SnakeNaming } from '#libs/entities';
import { Client, type ClientBase, type Pool, type QueryResult } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { isRetryable, toUnavailable } from './database-errors.js';
import { BACKUP_ROLE, SYSTEM_ROLE } from './roles.js';
import { nameOf } from './statement-names.js';
import { summaryOf, type WatchStatement } from './statement-summary.js';
import type { Row, Send } from './tenant-db.js';

export interface ServerOptions {
  /** Connects as the restricted role; see `migrate`. */
  readonly url: string;
  readonly poolSize: number;
  /** Connections that one tenant uses at a time; by default all of them. */
  readonly connectionsPerTenant?: number;
  /** False behind a pooler that gives every transaction another connection and does not know of them (PgBouncer before 1.21). */
  readonly preparedStatements?: boolean;
  /** Called with every statement before it is sent; for tests that count them. */
  readonly onStatement?: (sql: string) => void;
  /** Called for every statement of a transaction while a trace is recorded. Without it nothing is traced. */
  readonly watch?: WatchStatement | undefined;
}

/** The connections of a process, counted. */
export interface PoolState {
  readonly used: number;
  readonly idle: number;
  readonly most: number;
  /** Transactions that wait for one. */
  readonly waiting: number;
}

/** The work of a transaction. Its first statement, or the first call of `entities`, begins it. */
export type Work<T> = (send: Send, entities: () => EntityManager) => Promise<T>;

export interface Limits {
  readonly deadlineMs: number;
  /** The greatest number of tries; `MOST_TRIES` by default. */
  readonly tries?: number;
  /** Groups the transactions that share connections fairly; absent for work of no single tenant. */
  readonly tenantId?: TenantId;
  /** The memory that the transaction holds while it waits for a connection. */
  readonly bytes?: number;
}

interface Transaction<T> {
  readonly begin: string;
  readonly work: Work<T>;
}

const CONNECT_TIMEOUT_MS = 1500;
const CANCEL_GRACE_MS = 250;
/** The memory that transactions of one tenant hold while they wait for a connection. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
const MOST_TRIES = 5;

// Postgres makes a new plan for each of the first five runs of a prepared statement. For a tenant that is not in the statistics it then
// takes any index that begins with the tenant, and reads all rows of the tenant for each key. One plan for all tenants reads by key.
const PLAN_FOR_ALL = 'SET LOCAL plan_cache_mode = force_generic_plan';

// A role that owns the tables, bypasses their policies, or inherits the system role or that for dumps sees rows of every tenant.
const CHECK_ROLE = `
SELECT current_user AS name,
       r.rolsuper OR r.rolbypassrls OR pg_has_role(current_user, $1, 'USAGE') OR pg_has_role(current_user, $2, 'USAGE')
         OR r.oid IN (SELECT relowner FROM pg_class WHERE oid = 'customers'::regclass) AS unrestricted,
       EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS distributed
FROM pg_roles r WHERE r.rolname = current_user`;

/** The role can see rows of other tenants than the one that is set. */
export class UnrestrictedRole extends Error {
  constructor(role: string) {
    super(`connects as "${role}", which sees past row-level security; use the role that "admin migrate" makes`);
    this.name = 'UnrestrictedRole';
  }
}

/** One Postgres server with a pool of connections. All statements run in transactions. */
export class Server {
  /** A tenant with many requests leaves connections for others; the tenants are served in rotation. */
  private readonly connections: FairSlots;
  /** The time of the last commit, on the clock of `performance.now`. */
  answeredAt = performance.now();
  /** True: the server is part of a Citus cluster. */
  isDistributed = false;

  private constructor(
    private readonly source: DataSource,
    private readonly options: ServerOptions,
  ) {
    this.connections = new FairSlots({
      slots: options.poolSize,
      perKey: Math.min(options.poolSize, options.connectionsPerTenant ?? options.poolSize),
      mostWaiting: MOST_WAITING_BYTES,
      mostWaitMs: CONNECT_TIMEOUT_MS,
      refuse: () => busy('the database'),
    });
  }

  /** @throws when the server cannot be reached; `UnrestrictedRole`. */
  static async connect(options: ServerOptions, deadlineMs: number): Promise<Server> {
    const source = new DataSource({
      type: 'postgres',
      url: options.url,
      entities: ALL_ENTITIES,
      namingStrategy: new SnakeNaming(),
      applicationName: 'churn-scoring',
      extra: { max: options.poolSize, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, pipeline: true },
      // Connection errors of idle clients are the pool's to handle: it opens new ones.
      poolErrorHandler: () => undefined,
    });
    await source.initialize();
    const server = new Server(source, options);
    try {
      await server.refuseUnrestrictedRole(deadlineMs);
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  /** Connections of this process. */
  poolState(): PoolState {
    const { totalCount, idleCount, waitingCount } = (this.source.driver as unknown as { master: Pool }).master;
    return { used: totalCount - idleCount, idle: idleCount, most: this.options.poolSize, waiting: waitingCount + this.connections.waiting };
  }

  /** Asks the server over a new connection outside the pool. @throws when it does not answer */
  async askAnew(): Promise<void> {
    const client = new Client({ connectionString: this.options.url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
    } finally {
      void client.end().catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  /**
   * Runs `work` in one transaction. It retries serialization failures and deadlocks.
   * @param begin the statement that opens it
   * @throws AppError `service_unavailable` when the server cannot be asked, or may or may not have committed.
   */
  run<T>(begin: string, work: Work<T>, { deadlineMs, tries = MOST_TRIES, tenantId, bytes }: Limits): Promise<T> {
    const until = performance.now() + deadlineMs;
    // On Citus all connections may be busy with writers that wait for the end of a move of their shard.
    const mostWaitMs = this.isDistributed ? deadlineMs : undefined;
    return this.connections.use(tenantId ?? '', () => this.runWithRetries({ begin, work }, until, tries), bytes, mostWaitMs);
  }

  private async runWithRetries<T>(transaction: Transaction<T>, until: number, tries: number): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.attempt(transaction, until);
      } catch (error) {
        if (!isRetryable(error) || attempt >= tries) throw toUnavailable(error);
        await sleep(10 * 2 ** attempt);
      }
    }
  }

  /** @param until on the clock of `performance.now`; unfinished work is given up then, here and by the server */
  private async attempt<T>({ begin, work }: Transaction<T>, until: number): Promise<T> {
    const runner = this.source.createQueryRunner();
    const client = (await runner.connect()) as ClientBase & { connection: { stream: { cork(): void; uncork(): void; destroy(): void } } };
    const { stream } = client.connection;
    // A broken socket rejects the pending statement and takes the client out of the pool.
    const giveUp = (): void => stream.destroy();
    const leftMs = Math.max(1, Math.ceil(until - performance.now()));
    // The server gives up first, and says so; only when it does not answer at all the connection goes.
    const deadline = setTimeout(giveUp, leftMs + CANCEL_GRACE_MS);
    const ask = (text: string, values: readonly unknown[], prepared = false): Promise<QueryResult<Row>> => {
      this.options.onStatement?.(text);
      // Citus plans by the value of the tenant, so there is not one plan for all.
      const name = prepared && !this.isDistributed && this.options.preparedStatements !== false ? nameOf(text) : undefined;
      const answered = client.query<Row>({ text, values: values as unknown[], ...(name !== undefined && { name }) });
      return this.options.watch === undefined ? answered : watchResult(answered, text, this.options.watch);
    };
    let begun: Promise<unknown> | undefined;
    let plansForAll = false;
    // Both go out in one write with the statement that needs them. Should one fail, that finds neither tenant nor transaction.
    const prepare = (isPrepared: boolean): void => {
      const plan = isPrepared && !plansForAll && !this.isDistributed ? [PLAN_FOR_ALL] : [];
      plansForAll ||= isPrepared;
      if (begun === undefined) {
        begun = this.begin([begin, `SET LOCAL statement_timeout = ${leftMs}`, ...plan].join('; '), ask);
        begun.catch(() => undefined);
      } else for (const text of plan) client.query(text).catch(() => undefined);
    };
    const send: Send = async (sql, parameters, prepared = false) => {
      prepare(prepared);
      return (await ask(sql, parameters, prepared)).rows;
    };
    const entities = (): EntityManager => {
      prepare(false);
      return runner.manager;
    };
    try {
      stream.cork();
      // Entities join this transaction instead of opening one of their own.
      Object.assign(runner, { isTransactionActive: true, transactionDepth: 1 });
      const working = (async () => work(send, entities))();
      stream.uncork();
      const result = await working;
      if (begun === undefined) return result;
      await begun;
      // A transaction in which a statement has failed answers COMMIT by rolling back, without an error.
      if ((await ask('COMMIT', [])).command !== 'COMMIT')
        throw new Error('a failed statement was passed over: the transaction is rolled back');
      this.answeredAt = performance.now();
      return result;
    } catch (error) {
      if (begun !== undefined) await ask('ROLLBACK', []).catch(giveUp);
      throw error;
    } finally {
      clearTimeout(deadline);
      Object.assign(runner, { isTransactionActive: false, transactionDepth: 0 });
      await runner.release();
    }
  }

  /** Citus repeats a whole message on the node for each SET in it, so there each statement goes by itself. */
  private async begin(statements: string, ask: (text: string, values: readonly unknown[]) => Promise<unknown>): Promise<void> {
    const parts = this.isDistributed ? statements.split('; ') : [statements];
    await Promise.all(parts.map((part) => ask(part, [])));
  }

  private async refuseUnrestrictedRole(deadlineMs: number): Promise<void> {
    const [role] = await this.run('START TRANSACTION READ ONLY', (send) => send(CHECK_ROLE, [SYSTEM_ROLE, BACKUP_ROLE]), { deadlineMs });
    this.isDistributed = role?.['distributed'] === true;
    if (role?.['unrestricted'] !== false) throw new UnrestrictedRole(String(role?.['name']));
  }
}

/** Reports the outcome of the statement before its caller continues. */
async function watchResult(answered: Promise<QueryResult<Row>>, text: string, watch: WatchStatement): Promise<QueryResult<Row>> {
  const summary = summaryOf(text);
  if (summary === null) return answered;
  const end = watch(summary);
  try {
    const result = await answered;
    end({ rows: result.rowCount, error: null });
    return result;
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    end({ rows: null, error: code ?? name });
    throw error;
  }
}
