import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChurnSystem } from '../support/servers/churn-system.js';
import { LastingOwner } from '../support/servers/lasting-owner.js';
import { OwnPostgres } from '../support/servers/own-postgres.js';
import { findRedisProgram, OwnRedis } from '../support/servers/own-redis.js';
import type { ServiceProcess } from '../support/servers/service-process.js';
import { Shop } from '../support/shop/shop.js';
import { WebhookEndpoint } from '../support/webhooks/webhook-endpoint.js';
import { setEndpoint } from '../support/webhooks/webhook-shop.js';
import { LEASE_MS, SHORT } from './patience.js';

// On a disk, so that an fsync has its real cost: /tmp is often memory. Every account may enter the folder, because Postgres runs as another account under root.
const DISK = '/var/tmp';

/** The settings of production, but endpoints on this machine are allowed and the waits between attempts are short. */
const SETTINGS = {
  RATE_LIMIT_REDIS_TIMEOUT_MS: '250',
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  TEST_DELIVERY_SPEED: '100',
};

const START_TRIES = 5;

/** A shop under test, with the server that its webhooks go to. */
export interface Victim {
  readonly shop: Shop;
  readonly endpoint: WebhookEndpoint;
}

interface Parts {
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  readonly owner: LastingOwner;
  readonly system: ChurnSystem;
  /** The second one goes on without Redis, counting by itself. */
  readonly apis: readonly [ServiceProcess, ServiceProcess];
  readonly workers: readonly [ServiceProcess, ServiceProcess];
  /** For data; every account may enter it. */
  readonly folder: string;
}

/** Everything that can be hurt: two APIs, two workers, Postgres and Redis of their own, and how to repair it. */
export class Stand implements Parts {
  readonly postgres: Parts['postgres'];
  readonly redis: Parts['redis'];
  readonly owner: Parts['owner'];
  readonly system: Parts['system'];
  readonly apis: Parts['apis'];
  readonly workers: Parts['workers'];
  readonly folder: string;

  private constructor(parts: Parts) {
    Object.assign(this, parts);
  }

  static async open(): Promise<Stand> {
    const folder = mkdtempSync(path.join(existsSync(DISK) ? DISK : tmpdir(), 'churn-faults-'));
    chmodSync(folder, 0o755);
    const [postgres, redis] = await Promise.all([OwnPostgres.start(folder), findRedisProgram().then((program) => OwnRedis.start(program))]);
    Object.assign(process.env, { CHURN_TEST_OWNER_URL: postgres.url, CHURN_TEST_REDIS_URL: redis.url });
    const system = await ChurnSystem.start(SETTINGS);
    for (const part of [system.owner, system.redis]) part.on('error', () => undefined);
    const others = [system.startAnother('api', { RATE_LIMIT_ON_REDIS_LOSS: 'local' }), system.startAnother('scoring-worker')] as const;
    const [api, worker] = await Promise.all(others);
    const owner = new LastingOwner(system.ownerUrl);
    return new Stand({ postgres, redis, owner, system, apis: [system.api, api], workers: [system.worker, worker], folder });
  }

  get processes(): readonly ServiceProcess[] {
    return [...this.apis, ...this.workers];
  }

  /** Creates a new shop that no fault has affected yet. */
  async victim(): Promise<Victim> {
    const endpoint = await WebhookEndpoint.start();
    const made = await this.system.shop();
    const shop = new Shop(this.apis[0].url, made.tenantId, made.apiKey, this.owner);
    await this.system.webhookSecret(shop);
    await setEndpoint(this, shop, endpoint.url);
    return { shop, endpoint };
  }

  /** Brings all parts back to running and ready, after any fault. */
  async repair(): Promise<void> {
    this.redis.signal('SIGCONT');
    this.postgres.thaw();
    for (const part of this.processes) part.signal('SIGCONT');
    await this.postgres.start();
    if (!this.redis.isRunning) await this.redis.start();
    await this.redis.ask((redis) => redis.config('SET', 'maxmemory', '0')).catch(() => undefined);
    await Promise.all(this.processes.filter((part) => !part.isRunning).map((part) => startPatiently(part)));
    await Promise.all(this.processes.map((part) => untilReady(part)));
  }

  /** Ends the leases of a dead worker at once. The long form waits until they expire. */
  async letLeasesPass(): Promise<void> {
    if (SHORT) await this.owner.query('UPDATE endpoint_health SET lease_until = now() WHERE lease_until > now()');
    else await sleep(LEASE_MS);
  }

  async close(): Promise<void> {
    await this.repair().catch(() => undefined);
    for (const another of [this.apis[1], this.workers[1]]) await another.stop();
    await this.system.stop();
    await this.owner.close();
    await this.redis.kill();
    await this.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Restarts processes until they run: one that starts without the database exits, and a database needs time after a crash. */
export async function startPatiently(part: ServiceProcess): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await part.start();
      return;
    } catch (error) {
      if (tries === START_TRIES) throw error;
      await sleep(500);
    }
  }
}

async function untilReady(part: ServiceProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${part.url}/health/ready`, { signal: AbortSignal.timeout(5000) }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as { failing?: string[] } | null;
    // Old score requests are part of the fault. The invariants check later whether they were processed.
    if (body?.failing?.every((what) => what === 'score_requests') === true || answer?.ok === true) return;
    if (Date.now() > deadline) throw new Error(`not ready a minute after the repair: ${JSON.stringify(body)}`);
    await sleep(50);
  }
}
