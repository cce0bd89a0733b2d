import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisServers } from '#libs/core';

type Role = 'client' | 'subscriber' | 'bclient';

/** While Redis is away a command of the first kind fails at once instead of waiting in memory for its return. */
const optionsOf = (role: Role): RedisOptions =>
  role === 'client' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null, enableReadyCheck: false };

const pauseMs = (times: number): number => Math.min(50 * times, 1000);

/** The Redis connections of one process, by role, so that they can all be closed at its end. Bull does not close connections that it did not open. */
export class RedisConnections {
  private readonly clients = new Set<Redis | Cluster>();

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
    this.clients.add(client);
    return client;
  };

  /** Resolves when every connection is ready, at the latest after `limitMs`: a Redis that is away must not keep the process from starting. */
  async ready(limitMs: number): Promise<void> {
    const connecting = [...this.clients].filter(({ status }) => status !== 'ready');
    const all = Promise.all(connecting.map((client) => new Promise((resolve) => client.once('ready', resolve))));
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, limitMs).unref())]);
  }

  closeAll(): void {
    for (const client of this.clients) client.disconnect();
  }
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
