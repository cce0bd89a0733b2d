import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { DAY_MS } from '#libs/core';
import { cpuSecondsOf } from '../system/cpu-time.js';
import type { SystemUnderTest } from '../system/system-under-test.js';

/** The passes of one night over all tenants, or the first of them. */
export interface NightOfAll {
  /** Tenants with a pass that has ended. */
  readonly ended: number;
  /** Customers of these tenants with a score that was due. */
  readonly due: number;
  /** Milliseconds from the start of the worker to the end of the last of them. */
  readonly ms: number;
  /** CPU milliseconds of the worker and of Postgres for each tenant. */
  readonly cpuEach: number;
}

/** Two minutes show the rate. All passes of ten thousand tenants take some ten minutes. */
const LONGEST_MS = 120_000;
const LOOK_EVERY_MS = 500;
const NOON_MS = DAY_MS / 2;

// The passes of day $1. Passes of earlier days belong to earlier nights.
const PASSES = `
SELECT count(*) FILTER (WHERE status = 'completed')::int AS ended, count(*) FILTER (WHERE status = 'failed')::int AS failed,
       coalesce(sum(queued), 0)::int AS due
FROM churn_jobs WHERE type = 'nightly' AND pass_day = $1`;

interface Passes {
  readonly ended: number;
  readonly failed: number;
  readonly due: number;
}

const NO_PASSES: Passes = { ended: 0, failed: 0, due: 0 };

/**
 * Runs a worker through each of the next two nights. In the first, all customers scored after events are due. In the second, only those
 * with a score that moves by waiting are due.
 */
export async function measureNights(system: SystemUnderTest, owner: Client, tenants: number): Promise<NightOfAll[]> {
  const nights: NightOfAll[] = [];
  for (const days of [1, 2]) nights.push(await measureNight(system, owner, { days, tenants }));
  return nights;
}

async function measureNight(
  system: SystemUnderTest,
  owner: Client,
  { days, tenants }: { days: number; tenants: number },
): Promise<NightOfAll> {
  const noon = new Date(new Date().setUTCHours(0, 0, 0, 0) + days * DAY_MS + NOON_MS);
  const postgres = system.servers.postgres.pid;
  const started = { at: performance.now(), postgres: cpuSecondsOf(postgres) };
  const worker = await system.startWorker({ NODE_ENV: 'test', TEST_CLOCK_OFFSET_MS: String(noon.getTime() - Date.now()) });
  try {
    let [passes, ms] = [NO_PASSES, 0];
    while (passes.ended < tenants && ms < LONGEST_MS) {
      await sleep(LOOK_EVERY_MS);
      [passes = NO_PASSES] = (await owner.query<Passes>(PASSES, [noon.toISOString().slice(0, 10)])).rows;
      if (passes.failed > 0) throw new Error('a nightly pass failed');
      ms = performance.now() - started.at;
    }
    const cpu = cpuSecondsOf(worker.pid) + cpuSecondsOf(postgres) - started.postgres;
    return { ended: passes.ended, due: passes.due, ms, cpuEach: (1000 * cpu) / passes.ended };
  } finally {
    await worker.stop();
  }
}
