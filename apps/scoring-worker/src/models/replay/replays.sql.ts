import { newId, type PastIntervals, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';

/** After a worker died or froze, its tenant waits this long for another worker. */
export const LEASE_MS = 30_000;

// Reads one row per tenant with a model.
const FIND_DUE = `
SELECT tenant_id FROM past_replays
WHERE due_at <= $2 AND ${isWorking()} AND (lease_until IS NULL OR lease_until < now()) ORDER BY due_at LIMIT 20`;

/** Finds the tenants with past weeks to check, the longest waiting first. */
export async function tenantsToReplay(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find past weeks to calculate', FIND_DUE, [now]);
  return (rows as { tenant_id: string }[]).map((row) => toTenantId(row.tenant_id));
}

// Compares the lease with the clock of the database, which is the same for all workers. Counts a failure in advance, so that a replay that kills its
// worker is not repeated endlessly.
const CLAIM = `
WITH claimed AS (UPDATE past_replays SET lease_token = $3, lease_until = now() + ${LEASE_MS} * interval '1 millisecond', failures = failures + 1
WHERE tenant_id = (
  SELECT tenant_id FROM past_replays
  WHERE tenant_id = $1 AND due_at <= $2 AND (lease_until IS NULL OR lease_until < now()) FOR UPDATE SKIP LOCKED)
RETURNING due_at, failures, named_day)
SELECT due_at::text, failures, named_day - date '1970-01-01' AS named_day FROM claimed`;

export interface ReplayClaim {
  readonly token: string;
  /** The time as Postgres prints it, which keeps the microseconds. A later request has another one. */
  readonly dueAt: string;
  /** Number of tries since the last success, including this one. */
  readonly failures: number;
  /** UTC day number. */
  readonly namedDay: number | null;
}

/** @returns null while another worker has the tenant, or when nothing is due. */
export async function claimReplay(db: TenantDb, now: Date): Promise<ReplayClaim | null> {
  const token = newId();
  const [row] = await db.query<{ due_at: string; failures: number; named_day: number | null }>(CLAIM, [now, token]);
  return row === undefined ? null : { token, dueAt: row.due_at, failures: row.failures, namedDay: row.named_day };
}

const IS_IMPORTING = 'SELECT EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside) AS is_importing';

/** Returns whether imported history waits for its scores. */
export async function isImporting(db: TenantDb): Promise<boolean> {
  const [row] = await db.query<{ is_importing: boolean }>(IS_IMPORTING);
  return row?.is_importing ?? false;
}

const RENEW = `
UPDATE past_replays SET lease_until = now() + ${LEASE_MS} * interval '1 millisecond'
WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;

/** @returns false when another worker has the tenant now. */
export const renewReplay = async (db: TenantDb, token: string): Promise<boolean> => (await db.query(RENEW, [token])).length > 0;

const PROGRESS = `
UPDATE past_replays SET weeks = $3, weeks_done = $4, failures = 1 WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;

/** Stores the progress, which resets the count of failures. @returns false when another worker has the tenant now; the caller writes nothing */
export const noteProgress = async (db: TenantDb, token: string, weeks: number, done: number): Promise<boolean> =>
  (await db.query(PROGRESS, [token, weeks, done])).length > 0;

const RELEASE = `
UPDATE past_replays SET lease_token = NULL, lease_until = NULL, due_at = greatest(due_at, $3), failures = greatest(0, failures - $4)
WHERE tenant_id = $1 AND lease_token = $2`;

/** Lets any worker continue from `again` on. @param isFailure false undoes the failure that was counted in advance */
export async function releaseReplay(db: TenantDb, token: string, again: Date, isFailure: boolean): Promise<void> {
  await db.query(RELEASE, [token, again, isFailure ? 0 : 1]);
}

// A request that arrived in the meantime has another time and stays.
const FINISH = `
UPDATE past_replays SET lease_token = NULL, lease_until = NULL, failures = 0, finished_at = $4, intervals = $5,
  due_at = CASE WHEN due_at = $3::timestamptz THEN NULL ELSE due_at END
WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;

export interface FinishedReplay {
  readonly now: Date;
  readonly intervals: PastIntervals;
}

/** @returns false when another worker has the tenant now; the caller writes nothing. */
export async function finishReplay(db: TenantDb, claim: ReplayClaim, { now, intervals }: FinishedReplay): Promise<boolean> {
  return (await db.query(FINISH, [claim.token, claim.dueAt, now, JSON.stringify(intervals)])).length > 0;
}
