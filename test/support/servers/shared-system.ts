import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretsIn } from '../people/mailed-secrets.js';
import { STOREFRONT_APPS } from '../storefront/storefront-apps.js';
import { freePort, mainOf, ServiceProcess } from './service-process.js';
import { planSystem, redisUrlOf, type SystemPlan } from './system-plan.js';

/** Settings of the shared system: endpoints on this machine are allowed, apps of storefronts are known, and waits are short. */
export const SHARED_SETTINGS: Record<string, string> = {
  ...STOREFRONT_APPS,
  WEBHOOK_PRIVATE_NETWORKS: '127.0.0.0/8',
  TEST_DELIVERY_SPEED: '2000',
  SWEEP_INTERVAL_MS: '200',
};

interface StoredPlan extends SystemPlan {
  readonly logs: { readonly api: string; readonly worker: string };
}

/** One of the two apps in a process that other files use too: it can be called, not stopped. */
class SharedProcess extends ServiceProcess {
  private readonly from: number;

  constructor(
    app: 'api' | 'scoring-worker',
    port: number,
    private readonly log: string,
  ) {
    super(app, port, {});
    this.from = existsSync(log) ? statSync(log).size : 0;
  }

  override get output(): string {
    return readFileSync(this.log).subarray(this.from).toString();
  }

  override start(): Promise<void> {
    return this.untilUp(() => false);
  }

  /** Checks what it has printed since this file began. */
  override stop(): Promise<null> {
    assert.deepEqual(secretsIn(this.output), [], `the logs of the ${this.app} contain secrets`);
    return Promise.resolve(null);
  }

  override kill(): Promise<void> {
    return Promise.reject(new Error('other files use this process: start a system of your own'));
  }

  override signal(): void {
    throw new Error('other files use this process: start a system of your own');
  }
}

/** The system that the files of one of jest's workers share, with processes that run until the run ends. */
export interface SharedSystem {
  readonly plan: SystemPlan;
  readonly api: ServiceProcess;
  readonly worker: ServiceProcess;
}

/** Finds the system, or starts it for the first file that asks. @returns null where files cannot share one */
export async function openSharedSystem(): Promise<SharedSystem | null> {
  const address = process.env['CHURN_TEST_SHARED_URL'];
  const redisUrl = redisUrlOf('shared');
  if (address === undefined || redisUrl === null) return null;
  const url = `${address}/${process.env['JEST_WORKER_ID'] ?? '1'}`;
  const found = await fetch(url);
  const plan = found.ok ? ((await found.json()) as StoredPlan) : await startSharedSystem(url, redisUrl);
  const [api, worker] = [
    new SharedProcess('api', plan.ports.api, plan.logs.api),
    new SharedProcess('scoring-worker', plan.ports.worker, plan.logs.worker),
  ];
  await Promise.all([api.start(), worker.start()]);
  return { plan, api, worker };
}

async function startSharedSystem(url: string, redisUrl: string): Promise<StoredPlan> {
  const plan = await planSystem(SHARED_SETTINGS, redisUrl, await freePort());
  const logOf = (app: string): string => path.join(tmpdir(), `churn-test-${app}-${plan.ports.api}.log`);
  const logs = { api: logOf('api'), worker: logOf('worker') };
  const env = { PATH: process.env['PATH'], ...plan.env };
  const services = [
    { main: mainOf('api'), env, log: logs.api },
    { main: mainOf('scoring-worker'), env, log: logs.worker },
  ];
  const stored = { ...plan, logs };
  const answer = await fetch(url, { method: 'PUT', body: JSON.stringify({ plan: stored, services }) });
  if (!answer.ok) throw new Error(`the shared system did not start: ${answer.status}`);
  return stored;
}
