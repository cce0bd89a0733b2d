import type { CustomerId, ModelQuality } from '#libs/core';
import { horizonOfVersion, keepErasuresAway, type TenantDb } from '#libs/database';

/** Number of customers with kept scores per day. Takes the smallest ids; ids are hashes, so these are a random sample. */
const PANEL = 2000;
/** Maximum days per horizon on which scores are kept. */
const DAYS_KEPT = 30;
/** Matured predictions count for this many days. */
const COUNTED_DAYS = 30;
// Needs the primary keys of predictions and customers. A score that was due before today does not hold.
const KEEP = `
INSERT INTO predictions (tenant_id, day, customer_id, score, horizon_days)
SELECT tenant_id, ($2 AT TIME ZONE 'UTC')::date, id, score, ${horizonOfVersion('model_version')}
FROM customers
WHERE tenant_id = $1 AND score IS NOT NULL AND due_on >= ($2::timestamptz AT TIME ZONE 'UTC')::date
  AND NOT EXISTS (SELECT 1 FROM predictions WHERE tenant_id = $1 AND day >= ($2 AT TIME ZONE 'UTC')::date - greatest(1, $3 / ${DAYS_KEPT}))
ORDER BY id LIMIT ${PANEL}
ON CONFLICT DO NOTHING`;
const FORGET = `DELETE FROM predictions WHERE tenant_id = $1 AND day + horizon_days < ($2 AT TIME ZONE 'UTC')::date - ${COUNTED_DAYS}`;

/**
 * Keeps the current scores of up to 2000 customers, every other day, or on some twenty days of a long horizon. Deletes predictions that matured over
 * a month ago. The table has at most some 60,000 rows for a tenant of any size.
 */
export async function keepPredictions(db: TenantDb, horizonDays: number, now: Date): Promise<void> {
  // An erasure runs before or after, so that no erased customer is kept.
  await keepErasuresAway(db);
  await db.query(KEEP, [now, horizonDays]);
  await db.query(FORGET, [now]);
}

/** The score of one customer on one day. */
export interface Prediction {
  readonly customer_id: CustomerId;
  /** UTC day number. */
  readonly day: number;
  readonly score: number;
}

const READ_MATURED = `
SELECT customer_id, day - date '1970-01-01' AS day, score::float8 AS score FROM predictions
WHERE tenant_id = $1 AND horizon_days = $3 AND day + horizon_days < ($2 AT TIME ZONE 'UTC')::date ORDER BY customer_id, day`;

/** Reads the matured predictions for this horizon, sorted by customer. */
export const readMatured = (db: TenantDb, horizonDays: number, now: Date): Promise<Prediction[]> =>
  db.query<Prediction>(READ_MATURED, [now, horizonDays]);

const READ_ACTIVE = `SELECT version, horizon_days, quality FROM models WHERE tenant_id = $1 AND status = 'active'`;

export interface ActiveModel {
  readonly version: string;
  readonly horizon_days: number;
  readonly quality: ModelQuality | null;
}

export async function readActiveModel(db: TenantDb): Promise<ActiveModel | null> {
  const [model] = await db.query<ActiveModel>(READ_ACTIVE);
  return model ?? null;
}

const SET_QUALITY = 'UPDATE models SET quality = $3 WHERE tenant_id = $1 AND version = $2';
const SET_OFF = 'UPDATE model_fits SET is_off = $2, look_at = CASE WHEN $2 THEN $3 ELSE look_at END WHERE tenant_id = $1';

/** @param isOff predictions were off on average, so a new fit is due. */
export async function writeQuality(db: TenantDb, version: string, quality: ModelQuality, isOff: boolean, now: Date): Promise<void> {
  await db.query(SET_QUALITY, [version, JSON.stringify(quality)]);
  await db.query(SET_OFF, [isOff, now]);
}

const MODELS_KEPT = 5;

// A score needs its model for the explanation. Reads all customers once when there is a model to delete, about once a week. A name has the day of
// the fit, and processes keep deleted models in memory: while the day lasts, anywhere, its names must stay taken.
const FORGET_MODELS = `
DELETE FROM models m WHERE tenant_id = $1 AND status <> 'active' AND fitted_at < $2::timestamptz - interval '2 days'
  AND version NOT IN (SELECT version FROM models WHERE tenant_id = $1 ORDER BY fitted_at DESC LIMIT ${MODELS_KEPT})
  AND version NOT IN (SELECT DISTINCT model_version FROM customers WHERE tenant_id = $1 AND model_version IS NOT NULL)`;

/** Deletes models of earlier days, except the last five and those that current scores come from. */
export async function forgetModels(db: TenantDb, now: Date): Promise<void> {
  await db.query(FORGET_MODELS, [now]);
}
