import type { RedisServers } from '#libs/core';
import { connectAnew } from './redis-connections.js';

export interface RedisFacts {
  readonly version: string;
  /** The name of what the server does when it is full; empty: it does not say. */
  readonly policy: string;
  readonly usedBytes: number;
  /** 0: no limit. */
  readonly mostBytes: number;
  readonly roundTripMs: number;
}

const LIMIT_MS = 5000;

/** @throws when the server does not answer */
export async function inspectRedis(servers: RedisServers): Promise<RedisFacts> {
  const client = connectAnew(servers);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  try {
    return await Promise.race([ask(client), limit]);
  } finally {
    clearTimeout(timer);
    client.disconnect();
  }
}

async function ask(client: ReturnType<typeof connectAnew>): Promise<RedisFacts> {
  await client.ping();
  const begunAt = performance.now();
  await client.ping();
  const roundTripMs = performance.now() - begunAt;
  const lines = (await client.info()).split(/\r?\n/);
  const read = (name: string): string => lines.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  return {
    version: read('redis_version'),
    policy: read('maxmemory_policy'),
    usedBytes: Number(read('used_memory')),
    mostBytes: Number(read('maxmemory')),
    roundTripMs,
  };
}
