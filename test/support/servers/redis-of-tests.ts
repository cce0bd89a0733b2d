import { Cluster, Redis } from 'ioredis';
import { readRedisServers } from '#libs/config';

/** Connects to the Redis of the tests: one server, sentinels or a cluster. Commands over all keys go to all nodes of a cluster. */
export function connectToRedis(url: string): Redis {
  const servers = readRedisServers(url);
  if (servers?.kind === 'sentinel') {
    const { sentinels, master: name, db } = servers;
    return new Redis({ sentinels: sentinels.map((node) => ({ ...node })), name, db });
  }
  if (servers?.kind !== 'cluster') return new Redis(url);
  const cluster = new Cluster([...servers.nodes]);
  const everywhere = async <T>(question: (node: Redis) => Promise<T>): Promise<T[]> => {
    if (cluster.status !== 'ready') await new Promise((resolve) => void cluster.once('ready', resolve));
    return Promise.all(cluster.nodes('master').map(question));
  };
  const whole = {
    flushdb: async () => (await everywhere((node) => node.flushdb()))[0] ?? 'OK',
    keys: async (pattern: string) => (await everywhere((node) => node.keys(pattern))).flat(),
  };
  return Object.assign(cluster, whole) as unknown as Redis;
}
