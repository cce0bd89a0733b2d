import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { TenantId } from '#libs/core';
import type { SystemUnderTest } from '../system/system-under-test.js';

/** The nightly pass over a shop without new events. */
export interface NightFindings {
  readonly due: number;
  /** Bytes that the write-ahead log grew by. */
  readonly walBytes: number;
  /** Milliseconds from the opening of the pass to its end. */
  readonly ms: number;
}

/** Noon of tomorrow in UTC: the pass of that day is due, and the shop is old enough for it. */
const TOMORROW_MS = 36 * 3_600_000;
const LONGEST_MS = 600_000;

const PASS = `
SELECT status, queued, extract(epoch FROM finished_at - created_at)::float8 * 1000 AS ms FROM churn_jobs WHERE tenant_id = $1 AND type = 'nightly'`;
const LOG = `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`;

interface Pass {
  readonly status: string;
  readonly queued: number;
  readonly ms: number | null;
}

/** Lets a worker live in the next night and waits for its pass over the shop. */
export async function measureNight(system: SystemUnderTest, owner: Client, tenantId: TenantId): Promise<NightFindings> {
  const logSize = async (): Promise<number> => (await owner.query<{ bytes: number }>(LOG)).rows[0]?.bytes ?? 0;
  const before = await logSize();
  const giveUpAt = performance.now() + LONGEST_MS;
  const aheadMs = new Date().setUTCHours(0, 0, 0, 0) + TOMORROW_MS - Date.now();
  const worker = await system.startWorker({ NODE_ENV: 'test', TEST_CLOCK_OFFSET_MS: String(aheadMs) });
  try {
    while (performance.now() < giveUpAt) {
      const [pass] = (await owner.query<Pass>(PASS, [tenantId])).rows;
      if (pass?.status === 'failed') throw new Error('the nightly pass failed');
      if (pass?.status === 'completed') return { due: pass.queued, walBytes: (await logSize()) - before, ms: pass.ms ?? Number.NaN };
      await sleep(250);
    }
    throw new Error(`there was no complete nightly pass after ${LONGEST_MS / 1000} s`);
  } finally {
    await worker.stop();
  }
}
