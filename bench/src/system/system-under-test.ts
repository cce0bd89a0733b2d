import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { type TenantId, toTenantId } from '#libs/core';
import type { Cleanup } from './cleanup.js';
import { type EmbeddedServers, startEmbeddedServers } from './embedded-servers.js';
import { type NodeProcess, runProgram, startServer } from './node-process.js';

/** Number of Postgres connections of the api and of the yardstick: the default of the api. */
const POOL_SIZE = 16;

/** A target for events: a URL and its headers. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A tenant of the service under test. */
export interface Shop {
  readonly tenantId: TenantId;
  readonly events: Target;
  readonly apiKey: string;
}

interface Parts {
  readonly servers: EmbeddedServers;
  readonly api: NodeProcess;
  readonly yardstick: NodeProcess;
  /** Connection as the owner of the tables, for checkpoints and for deleting score requests. */
  readonly owner: Client;
  readonly ports: Ports;
  readonly env: NodeJS.ProcessEnv;
}

interface Ports {
  readonly api: number;
  readonly yardstick: number;
}

/** The built service, its servers and the yardstick, each in its own process with its own ports. */
export class SystemUnderTest {
  private constructor(
    private readonly parts: Parts,
    readonly cleanup: Cleanup,
  ) {}

  /** @param settings of all processes, in addition to the usual ones */
  static async start(cleanup: Cleanup, settings: NodeJS.ProcessEnv = {}): Promise<SystemUnderTest> {
    const servers = await startEmbeddedServers(cleanup);
    const owner = new Client(servers.postgres.url);
    // Postgres ends before this process, so the connection may fail.
    owner.on('error', () => undefined);
    await owner.connect();
    cleanup.add(() => owner.end());
    const env = {
      ...bareEnvironment(),
      REDIS_URL: servers.redis.url,
      DATABASE_URL: await migrate(servers),
      // Otherwise a fit could run during a measurement and affect it.
      FIT_MODELS: 'false',
      SECRETS_KEY: `bench:${randomBytes(32).toString('base64')}`,
      // The bench sends no mail.
      SMTP_URL: 'smtp://127.0.0.1:1',
      JWT_SECRET: randomBytes(32).toString('base64'),
      ...settings,
    };
    const ports = { api: await freePort(), yardstick: await freePort() };
    const api = await startApi(servers, env, ports.api, cleanup);
    const yardstick = await startYardstick(servers, ports.yardstick, cleanup);
    return new SystemUnderTest({ servers, api, yardstick, owner, ports, env }, cleanup);
  }

  get servers(): EmbeddedServers {
    return this.parts.servers;
  }

  /** Environment of the processes under test. */
  get env(): NodeJS.ProcessEnv {
    return this.parts.env;
  }

  get api(): NodeProcess {
    return this.parts.api;
  }

  get yardstick(): NodeProcess {
    return this.parts.yardstick;
  }

  /** Base URL of the api, with its prefix. */
  get apiUrl(): string {
    return `http://127.0.0.1:${this.parts.ports.api}/api/v1`;
  }

  get yardstickTarget(): Target {
    return { url: `http://127.0.0.1:${this.parts.ports.yardstick}/events`, headers: {} };
  }

  /** Creates a tenant with an empty history. */
  async openShop(): Promise<Shop> {
    const args = ['tenant', 'create', '--name', 'Benchmark', '--plan', 'enterprise', '--rate-limit', '1000000000'];
    const answer = await runProgram({
      name: 'admin',
      script: 'dist/apps/cli/bundle/main.js',
      args: ['admin', ...args],
      env: this.parts.env,
      logFile: '',
    });
    const { tenant_id: tenantId, api_key: apiKey } = JSON.parse(answer) as { tenant_id: string; api_key: string };
    return { tenantId: toTenantId(tenantId), events: { url: `${this.apiUrl}/events`, headers: { 'X-API-Key': apiKey } }, apiKey };
  }

  /** Removes the cost of earlier writes: deletes score requests and writes a checkpoint. */
  async clearBacklog(): Promise<void> {
    await this.parts.owner.query('TRUNCATE score_requests');
    await this.parts.owner.query('CHECKPOINT');
  }

  /** @returns the number of open score requests. */
  async waitingScores(): Promise<number> {
    const { rows } = await this.parts.owner.query<{ waiting: number }>('SELECT count(*)::int AS waiting FROM score_requests');
    return rows[0]?.waiting ?? 0;
  }

  /** Starts one more api process. @returns the process and its base URL. */
  async startApi(): Promise<NodeProcess & { readonly apiUrl: string }> {
    const port = await freePort();
    const api = await startApi(this.servers, this.env, port, this.cleanup);
    return { ...api, apiUrl: `http://127.0.0.1:${port}/api/v1` };
  }

  /** @param settings in addition to those of all processes. */
  async startWorker(settings: NodeJS.ProcessEnv = {}): Promise<NodeProcess> {
    const port = await freePort();
    return startServer(
      {
        name: 'worker',
        script: 'dist/apps/scoring-worker/bundle/main.js',
        env: { ...this.parts.env, ...settings, WORKER_PORT: String(port) },
        logFile: join(this.servers.folder, 'worker.log'),
      },
      `http://127.0.0.1:${port}/health/ready`,
      this.cleanup,
    );
  }
}

const startApi = (servers: EmbeddedServers, env: NodeJS.ProcessEnv, port: number, cleanup: Cleanup): Promise<NodeProcess> =>
  startServer(
    {
      name: 'api',
      script: 'dist/apps/api/bundle/main.js',
      env: { ...env, API_PORT: String(port), DATABASE_POOL_SIZE: String(POOL_SIZE) },
      logFile: join(servers.folder, 'api.log'),
    },
    `http://127.0.0.1:${port}/api/v1/health/ready`,
    cleanup,
  );

const startYardstick = (servers: EmbeddedServers, port: number, cleanup: Cleanup): Promise<NodeProcess> =>
  startServer(
    {
      name: 'yardstick',
      script: 'dist/bench/src/yardstick/server.js',
      args: [String(port), String(POOL_SIZE)],
      env: { ...bareEnvironment(), DATABASE_URL: servers.postgres.url },
      logFile: join(servers.folder, 'yardstick.log'),
    },
    `http://127.0.0.1:${port}/health`,
    cleanup,
  );

/** Settings of the user must not affect the measurement. */
export const bareEnvironment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' });

/** @returns the URL of the role that the processes connect as. */
async function migrate({ postgres }: EmbeddedServers): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const env = { ...bareEnvironment(), DATABASE_OWNER_URL: postgres.url, CHURN_APP_PASSWORD: password };
  const answer = await runProgram({ name: 'admin', script: 'dist/apps/cli/bundle/main.js', args: ['admin', 'migrate'], env, logFile: '' });
  return Object.assign(new URL((JSON.parse(answer) as { database_url: string }).database_url), { password }).href;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
}
