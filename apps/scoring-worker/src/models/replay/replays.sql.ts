import { type PastIntervals, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { isFree } from '#libs/work';

// Reads one row per tenant with a model.
const FIND_DUE = `
SELECT tenant_id FROM past_replays r WHERE due_at <= $2 AND ${isWorking()} AND ${isFree('replay', 'r.tenant_id')} ORDER BY due_at LIMIT 20`;

/** Finds the tenants with past weeks to check, the longest waiting first. */
export async function tenantsToReplay(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find past weeks to calculate', FIND_DUE, [now]);
  return (rows as { tenant_id: string }[]).map((row) => toTenantId(row.tenant_id));
}

const READ_DUE = `
SELECT due_at::text, named_day - date '1970-01-01' AS named_day FROM past_replays WHERE tenant_id = $1 AND due_at <= $2`;

export interface DueReplay {
  /** The time as Postgres prints it, which keeps the microseconds. A later request has another one. */
  readonly dueAt: string;
  /** UTC day number. */
  readonly namedDay: number | null;
}

/** @returns null when nothing is due. */
export async function readDueReplay(db: TenantDb, now: Date): Promise<DueReplay | null> {
  const [row] = await db.query<{ due_at: string; named_day: number | null }>(READ_DUE, [now]);
  return row === undefined ? null : { dueAt: row.due_at, namedDay: row.named_day };
}

const IS_IMPORTING = 'SELECT EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside) AS is_importing';

/** Returns whether imported history waits for its scores. */
export async function isImporting(db: TenantDb): Promise<boolean> {
  const [row] = await db.query<{ is_importing: boolean }>(IS_IMPORTING);
  return row?.is_importing ?? false;
}

const NOTE_WEEKS = 'UPDATE past_replays SET weeks = $2, weeks_done = $3 WHERE tenant_id = $1';

export async function noteWeeks(db: TenantDb, weeks: number, done: number): Promise<void> {
  await db.query(NOTE_WEEKS, [weeks, done]);
}

const PUT_OFF = 'UPDATE past_replays SET due_at = greatest(due_at, $2) WHERE tenant_id = $1';

/** Lets any worker look again from `again` on. */
export async function putOff(db: TenantDb, again: Date): Promise<void> {
  await db.query(PUT_OFF, [again]);
}

// A request that arrived in the meantime has another time and stays.
const FINISH = `
UPDATE past_replays SET finished_at = $3, intervals = $4, due_at = CASE WHEN due_at = $2::timestamptz THEN NULL ELSE due_at END
WHERE tenant_id = $1`;

export interface FinishedReplay {
  readonly now: Date;
  readonly intervals: PastIntervals;
}

export async function finishReplay(db: TenantDb, { dueAt }: DueReplay, { now, intervals }: FinishedReplay): Promise<void> {
  await db.query(FINISH, [dueAt, now, JSON.stringify(intervals)]);
}
