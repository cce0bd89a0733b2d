import type { RedisLogin, RedisNode, RedisServers } from '#libs/core';

/** Ends the sentence 'it must be …'. */
export const REDIS_SERVERS_RULE =
  'a redis:// or rediss:// URL, redis+cluster://HOST:PORT,HOST:PORT, or redis+sentinel://HOST:PORT,HOST:PORT/MASTER (rediss+… for TLS)';

const SINGLE = /^rediss?:\/\/./;
const SEVERAL = /^(rediss?)\+(cluster|sentinel):\/\/(?:([^@/]*)@)?([^@/?#]+)(?:\/([^/?#]+))?(?:\/(\d{1,2}))?\/?$/;
const NODE = /^(\[[\da-f:]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = { cluster: 6379, sentinel: 26_379 };

/** @returns null when the text breaks the rule. */
export function readRedisServers(text: string): RedisServers | null {
  if (SINGLE.test(text)) return { kind: 'single', url: text };
  const [, scheme, kind, who, hosts = '', master, db = '0'] = SEVERAL.exec(text) ?? [];
  if (kind !== 'cluster' && kind !== 'sentinel') return null;
  const nodes = readNodes(hosts, DEFAULT_PORT[kind]);
  if (nodes === null) return null;
  const login = { ...readLogin(who ?? ''), tls: scheme === 'rediss' };
  // A cluster has no masters to choose from and no numbered databases.
  if (kind === 'cluster') return master === undefined ? { kind, nodes, login } : null;
  return master === undefined ? null : { kind, sentinels: nodes, master, db: Number(db), login };
}

function readNodes(hosts: string, defaultPort: number): RedisNode[] | null {
  const nodes = hosts.split(',').map((host) => {
    const [, name, port] = NODE.exec(host) ?? [];
    return name === undefined ? null : { host: name.replaceAll(/[[\]]/g, ''), port: Number(port ?? defaultPort) };
  });
  const read = nodes.filter((node) => node !== null && node.port > 0 && node.port <= 65_535);
  return read.length === nodes.length ? (read as RedisNode[]) : null;
}

function readLogin(who: string): Omit<RedisLogin, 'tls'> {
  const [username = '', password = ''] = who.split(':').map(decodeURIComponent);
  return { ...(username !== '' && { username }), ...(password !== '' && { password }) };
}
