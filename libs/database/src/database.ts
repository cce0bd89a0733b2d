import { createHash } from 'node:crypto';
import type { TenantId } from '#libs/core';
import { ReadReplica, type ReplicaOptions, type ReplicaState } from './replica/read-replica.js';
import { SYSTEM_ROLE } from './roles.js';
import { type Limits, type PoolState, Server, type ServerOptions, UnrestrictedRole, type Work } from './server.js';
import { type Row, type Send, TenantDb } from './tenant-db.js';

export interface DatabaseOptions extends ServerOptions {
  /** The longest that a transaction may take with all its tries; then it is given up, and its connection with it. */
  readonly deadlineMs: number;
  /** Where reads that may be a little old go while it keeps up. */
  readonly replica?: ReplicaOptions | null;
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

/** The tables, reachable per tenant and transaction only. */
export class Database {
  private constructor(
    private readonly primary: Server,
    private readonly replica: ReadReplica | null,
    private readonly options: DatabaseOptions,
  ) {}

  /** @throws when the server cannot be reached, or when a role would see past row-level security. A replica need not be there. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { replica: wanted = null, deadlineMs, ...ofServer } = options;
    const primary = await named('DATABASE_URL', Server.connect(ofServer, deadlineMs));
    try {
      const replica = wanted === null ? null : await named('DATABASE_READ_URL', ReadReplica.open(primary, { ...ofServer, ...wanted }));
      return new Database(primary, replica, options);
    } catch (error) {
      await primary.close();
      throw error;
    }
  }

  /**
   * Runs `work` in one transaction in which only the tenant's rows exist. Serialization failures and deadlocks are tried again.
   * @param deadlineMs for work that is known to take longer than what the process does else
   * @throws AppError `service_unavailable` when the database cannot be asked, or may or may not have committed.
   */
  transaction<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, deadlineMs = this.options.deadlineMs): Promise<T> {
    return this.primary.run(`START TRANSACTION; ${setTenant(tenantId)}`, inTenant(tenantId, work), { deadlineMs });
  }

  /**
   * As `transaction`, for work that only reads and whose answer may be as old as the replica may be late: `ReplicaOptions.maxLagMs`. Not for
   * what somebody asks for who has just changed it, or was just told of it.
   */
  read<T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>, deadlineMs = this.options.deadlineMs): Promise<T> {
    const begin = `START TRANSACTION READ ONLY; ${setTenant(tenantId)}`;
    const ask = (server: Server, limits: Limits): Promise<T> => server.run(begin, inTenant(tenantId, work), limits);
    return this.replica === null ? ask(this.primary, { deadlineMs }) : this.replica.ask(ask, deadlineMs);
  }

  /** The longest that a transaction may take, where nothing else is asked for. */
  get deadlineMs(): number {
    return this.options.deadlineMs;
  }

  /** Runs `work` in one transaction that sees which tenants have something to do, by the grants of the system role. */
  acrossTenants<T>(_reason: AcrossTenantsReason, work: (send: Send) => Promise<T>): Promise<T> {
    return this.primary.run(`START TRANSACTION; SET LOCAL ROLE ${SYSTEM_ROLE}`, (send) => work(send), this.options);
  }

  /**
   * Asked before a tenant is known, as `findLogin` is; nothing else is.
   * @param hash SHA-256 of the presented key, 32 bytes.
   */
  async findApiKey(hash: Buffer): Promise<ApiKeyOwner | null> {
    const rows = await this.lookUp('SELECT * FROM api_key_owner($1)', hash);
    return (rows[0] as unknown as ApiKeyOwner | undefined) ?? null;
  }

  /** @param emailHash SHA-256 of the normalised address, 32 bytes. */
  async findLogin(emailHash: Buffer): Promise<LoginOwner | null> {
    const rows = await this.lookUp('SELECT * FROM login_owner($1)', emailHash);
    return (rows[0] as unknown as LoginOwner | undefined) ?? null;
  }

  /** Asked with what a platform tells of a shop, which names no tenant. @param shopHash see `hashShop` */
  async findShopConnections(shopHash: Buffer): Promise<ShopConnection[]> {
    return (await this.lookUp('SELECT * FROM storefront_shop_connections($1)', shopHash)) as unknown as ShopConnection[];
  }

  /** @throws when the database does not answer. */
  async ping(): Promise<void> {
    await this.acrossTenants('check health', (send) => send('SELECT 1', []));
  }

  /** Connections of this process to the primary. */
  poolState(): PoolState {
    return this.primary.poolState();
  }

  /** Null without a replica. */
  replicaState(): ReplicaState | null {
    return this.replica?.state ?? null;
  }

  async close(): Promise<void> {
    await this.replica?.close();
    await this.primary.close();
  }

  private lookUp(question: string, hash: Buffer): Promise<Row[]> {
    return this.primary.run('START TRANSACTION READ ONLY', (send) => send(question, [hash]), this.options);
  }
}

/** A TenantId is a UUID by construction, so it may stand in the text; that saves a round trip in every transaction. */
const setTenant = (tenantId: TenantId): string => `SET LOCAL app.tenant_id = '${tenantId}'`;

const inTenant =
  <T>(tenantId: TenantId, work: (db: TenantDb) => Promise<T>): Work<T> =>
  (send, runner) =>
    work(new TenantDb(tenantId, send, runner.manager));

/** Says which of the servers a role is of. */
const named = <T>(variable: string, opening: Promise<T>): Promise<T> =>
  opening.catch((error: unknown) => {
    throw error instanceof UnrestrictedRole ? new Error(`${variable} ${error.message}`) : error;
  });
