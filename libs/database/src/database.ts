import { createHash } from 'node:crypto';
import type { KeyScope, TenantId } from '#libs/core';
import { isOutage } from './database-errors.js';
import { clusterOf, TenantNodes } from './distribution/tenant-nodes.js';
import { ReadReplica, type ReplicaOptions, type ReplicaState } from './replica/read-replica.js';
import { SYSTEM_ROLE } from './roles.js';
import { type Limits, type PoolState, Server, type ServerOptions, UnrestrictedRole, type Work } from './server.js';
import { type Row, type Send, TenantDb } from './tenant-db.js';
import { READ_RESTING, RestingTenants } from './resting-tenants.js';
import type { SweepStatement } from './first-rows.js';

export interface DatabaseOptions extends ServerOptions {
  /** The time limit of a transaction with all its tries. After it the transaction and its connection are given up. */
  readonly deadlineMs: number;
  /** The time limit of a transaction that writes, on Citus: at the end of a move of a shard its writers wait. By default `deadlineMs`. */
  readonly shardMoveMs?: number;
  /** The replica that serves reads which may be a little old, while it keeps up. */
  readonly replica?: ReplicaOptions | null;
}

/** The owner of an API key, and the limits agreed with the tenant. */
export interface ApiKeyOwner {
  readonly tenant_id: string;
  readonly key_id: string;
  readonly prefix: string;
  readonly scope: KeyScope;
  readonly number: number;
  /** To the minute; null: never. */
  readonly last_used_at: Date | null;
  readonly plan: string;
  readonly expires_at: Date | null;
  readonly rate_limit_per_minute: number | null;
  readonly is_suspended: boolean;
}

/** A user, found by the hash of the address. */
export interface LoginOwner {
  readonly tenant_id: string;
  readonly user_id: string;
}

/** A tenant that has a shop connected, or had it. */
export interface ShopConnection {
  readonly tenant_id: string;
  readonly connection_id: string;
  readonly platform: string;
  /** The merchant's own app is installed in the shop, not the operator's. */
  readonly own_app: boolean;
}

/** Returns the key for looking up a shop: the SHA-256 of its domain in lower case. */
export const hashShop = (shop: string): Buffer => createHash('sha256').update(shop).digest();

/** The reasons for work across tenants. Each finds the tenants concerned and then continues per tenant. */
export type AcrossTenantsReason =
  | 'find outbox events to relay'
  | 'find destinations to resync'
  | 'find messages to people'
  | 'find digests to write'
  | 'find campaigns to send'
  | 'find results to count'
  | 'find due deliveries'
  | 'find due mails'
  | 'find due score requests'
  | 'find open jobs'
  | 'find tenants without a nightly pass'
  | 'find tenants to fit models for'
  | 'find models to rescore by'
  | 'find past weeks to calculate'
  | 'find score requests that are set aside'
  | 'find shops to erase'
  | 'find old data to remove'
  | 'find storefronts to look at'
  | 'find tenants to delete'
  | 'find tenant'
  | 'find resting tenants'
  | 'measure waiting work'
  | 'check health';

/** The tables, reachable per tenant and transaction only. */
export class Database {
  private readonly resting = new RestingTenants(() => this.acrossTenants('find resting tenants', (send) => send(READ_RESTING, [])));

  private constructor(
    private readonly primary: Server,
    private readonly replica: ReadReplica | null,
    private readonly nodes: TenantNodes<Server> | null,
    private readonly options: DatabaseOptions,
  ) {}

  /** @throws when the server cannot be reached, or when a role would see past row-level security. A replica need not be there. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { replica: wanted = null, deadlineMs, ...ofServer } = options;
    const primary = await namingVariable('DATABASE_URL', Server.connect(ofServer, deadlineMs));
    try {
      const replica =
        wanted === null ? null : await namingVariable('DATABASE_READ_URL', ReadReplica.open(primary, { ...ofServer, ...wanted }));
      const nodes = primary.isDistributed ? await TenantNodes.open(clusterOf(primary, ofServer, deadlineMs)) : null;
      return new Database(primary, replica, nodes, options);
    } catch (error) {
      await primary.close();
      throw error;
    }
  }

  /**
   * Runs `work` in one transaction in which only the tenant's rows exist. Serialization failures and deadlocks are tried again.
   * @param deadlineMs the time limit, for work that takes longer than the default
   * @param bytes the memory that the work holds while it waits for a connection
   * @throws AppError `service_unavailable` when the database is not available, or when it is unknown whether it has committed
   */
  transaction<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, deadlineMs = this.deadlineMs, bytes = 0): Promise<T> {
    const begin = `START TRANSACTION; ${setTenant(tenantId)}`;
    return this.runOfTenant(begin, inTenant(tenantId, work, this.nodes !== null), { deadlineMs, bytes, tenantId });
  }

  /**
   * Like `transaction`, for work that only reads and may see data up to `ReplicaOptions.maxLagMs` old. All its statements see the data of
   * one moment. Do not use it for data that the caller has just changed, or was just notified of.
   */
  async read<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, deadlineMs = this.options.deadlineMs): Promise<T> {
    const begin = `START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; ${setTenant(tenantId)}`;
    const limits = { deadlineMs, tenantId };
    if (this.replica === null) return this.runOfTenant(begin, inTenant(tenantId, work), limits);
    return this.replica.ask((server, left) => server.run(begin, inTenant(tenantId, work), { ...limits, ...left }), deadlineMs);
  }

  /** The default time limit of a transaction that writes. */
  get deadlineMs(): number {
    const { deadlineMs, shardMoveMs = deadlineMs } = this.options;
    return this.nodes === null ? deadlineMs : shardMoveMs;
  }

  /** Runs `work` in one transaction that sees which tenants have something to do, by the grants of the system role. */
  acrossTenants<T>(_reason: AcrossTenantsReason, work: (send: Send) => Promise<T>): Promise<T> {
    return this.primary.run(`START TRANSACTION; SET LOCAL ROLE ${SYSTEM_ROLE}`, (send) => work(send), this.options);
  }

  /**
   * Finds work of all tenants, except those that are suspended or being deleted.
   * @param statement has the condition `isWorking`; its `$1` are the ids of the resting tenants, and `parameters` begin with `$2`
   */
  async findWork(reason: AcrossTenantsReason, statement: string | SweepStatement, parameters: readonly unknown[] = []): Promise<Row[]> {
    const text = typeof statement === 'string' ? statement : this.primary.isDistributed ? statement.distributed : statement.plain;
    const resting = await this.resting.ids();
    return this.acrossTenants(reason, (send) => send(text, [resting, ...parameters]));
  }

  /** Tells whether an operator has suspended the tenant: its transactions run, and its work rests. */
  isSuspended(tenantId: TenantId): Promise<boolean> {
    return this.resting.isSuspended(tenantId);
  }

  /**
   * Finds the owner of a key before the tenant is known. Only this and the look-ups below do so.
   * @param hash SHA-256 of the presented key, 32 bytes.
   */
  async findApiKey(hash: Buffer): Promise<ApiKeyOwner | null> {
    const rows = await this.lookUp('SELECT * FROM api_key_owner($1)', hash);
    return (rows[0] as unknown as ApiKeyOwner | undefined) ?? null;
  }

  /** Finds the owners of many keys at once. @param hashes like that of `findApiKey`. @returns the keys that exist */
  async findApiKeys(hashes: readonly Buffer[]): Promise<(ApiKeyOwner & { readonly hash: Buffer })[]> {
    const rows = await this.lookUp(
      'SELECT key.hash, owner.* FROM unnest($1::bytea[]) AS key (hash), api_key_owner(key.hash) AS owner',
      hashes,
    );
    return rows as unknown as (ApiKeyOwner & { readonly hash: Buffer })[];
  }

  /** @param emailHash SHA-256 of the normalised address, 32 bytes. */
  async findLogin(emailHash: Buffer): Promise<LoginOwner | null> {
    const rows = await this.lookUp('SELECT * FROM login_owner($1)', emailHash);
    return (rows[0] as unknown as LoginOwner | undefined) ?? null;
  }

  /** Finds the other tenants of a person, in no order. @param emailHash like that of `findLogin` */
  async findMemberships(emailHash: Buffer): Promise<LoginOwner[]> {
    return (await this.lookUp('SELECT * FROM membership_owners($1)', emailHash)) as unknown as LoginOwner[];
  }

  /** Finds the connections of a shop that a platform reports about; the report names no tenant. @param shopHash see `hashShop` */
  async findShopConnections(shopHash: Buffer): Promise<ShopConnection[]> {
    return (await this.lookUp('SELECT * FROM storefront_shop_connections($1)', shopHash)) as unknown as ShopConnection[];
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.acrossTenants('check health', (send) => send('SELECT 1', []));
  }

  /** Asks the primary over a new connection, which takes none from the pool. @throws when it does not answer */
  askAnew(): Promise<void> {
    return this.primary.askAnew();
  }

  /** The time of the last commit, on the clock of `performance.now`. */
  get answeredAt(): number {
    return Math.max(...this.servers().map(({ answeredAt }) => answeredAt));
  }

  /** Returns the time of the server of the primary. */
  async time(): Promise<Date> {
    const [row] = await this.acrossTenants('check health', (send) => send('SELECT clock_timestamp() AS time', []));
    return (row as { time: Date }).time;
  }

  /** Connections of this process to the primary, and on Citus to the nodes. */
  poolState(): PoolState {
    const states = this.servers().map((server) => server.poolState());
    const sum = (count: keyof PoolState): number => states.reduce((total, state) => total + state[count], 0);
    return { used: sum('used'), idle: sum('idle'), most: sum('most'), waiting: sum('waiting') };
  }

  /** Null without a replica. */
  replicaState(): ReplicaState | null {
    return this.replica?.state ?? null;
  }

  async close(): Promise<void> {
    await this.replica?.close();
    await this.nodes?.close();
    await this.primary.close();
  }

  /** Runs a transaction on the server that has the rows of the tenant. */
  private async runOfTenant<T>(begin: string, work: Work<T>, limits: Limits & { readonly tenantId: TenantId }): Promise<T> {
    const { nodes } = this;
    if (nodes === null) return this.primary.run(begin, work, limits);
    const server = await nodes.serverOf(limits.tenantId);
    return server.run(begin, work, limits).catch((error: unknown) => {
      if (isOutage(error)) nodes.lookAgain();
      throw error;
    });
  }

  private servers(): readonly Server[] {
    return [this.primary, ...(this.nodes?.servers ?? [])];
  }

  private lookUp(question: string, hash: Buffer | readonly Buffer[]): Promise<Row[]> {
    return this.primary.run('START TRANSACTION READ ONLY', (send) => send(question, [hash]), this.options);
  }
}

/** A TenantId is a UUID by construction, so it may stand in the text; that saves a round trip in every transaction. */
const setTenant = (tenantId: TenantId): string => `SET LOCAL app.tenant_id = '${tenantId}'`;

const inTenant =
  <T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, isDistributed = false): Work<T> =>
  (send, entities) =>
    work(new TenantDb(tenantId, send, entities, isDistributed));

/** Adds the variable that holds the connection to the error about its role. */
const namingVariable = <T>(variable: string, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    throw error instanceof UnrestrictedRole ? new Error(`${variable} ${error.message}`) : error;
  });
