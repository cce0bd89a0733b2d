import { Redis, type RedisOptions } from 'ioredis';

/** The Redis connections of one process, by role, so that they can all be closed at its end. Bull leaves open what it did not make. */
export class RedisConnections {
  private readonly clients = new Set<Redis>();

  constructor(
    private readonly url: string,
    private readonly onError: (error: Error) => void,
  ) {}

  /**
   * One connection per role. The blocking one uses BLMOVE, which replaces the BRPOPLPUSH that Bull 4 still calls
   * (deprecated since Redis 6.2) and which every Redis-compatible server has.
   */
  readonly create = (type: 'client' | 'subscriber' | 'bclient', options: RedisOptions = {}): Redis => {
    // While Redis is away a command of the first kind fails at once instead of waiting in memory for its return.
    const role: RedisOptions =
      type === 'client' ? { enableOfflineQueue: false, maxRetriesPerRequest: 1 } : { maxRetriesPerRequest: null, enableReadyCheck: false };
    const client = new Redis(this.url, { ...options, ...role, retryStrategy: (times) => Math.min(50 * times, 1000) });
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

  closeAll(): void {
    for (const client of this.clients) client.disconnect();
  }
}
