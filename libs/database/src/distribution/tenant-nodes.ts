import type { TenantId } from '#libs/core';
import { Server, type ServerOptions } from '../server.js';
import type { Row } from '../tenant-db.js';

/** Between looks at where the shards are. A stale answer is only slower: the node that has lost a shard forwards its statements. */
const REFRESH_MS = 60_000;
/** Between looks while a node fails. */
const LOOK_AGAIN_MS = 1000;
/** Between attempts at a node that cannot be reached. */
const RECONNECT_MS = 5000;
/** Number of tenants with remembered shards, about 100 bytes each. */
const MOST_TENANTS = 100_000;

const READ_ONLY = 'START TRANSACTION READ ONLY';

// Only a node that knows the whole schema can take statements from clients. The coordinator (group 0) may be listed under a name that only
// it can resolve.
const PLACES = `
SELECT s.shardid::text AS shard,
       CASE WHEN n.groupid <> 0 AND n.isactive AND n.hasmetadata AND n.metadatasynced THEN n.nodename || ':' || n.nodeport END AS address
FROM pg_dist_shard s JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n USING (groupid)
WHERE s.logicalrelid = 'tenants'::regclass AND n.noderole = 'primary'`;

const SHARD_OF = `SELECT get_shard_id_for_distribution_column('tenants', $1::uuid)::text AS shard`;

/** The servers of a cluster: `S` has the connections to one of them. */
export interface Cluster<S> {
  readonly coordinator: S;
  /** Asks the coordinator. */
  ask(sql: string, parameters: readonly unknown[]): Promise<Row[]>;
  /** @param address host and port of a node */
  connect(address: string): Promise<S>;
}

/** @param options connect to the coordinator; role, password and database are the same on the nodes */
export const clusterOf = (coordinator: Server, options: ServerOptions, deadlineMs: number): Cluster<Server> => ({
  coordinator,
  ask: (sql, parameters) => coordinator.run(READ_ONLY, (send) => send(sql, parameters), { deadlineMs }),
  connect: (address) => {
    const colon = address.lastIndexOf(':');
    const { href: url } = Object.assign(new URL(options.url), { hostname: address.slice(0, colon), port: address.slice(colon + 1) });
    return Server.connect({ ...options, url }, deadlineMs);
  },
});

interface NodeConnection<S> {
  server: S | null;
  triedAt: number;
}

/**
 * The nodes of a Citus cluster. A transaction of a tenant runs on the node that has the rows of the tenant, so the single coordinator is
 * not involved.
 */
export class TenantNodes<S extends Pick<Server, 'close'>> {
  /** The node of each shard; null: the coordinator has to be asked. */
  private places = new Map<string, string | null>();
  private readonly shards = new Map<TenantId, string>();
  private readonly nodes = new Map<string, NodeConnection<S>>();
  private lookedAt = Number.NEGATIVE_INFINITY;
  private looking: Promise<void> | null = null;
  private isClosed = false;

  private constructor(private readonly cluster: Cluster<S>) {}

  /** Connects to the nodes that can be reached. */
  static async open<S extends Pick<Server, 'close'>>(cluster: Cluster<S>): Promise<TenantNodes<S>> {
    const nodes = new TenantNodes(cluster);
    await nodes.look();
    const addresses = new Set([...nodes.places.values()].filter((address) => address !== null));
    await Promise.all([...addresses].map((address) => nodes.connect(address)));
    return nodes;
  }

  /** Returns the server for transactions of the tenant: its node, or the coordinator while that cannot be reached. */
  async serverOf(tenantId: TenantId): Promise<S> {
    if (performance.now() - this.lookedAt > REFRESH_MS) void this.look().catch(() => undefined);
    const address = this.places.get(await this.shardOf(tenantId));
    // A shard that is not there any more was split: the tenant is in another one.
    if (address === undefined) this.shards.delete(tenantId);
    if (address === undefined || address === null) return this.cluster.coordinator;
    const node = this.nodes.get(address);
    if (node === undefined || (node.server === null && performance.now() - node.triedAt > RECONNECT_MS)) void this.connect(address);
    return node?.server ?? this.cluster.coordinator;
  }

  /** Looks again where the shards are, after a node has failed. */
  lookAgain(): void {
    if (performance.now() - this.lookedAt > LOOK_AGAIN_MS) void this.look().catch(() => undefined);
  }

  /** The servers that are connected. */
  get servers(): readonly S[] {
    return [...this.nodes.values()].flatMap(({ server }) => server ?? []);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.looking?.catch(() => undefined);
    await Promise.all(this.servers.map((server) => server.close()));
  }

  private async shardOf(tenantId: TenantId): Promise<string> {
    const known = this.shards.get(tenantId);
    if (known !== undefined) return known;
    const [row] = await this.cluster.ask(SHARD_OF, [tenantId]);
    const shard = String(row?.['shard']);
    if (this.shards.size >= MOST_TENANTS) this.shards.clear();
    this.shards.set(tenantId, shard);
    return shard;
  }

  private look(): Promise<void> {
    this.looking ??= this.readPlaces().finally(() => (this.looking = null));
    return this.looking;
  }

  private async readPlaces(): Promise<void> {
    this.lookedAt = performance.now();
    const rows = await this.cluster.ask(PLACES, []);
    this.places = new Map(rows.map((row) => [String(row['shard']), row['address'] as string | null]));
  }

  private async connect(address: string): Promise<void> {
    const node = this.nodes.get(address) ?? { server: null, triedAt: 0 };
    node.triedAt = performance.now();
    this.nodes.set(address, node);
    const server = await this.cluster.connect(address).catch(() => null);
    if (this.isClosed) await server?.close();
    else node.server = server;
  }
}
