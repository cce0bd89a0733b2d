export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/** The credentials for each of them. */
export interface RedisLogin {
  readonly username?: string;
  readonly password?: string;
  readonly tls: boolean;
}

/** One Redis, a Redis Cluster given by some of its nodes, or the master that sentinels name. */
export type RedisServers =
  | { readonly kind: 'single'; readonly url: string }
  | { readonly kind: 'cluster'; readonly nodes: readonly RedisNode[]; readonly login: RedisLogin }
  | {
      readonly kind: 'sentinel';
      readonly sentinels: readonly RedisNode[];
      readonly master: string;
      readonly db: number;
      readonly login: RedisLogin;
    };
