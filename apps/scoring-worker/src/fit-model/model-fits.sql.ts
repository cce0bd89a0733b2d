import { newId } from '#libs/core';
import type { Database, TenantDb } from '#libs/database';
import { type TenantId, toTenantId } from '#libs/core';
import type { LastFit } from './fit-due.js';

/** Customers among whom growth is counted: those with the smallest ids, which are hashes and so a sample. */
const COUNTED = 20_000;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** How long a worker that died or froze keeps a tenant from the others. */
export const LEASE_MS = 30_000;

// Every tenant has a row after the first look at it. Reads an index entry and a row a tenant.
const FIND_DUE = `
SELECT t.id FROM tenants t LEFT JOIN model_fits f ON f.tenant_id = t.id
WHERE f.look_at IS NULL OR f.look_at <= $1 ORDER BY f.look_at NULLS FIRST LIMIT 500`;

/** Tenants at which it is time to look whether they need a new model. */
export async function tenantsToLookAt(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.acrossTenants('find tenants to fit models for', (send) => send(FIND_DUE, [now]));
  return (rows as { id: string }[]).map((row) => toTenantId(row.id));
}

const OPEN_ROW = 'INSERT INTO model_fits (tenant_id, look_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';

// The lease is judged by the clock of the database, which is the same for all workers.
const LOCK_ROW = `
SELECT fitted_at, counted_until, counted_customers, counted_orders::float8, horizon_setting, procedure, is_off, not_before, unsettled_since,
       failures, job_id
FROM model_fits WHERE tenant_id = $1 AND (lease_until IS NULL OR lease_until < clock_timestamp()) FOR UPDATE SKIP LOCKED`;

interface FitRow {
  readonly fitted_at: Date | null;
  readonly counted_until: string | null;
  readonly counted_customers: number | null;
  readonly counted_orders: number | null;
  readonly horizon_setting: number | null;
  readonly procedure: string | null;
  readonly is_off: boolean;
  readonly not_before: Date | null;
  readonly unsettled_since: Date | null;
  readonly failures: number;
  readonly job_id: string | null;
}

/** What is known of the fits of a tenant, locked for the transaction. */
export interface FitState {
  readonly last: LastFit | null;
  readonly countedUntil: string | null;
  readonly isOff: boolean;
  readonly notBefore: Date | null;
  readonly unsettledSince: Date | null;
  /** Fits that were begun since the last one that ended well. */
  readonly failures: number;
  /** Of a fit that a worker has begun and not ended. */
  readonly jobId: string | null;
}

/** @returns null while another worker is at the tenant. */
export async function lockFitState(db: TenantDb, now: Date): Promise<FitState | null> {
  await db.query(OPEN_ROW, [now]);
  const [row] = await db.query<FitRow>(LOCK_ROW);
  if (row === undefined) return null;
  const { is_off: isOff, not_before: notBefore, unsettled_since: unsettledSince, failures, job_id: jobId } = row;
  return { last: lastFitOf(row), countedUntil: row.counted_until, isOff, notBefore, unsettledSince, failures, jobId };
}

function lastFitOf(row: FitRow): LastFit | null {
  const { fitted_at: at, counted_customers: customers, counted_orders: orders, procedure } = row;
  if (at === null || customers === null || orders === null || procedure === null) return null;
  return { at, customers, orders, horizonSetting: row.horizon_setting, procedure };
}

// Needs the primary key of customers: at most some 20 000 of them, unless the tenant has grown since the last fit.
const COUNT = `
SELECT count(*)::int AS customers, coalesce(sum(orders_count), 0)::float8 AS orders
FROM customers WHERE tenant_id = $1 AND id <= $2 AND orders_count > 0`;
const IS_SETTLED = 'SELECT NOT EXISTS (SELECT FROM score_requests WHERE tenant_id = $1) AS is_settled';

/** Customers with counted orders, and those orders, as far as the last scoring of each has seen. */
export interface Counts {
  readonly customers: number;
  readonly orders: number;
}

/** @param until the largest id to count; null for all customers. */
export async function countCustomers(db: TenantDb, until: string | null): Promise<Counts> {
  const [counts] = await db.query<Counts>(COUNT, [until ?? LAST_ID]);
  return counts ?? { customers: 0, orders: 0 };
}

/** Whether everything that has arrived is in the scores. */
export async function isSettled(db: TenantDb): Promise<boolean> {
  const [row] = await db.query<{ is_settled: boolean }>(IS_SETTLED);
  return row?.is_settled ?? false;
}

// Needs the primary key of customers.
const COUNTED_UNTIL = 'SELECT id FROM customers WHERE tenant_id = $1 ORDER BY id OFFSET $2 LIMIT 1';

/** The largest id among whom growth is counted from now on; null: all. */
export async function chooseCounted(db: TenantDb): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(COUNTED_UNTIL, [COUNTED]);
  return row?.id ?? null;
}

const PUT_OFF = `
UPDATE model_fits SET look_at = $2, unsettled_since = CASE WHEN $3 THEN coalesce(unsettled_since, $4) END WHERE tenant_id = $1`;

/** Looks again later. @param isUnsettled it would have been time now. */
export async function putOff(db: TenantDb, lookAt: Date, isUnsettled: boolean, now: Date): Promise<void> {
  await db.query(PUT_OFF, [lookAt, isUnsettled, now]);
}

const LOOK_NOW = 'UPDATE model_fits SET look_at = $2 WHERE tenant_id = $1 AND look_at > $2';

/** Has the tenant looked at within seconds by a worker that fits. */
export async function lookNow(db: TenantDb, now: Date): Promise<void> {
  await db.query(LOOK_NOW, [now]);
}

const CLAIM = `
UPDATE model_fits SET job_id = $2, lease_token = $3, lease_until = clock_timestamp() + $4 * interval '1 millisecond', failures = failures + 1
WHERE tenant_id = $1`;
// A job that was begun before goes on.
const OPEN_JOB = `
INSERT INTO churn_jobs (tenant_id, id, type, status, queued, created_at, started_at) VALUES ($1, $2, 'fit', 'running', $3, $4, $4)
ON CONFLICT DO NOTHING`;

export interface FitClaim {
  readonly jobId: string;
  readonly token: string;
}

/** Keeps other workers away for the length of a lease. A failure is noted already, so that a fit that kills its worker is not begun for ever. */
export async function claimFit(db: TenantDb, state: FitState, customers: number, now: Date): Promise<FitClaim> {
  const claim = { jobId: state.jobId ?? newId(), token: newId() };
  await db.query(CLAIM, [claim.jobId, claim.token, LEASE_MS]);
  await db.query(OPEN_JOB, [claim.jobId, customers, now]);
  return claim;
}

const RENEW = `
UPDATE model_fits SET lease_until = clock_timestamp() + $3 * interval '1 millisecond' WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;

/** @returns false when another worker has taken the tenant over. */
export const renewLease = async (db: TenantDb, token: string): Promise<boolean> => (await db.query(RENEW, [token, LEASE_MS])).length > 0;

// Whoever else has taken the tenant over meanwhile keeps it: the token decides.
const HAND_BACK = `
UPDATE model_fits SET lease_token = NULL, lease_until = NULL, failures = greatest(0, failures - 1), look_at = $3
WHERE tenant_id = $1 AND lease_token = $2`;

/** Leaves a fit that was begun to whoever looks next: nothing is wrong with it. */
export async function handBack(db: TenantDb, token: string, now: Date): Promise<void> {
  await db.query(HAND_BACK, [token, now]);
}

const GIVE_UP = `
UPDATE model_fits SET lease_token = NULL, lease_until = NULL, job_id = NULL, not_before = $3, look_at = $3
WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;
const FAIL_JOB = `
UPDATE churn_jobs SET status = 'failed', finished_at = $3, error = $4 WHERE tenant_id = $1 AND id = $2 AND status = 'running'`;

/** Ends the fit without a model: the one before stays. @param again when the next one may begin. */
export async function giveUp(db: TenantDb, claim: FitClaim, again: Date, now: Date): Promise<void> {
  const mine = await db.query(GIVE_UP, [claim.token, again]);
  if (mine.length > 0) await db.query(FAIL_JOB, [claim.jobId, now, 'no model could be fitted; scores go on with the one before']);
}

const END = `
UPDATE model_fits SET lease_token = NULL, lease_until = NULL, job_id = NULL, not_before = NULL, unsettled_since = NULL, failures = 0,
  is_off = false, fitted_at = $3, look_at = $3, counted_until = $4, counted_customers = $5, counted_orders = $6, horizon_setting = $7,
  procedure = $8
WHERE tenant_id = $1 AND lease_token = $2 RETURNING 1`;
const COMPLETE_JOB = `UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = $4 WHERE tenant_id = $1 AND id = $2`;

/** What the fit that ends has seen, for the question when the next one is due. */
export interface FitSeen extends Counts {
  readonly countedUntil: string | null;
  readonly horizonSetting: number | null;
  readonly procedure: string;
}

/** @param processed customers whose history was read. @returns false when another worker has taken the tenant over: write nothing. */
export async function endFit(
  db: TenantDb,
  claim: FitClaim,
  { countedUntil, customers, orders, horizonSetting, procedure }: FitSeen,
  { now, processed }: { readonly now: Date; readonly processed: number },
): Promise<boolean> {
  const mine = await db.query(END, [claim.token, now, countedUntil, customers, orders, horizonSetting, procedure]);
  if (mine.length > 0) await db.query(COMPLETE_JOB, [claim.jobId, now, processed]);
  return mine.length > 0;
}
