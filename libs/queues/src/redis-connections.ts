import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisServers } from '#libs/core';

type Role = 'client' | 'subscriber' | 'bclient';

/**
 * Milliseconds without an answer to a command after which a connection is replaced. A server that a failover has replaced, or that lies
 * behind an address that moved, can keep its connections open and silent without end. Bull lets the blocking one wait for 5 s.
 */
const SILENT_MS: Record<Role, number> = { client: 2000, subscriber: 5000, bclient: 15_000 };
/** A subscriber hears nothing for hours on a quiet system, so it asks. */
const HEARTBEAT_MS = 10_000;

/** While Redis is away a command of the first kind fails at once instead of waiting in memory for its return. */
const optionsOf = (role: Role): RedisOptions => ({
  ...(role === 'client' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null, enableReadyCheck: false }),
  socketTimeout: SILENT_MS[role],
  keepAlive: HEARTBEAT_MS,
  // ioredis 5.11 waits for the answers to these commands. If the connection closes in the meantime, it stays in the state "ready" without
  // end.
  disableClientInfo: true,
});

const pauseMs = (times: number): number => Math.min(50 * times, 1000);

/** The Redis connections of one process, by role, so that they can all be closed at its end. Bull does not close connections that it did not open. */
export class RedisConnections {
  private readonly clients = new Set<Redis | Cluster>();
  private readonly heartbeats: NodeJS.Timeout[] = [];

  constructor(
    private readonly servers: RedisServers,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * One connection per role. The blocking one uses BLMOVE, which replaces the BRPOPLPUSH that Bull 4 still calls
   * (deprecated since Redis 6.2) and which every Redis-compatible server has.
   */
  readonly create = (type: Role, options: RedisOptions = {}): Redis | Cluster => {
    const client = connect(this.servers, { ...options, ...optionsOf(type) });
    // A server that is away is reported once, not at every attempt to reach it.
    let isAway = false;
    client.on('error', (error) => {
      if (!isAway) this.onError(error);
      isAway = true;
    });
    client.on('ready', () => (isAway = false));
    if (type === 'bclient') {
      Object.assign(client, {
        brpoplpush: (source: string, destination: string, timeout: number) => client.blmove(source, destination, 'RIGHT', 'LEFT', timeout),
      });
    }
    if (type === 'subscriber') this.heartbeats.push(setInterval(() => askIfReady(client), HEARTBEAT_MS).unref());
    this.clients.add(client);
    return client;
  };

  /** Asks the server over a new connection. @throws when it does not answer */
  async askAnew(): Promise<void> {
    const client = connectAnew(this.servers);
    try {
      await client.ping();
    } finally {
      client.disconnect();
    }
  }

  /** Resolves when every connection is ready, at the latest after `limitMs`: a Redis that is away must not keep the process from starting. */
  async ready(limitMs: number): Promise<void> {
    const connecting = [...this.clients].filter(({ status }) => status !== 'ready');
    const all = Promise.all(connecting.map((client) => new Promise((resolve) => client.once('ready', resolve))));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);
  }

  closeAll(): void {
    for (const heartbeat of this.heartbeats) clearInterval(heartbeat);
    for (const client of this.clients) client.disconnect();
  }
}

/** Opens a connection for one question; its commands wait until it is ready. */
export function connectAnew(servers: RedisServers): Redis | Cluster {
  const client = connect(servers, { ...optionsOf('client'), enableOfflineQueue: true });
  client.on('error', () => undefined);
  return client;
}

function askIfReady(client: Redis | Cluster): void {
  if (client.status === 'ready') void client.ping().catch(() => undefined);
}

function connect(servers: RedisServers, options: RedisOptions): Redis | Cluster {
  if (servers.kind === 'single') return new Redis(servers.url, { ...options, retryStrategy: pauseMs });
  const { tls, ...login } = servers.login;
  const secured = { ...options, ...login, ...(tls && { tls: {} }) };
  if (servers.kind === 'sentinel') {
    const { sentinels, master: name, db } = servers;
    const nodes = sentinels.map((node) => ({ ...node }));
    return new Redis({
      ...secured,
      sentinels: nodes,
      name,
      db,
      retryStrategy: pauseMs,
      sentinelRetryStrategy: pauseMs,
      enableTLSForSentinelMode: tls,
    });
  }
  return new Cluster([...servers.nodes], {
    redisOptions: secured,
    // The cluster as a whole decides these two, not the connection to each node.
    enableOfflineQueue: options.enableOfflineQueue ?? true,
    enableReadyCheck: options.enableReadyCheck ?? true,
    clusterRetryStrategy: pauseMs,
  });
}
