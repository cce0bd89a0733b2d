import { Injectable } from '@nestjs/common';
import { HOUR_MS, newId, SECOND_MS, type TenantId } from '#libs/core';
import { Database, isLockTimeout, type TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import type { LeasedKind } from '#libs/work';

/** Time that the work of a worker that died or froze waits for another worker. */
const LEASE_MS = 30 * SECOND_MS;
/** The rest doubles with each failure in a row. */
const REST = { firstMs: 30 * SECOND_MS, longestMs: HOUR_MS };
/** Rest after a lock was not free in time, so that a worker delays other users of the lock for at most 6 % of the time. */
const PAUSE_MS = 5 * SECOND_MS;

/** Work that one worker at a time does. */
export interface Leased {
  readonly tenantId: TenantId;
  readonly kind: LeasedKind;
  /** The row that says what is due: a job, a connection, the tenant. */
  readonly subject: string;
}

export interface TakenLease extends Leased {
  readonly token: string;
  /** Tries in a row that did not end well, including this one. */
  readonly failures: number;
}

/** `true`: there is more to do at once; `failed`: the work rests, as after an error. */
export type Worked = boolean | 'failed';

export interface Lease extends TakenLease {
  /** Aborts when the worker stops, or another worker has the lease. */
  readonly signal: AbortSignal;
}

/**
 * Gives work to one worker at a time, and lets it rest after failures: free, held, resting, free (`docs/architecture.md`). What is due stands in
 * other tables. A try counts as a failure until it ends well, so work that kills its worker rests ever longer, and the worker can do other work.
 */
@Injectable()
export class Leases {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /**
   * Runs `work`, unless another worker has it or it rests. Renews the lease while it runs.
   * @param stopping a try that it aborts does not count as a failure
   * @throws what `work` throws, unless it was stopped or did not get a lock in time
   */
  async run(leased: Leased, work: (lease: Lease) => Promise<Worked>, stopping = new AbortController().signal): Promise<boolean> {
    const taken = await this.database.transaction(leased.tenantId, (db) => takeLease(db, leased));
    return taken !== null && this.hold(taken, work, stopping);
  }

  /** Runs `work` like `run`, under a lease that the caller has taken. */
  async hold(taken: TakenLease, work: (lease: Lease) => Promise<Worked>, stopping: AbortSignal): Promise<boolean> {
    const { tenantId, kind, subject, failures } = taken;
    const leased = { tenantId, kind, subject };
    if (failures > 1) this.log.warn('work.tried_again', { ...leased, failures });
    const lost = new AbortController();
    const lease = { ...taken, signal: AbortSignal.any([stopping, lost.signal]) };
    const renew = async (): Promise<void> => {
      if (!(await this.write(lease, RENEW))) lost.abort(new Error('another worker has the lease'));
    };
    // A lease outlives a renewal that fails: the next one comes in time.
    const timer = setInterval(() => void renew().catch(() => undefined), LEASE_MS / 4);
    try {
      lease.signal.throwIfAborted();
      const worked = await work(lease);
      if (worked !== 'failed') await this.write(lease, FREE);
      else await (stopping.aborted ? this.putOff(lease, 0) : this.fail(lease));
      return worked === true;
    } catch (error) {
      const isPostponed = isLockTimeout(error);
      if (!stopping.aborted && !isPostponed) {
        await this.fail(lease);
        throw error;
      }
      if (isPostponed) this.log.warn('work.postponed', leased);
      await this.putOff(lease, stopping.aborted ? 0 : PAUSE_MS);
      return false;
    } finally {
      clearInterval(timer);
    }
  }

  private fail(lease: TakenLease): Promise<boolean> {
    return this.write(lease, LET_REST, [restOf(lease.failures), lease.failures]);
  }

  /** Lets the work rest. The try does not count as a failure, and those before it still do. */
  private putOff(lease: TakenLease, restMs: number): Promise<boolean> {
    return this.write(lease, LET_REST, [restMs, lease.failures - 1]);
  }

  private write({ tenantId, kind, subject, token }: TakenLease, sql: string, values: readonly unknown[] = []): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => (await db.query(sql, [kind, subject, token, ...values])).length > 0);
  }
}

const restOf = (failures: number): number => Math.min(REST.longestMs, REST.firstMs * 2 ** (failures - 1));

const OF_SUBJECT = 'tenant_id = $1 AND kind = $2 AND subject = $3';
const IS_MINE = `${OF_SUBJECT} AND token = $4`;
// All need the primary key, and compare with the clock of the database, which is the same for all workers. Citus refuses a time in ON CONFLICT.
const FIND = `SELECT failures FROM work_leases WHERE ${OF_SUBJECT} AND until <= now() AND not_before <= now() FOR UPDATE`;
const [UNTIL, NOT_BEFORE] = [`now() + ${LEASE_MS} * interval '1 millisecond'`, `now() + $6 * interval '1 millisecond'`];
const AGAIN = `
UPDATE work_leases SET token = $4, failures = $5, until = ${UNTIL}, not_before = ${NOT_BEFORE} WHERE ${OF_SUBJECT} RETURNING failures`;
const FIRST = `
INSERT INTO work_leases (tenant_id, kind, subject, token, failures, until, not_before) VALUES ($1, $2, $3, $4, $5, ${UNTIL}, ${NOT_BEFORE})
ON CONFLICT DO NOTHING RETURNING failures`;
const RENEW = `UPDATE work_leases SET until = ${UNTIL} WHERE ${IS_MINE} RETURNING 1`;
const FREE = `DELETE FROM work_leases WHERE ${IS_MINE} RETURNING 1`;
const LET_REST = `
UPDATE work_leases SET token = NULL, until = now(), not_before = now() + $5 * interval '1 millisecond', failures = $6 WHERE ${IS_MINE} RETURNING 1`;
const NOTE_PROGRESS = `UPDATE work_leases SET failures = 1 WHERE ${IS_MINE} RETURNING 1`;

/** @returns null while the work is held or rests */
export async function takeLease(db: TenantDb, leased: Leased): Promise<TakenLease | null> {
  const { kind, subject } = leased;
  const token = newId();
  const [found] = await db.query<{ failures: number }>(FIND, [kind, subject]);
  const failures = Math.min(100, (found?.failures ?? 0) + 1);
  const rows = await db.query(found === undefined ? FIRST : AGAIN, [kind, subject, token, failures, restOf(failures)]);
  return rows.length > 0 ? { ...leased, token, failures } : null;
}

/**
 * Notes progress in the transaction that stores it, so that earlier tries stop counting as failures.
 * @returns false when another worker has the lease now; the caller writes nothing
 */
export const noteProgress = async (db: TenantDb, { kind, subject, token }: TakenLease): Promise<boolean> =>
  (await db.query(NOTE_PROGRESS, [kind, subject, token])).length > 0;

/** @returns false when another worker has the lease now; the caller writes nothing */
export const keepLease = async (db: TenantDb, { kind, subject, token }: TakenLease): Promise<boolean> =>
  (await db.query(RENEW, [kind, subject, token])).length > 0;
