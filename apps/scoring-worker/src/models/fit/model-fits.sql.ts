import { LAST_ID, newId, type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';
import { endLeases, isFree } from '#libs/work';
import { noteProgress, type TakenLease } from '../../runner/leases.js';
import type { PlannedHorizon } from './choose-horizon.js';
import type { LastFit } from './fit-due.js';

/** Customers in the sample that growth is counted on. It holds the smallest ids; ids are hashes, so these are a random sample. */
const COUNTED = 20_000;

// Every tenant has a row after the first look at it. Reads one index entry and one row per tenant.
const FIND_DUE = `
SELECT t.id FROM tenants t LEFT JOIN model_fits f ON f.tenant_id = t.id
WHERE ${isWorking('t.id')} AND (f.look_at IS NULL OR f.look_at <= $2) AND ${isFree('fit', 't.id')} ORDER BY f.look_at NULLS FIRST LIMIT 500`;

/** Finds the tenants that must be checked for a new model. */
export async function tenantsToLookAt(database: Database, now: Date): Promise<TenantId[]> {
  const rows = await database.findWork('find tenants to fit models for', FIND_DUE, [now]);
  return (rows as { id: string }[]).map((row) => toTenantId(row.id));
}

const OPEN_ROW = 'INSERT INTO model_fits (tenant_id, look_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';

const LOCK_ROW = `
SELECT fitted_at, counted_until, counted_customers, counted_orders::float8, horizon_setting, planned_horizon,
       planned_from - date '1970-01-01' AS planned_day, procedure, first_fitted_at, backfilled_at, is_off, not_before, unsettled_since, job_id,
       pinned_at IS NOT NULL AS is_pinned
FROM model_fits f WHERE tenant_id = $1 AND ${isFree('fit', 'f.tenant_id')} FOR UPDATE SKIP LOCKED`;

interface FitRow {
  readonly fitted_at: Date | null;
  readonly counted_until: string | null;
  readonly counted_customers: number | null;
  readonly counted_orders: number | null;
  readonly horizon_setting: number | null;
  readonly planned_horizon: number | null;
  readonly planned_day: number | null;
  readonly procedure: string | null;
  readonly first_fitted_at: Date | null;
  readonly backfilled_at: Date | null;
  readonly is_off: boolean;
  readonly not_before: Date | null;
  readonly unsettled_since: Date | null;
  readonly job_id: string | null;
  readonly is_pinned: boolean;
}

/** State of a tenant's fits, locked for the transaction. */
export interface FitState {
  readonly last: LastFit | null;
  readonly firstAt: Date | null;
  /** The last fit that followed a backfill. */
  readonly backfilledAt: Date | null;
  readonly planned: PlannedHorizon | null;
  readonly countedUntil: string | null;
  readonly isOff: boolean;
  readonly notBefore: Date | null;
  readonly postponedSince: Date | null;
  /** Job of a fit that a worker started and did not end. */
  readonly jobId: string | null;
  /** An operator keeps the active model. */
  readonly isPinned: boolean;
}

/** @returns null while another worker has the tenant, or a fit that failed rests. */
export async function lockFitState(db: TenantDb, now: Date): Promise<FitState | null> {
  await db.query(OPEN_ROW, [now]);
  const [row] = await db.query<FitRow>(LOCK_ROW);
  if (row === undefined) return null;
  const { is_off: isOff, not_before: notBefore, unsettled_since: postponedSince, job_id: jobId, is_pinned: isPinned } = row;
  const facts = { last: lastFitOf(row), firstAt: row.first_fitted_at, backfilledAt: row.backfilled_at, planned: plannedOf(row) };
  return { ...facts, countedUntil: row.counted_until, isOff, notBefore, postponedSince, jobId, isPinned };
}

function plannedOf({ planned_horizon: horizonDays, planned_day: fromDay }: FitRow): PlannedHorizon | null {
  return horizonDays === null || fromDay === null ? null : { horizonDays, fromDay };
}

function lastFitOf(row: FitRow): LastFit | null {
  const { fitted_at: at, counted_customers: customers, counted_orders: orders, procedure } = row;
  if (at === null || customers === null || orders === null || procedure === null) return null;
  return { at, customers, orders, horizonSetting: row.horizon_setting, procedure };
}

// Needs the primary key of customers: reads about 20 000 of them, more only if the tenant has grown since the last fit.
const COUNT = `
SELECT count(*)::int AS customers, coalesce(sum(orders_count), 0)::float8 AS orders
FROM customers WHERE tenant_id = $1 AND id <= $2 AND orders_count > 0`;
// Needs the primary key of score_requests.
const WAITING = `
SELECT NOT EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1 AND NOT set_aside) AS is_all_scored,
       NOT EXISTS (SELECT 1 FROM score_requests WHERE tenant_id = $1 AND backfill AND NOT set_aside) AS is_backfill_scored`;

/** Customers with counted orders, and the number of these orders, as of each customer's last score. */
export interface Counts {
  readonly customers: number;
  readonly orders: number;
}

/** @param until the largest id to count; null for all customers. */
export async function countCustomers(db: TenantDb, until: string | null): Promise<Counts> {
  const [counts] = await db.query<Counts>(COUNT, [until ?? LAST_ID]);
  return counts ?? { customers: 0, orders: 0 };
}

/** Returns whether the scores contain all events that have arrived, and all imported ones. */
export async function readScored(db: TenantDb): Promise<{ isAllScored: boolean; isBackfillScored: boolean }> {
  const [row] = await db.query<{ is_all_scored: boolean; is_backfill_scored: boolean }>(WAITING);
  return { isAllScored: row?.is_all_scored ?? false, isBackfillScored: row?.is_backfill_scored ?? false };
}

// Needs the primary key of customers.
const COUNTED_UNTIL = 'SELECT id FROM customers WHERE tenant_id = $1 ORDER BY id OFFSET $2 LIMIT 1';

/** Returns the largest id of the sample that growth is counted on from now on; null when all customers count. */
export async function chooseCounted(db: TenantDb): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(COUNTED_UNTIL, [COUNTED]);
  return row?.id ?? null;
}

const PUT_OFF = `
UPDATE model_fits SET look_at = $2, unsettled_since = CASE WHEN $3 THEN coalesce(unsettled_since, $4) END WHERE tenant_id = $1`;

/** Sets the time of the next check. @param isPostponed a fit is due, but customers wait for their scores */
export async function putOff(db: TenantDb, lookAt: Date, isPostponed: boolean, now: Date): Promise<void> {
  await db.query(PUT_OFF, [lookAt, isPostponed, now]);
}

const LOOK_NOW = 'UPDATE model_fits SET look_at = $2 WHERE tenant_id = $1 AND look_at > $2';

/** Makes the tenant due now, so that a worker that fits checks it within seconds. */
export async function lookNow(db: TenantDb, now: Date): Promise<void> {
  await db.query(LOOK_NOW, [now]);
}

const NOTE_JOB = 'UPDATE model_fits SET job_id = $2 WHERE tenant_id = $1';
// A job that was started before continues.
const OPEN_JOB = `
INSERT INTO churn_jobs (tenant_id, id, type, status, queued, created_at, started_at) VALUES ($1, $2, 'fit', 'running', $3, $4, $4)
ON CONFLICT DO NOTHING`;

/** Opens the job of a fit, or continues that of a worker that did not end it. */
export async function openFitJob(db: TenantDb, state: FitState, customers: number, now: Date): Promise<string> {
  const jobId = state.jobId ?? newId();
  await db.query(NOTE_JOB, [jobId]);
  await db.query(OPEN_JOB, [jobId, customers, now]);
  return jobId;
}

const GIVE_UP = 'UPDATE model_fits SET job_id = NULL, not_before = $2, look_at = $2 WHERE tenant_id = $1';
const FAIL_JOB = `
UPDATE churn_jobs SET status = 'failed', finished_at = $3, error = $4 WHERE tenant_id = $1 AND id = $2 AND status = 'running'`;

/** Ends the fit without a model, so the active model stays. @param again earliest start of the next fit */
export async function giveUp(db: TenantDb, jobId: string, again: Date, now: Date): Promise<void> {
  await db.query(GIVE_UP, [again]);
  await db.query(FAIL_JOB, [jobId, now, 'no model could be fitted; scores still come from the previous model']);
  await endLeases(db, 'fit');
}

// Commands of operators lock the row first too.
const LOCK = 'SELECT FROM model_fits WHERE tenant_id = $1 FOR UPDATE';
const END = `
UPDATE model_fits SET job_id = NULL, not_before = NULL, unsettled_since = NULL, is_off = false, fitted_at = $2, look_at = $2, counted_until = $3,
  counted_customers = $4, counted_orders = $5, horizon_setting = $6, procedure = $7, first_fitted_at = coalesce(first_fitted_at, $2),
  backfilled_at = CASE WHEN $8 THEN $2 ELSE backfilled_at END, planned_horizon = $9, planned_from = date '1970-01-01' + $10::int
WHERE tenant_id = $1`;
const COMPLETE_JOB = `UPDATE churn_jobs SET status = 'completed', finished_at = $3, processed = $4 WHERE tenant_id = $1 AND id = $2`;

/** Facts at the time of the fit. The time of the next fit follows from them. */
export interface FitSeen extends Counts {
  readonly countedUntil: string | null;
  readonly horizonSetting: number | null;
  readonly procedure: string;
  /** The fit read all of a backfill that changed more than a day of history. */
  readonly followsBackfill: boolean;
}

/** A fit that holds its lease. */
export interface LeasedFit {
  readonly jobId: string;
  readonly lease: TakenLease;
}

/** @param processed number of customers in the fit @returns false when another worker has the tenant now; the caller writes nothing */
export async function endFit(
  db: TenantDb,
  { jobId, lease }: LeasedFit,
  { countedUntil, customers, orders, horizonSetting, procedure, followsBackfill }: FitSeen,
  { now, processed, planned }: { readonly now: Date; readonly processed: number; readonly planned: PlannedHorizon | null },
): Promise<boolean> {
  const seen = [countedUntil, customers, orders, horizonSetting, procedure, followsBackfill];
  await db.query(LOCK);
  if (!(await noteProgress(db, lease))) return false;
  await db.query(END, [now, ...seen, planned?.horizonDays ?? null, planned?.fromDay ?? null]);
  await db.query(COMPLETE_JOB, [jobId, now, processed]);
  return true;
}
