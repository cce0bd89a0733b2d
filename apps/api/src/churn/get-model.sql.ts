import { type ModelQuality, SCORED_GROUP, type UsedBehaviour, type UsedTrait } from '#libs/core';
import { horizonOfVersion, type TenantDb } from '#libs/database';

export interface ActiveModelRow {
  readonly version: string;
  readonly fitted_at: Date;
  readonly horizon_days: number;
  readonly customers: number;
  readonly quality: ModelQuality | null;
  readonly behaviour: readonly UsedBehaviour[];
  readonly traits: readonly UsedTrait[];
  /** The next step of the automatic horizon. */
  readonly planned_horizon: number | null;
  /** The UTC day of it, `2026-11-21`. */
  readonly planned_from: string | null;
  /** The UTC day on which an operator pinned the model; null: fits go on. */
  readonly pinned_on: string | null;
}

// Needs index models_one_active and the primary keys of tenants and model_fits. An own setting overrides the plan.
const FIND_ACTIVE = `
SELECT m.version, m.fitted_at, m.horizon_days, m.customers, m.quality, m.behaviour, m.traits,
       CASE WHEN t.horizon_days IS NULL AND f.pinned_at IS NULL THEN f.planned_horizon END AS planned_horizon, f.planned_from::text,
       (f.pinned_at AT TIME ZONE 'UTC')::date::text AS pinned_on
FROM models m JOIN tenants t ON t.id = m.tenant_id LEFT JOIN model_fits f ON f.tenant_id = m.tenant_id
WHERE m.tenant_id = $1 AND m.status = 'active'`;

export async function findActiveModel(db: TenantDb): Promise<ActiveModelRow | null> {
  const [model] = await db.prepared<ActiveModelRow>(FIND_ACTIVE);
  return model ?? null;
}

export interface UnfittedRow {
  readonly version: string | null;
  readonly horizon_days: number | null;
}

// Needs index customers_by_score. Any one customer with a score is enough.
const FIND_UNFITTED = `
SELECT c.model_version AS version, coalesce(t.horizon_days, ${horizonOfVersion('c.model_version')}) AS horizon_days
FROM tenants t LEFT JOIN LATERAL (
  SELECT model_version FROM customers WHERE tenant_id = $1 AND list_group = ${SCORED_GROUP} ORDER BY score_order LIMIT 1) c ON true
WHERE t.id = $1`;

/** Returns the source of the scores before the first fitted model. */
export async function findUnfitted(db: TenantDb): Promise<UnfittedRow> {
  const [row] = await db.query<UnfittedRow>(FIND_UNFITTED);
  return row ?? { version: null, horizon_days: null };
}
