import { type TenantId, toTenantId } from '#libs/core';
import { type Database, isWorking, type TenantDb } from '#libs/database';

// Needs the primary key of models. A tenant has few.
const TAKEN = 'SELECT version FROM models WHERE tenant_id = $1 AND starts_with(version, $2)';

/**
 * Returns a version that no model of the tenant has ever had: the given one, or with .2, .3 and so on when a day has several fits. Processes
 * keep deleted models in memory, so their names are not free. The newest models are never deleted.
 */
export async function freeVersion(db: TenantDb, version: string): Promise<string> {
  const taken = (await db.query<{ version: string }>(TAKEN, [version])).map((row) => row.version.slice(version.length));
  const last = Math.max(0, ...taken.map((suffix) => (suffix === '' ? 1 : Number(/^\.(\d+)$/.exec(suffix)?.[1] ?? 0))));
  return last === 0 ? version : `${version}.${last + 1}`;
}

/** Everything about a new model. */
export interface NewModel {
  readonly version: string;
  /** The JSON of libs/scoring's Model. */
  readonly parameters: unknown;
  readonly status: 'active' | 'rejected';
  readonly reason: string;
  readonly procedure: string;
  readonly horizonDays: number;
  readonly comparison: object | null;
  readonly quality: object | null;
  readonly behaviour: readonly object[];
  readonly traits: readonly object[];
  readonly customers: number;
  readonly fittedAt: Date;
}

const RETIRE = `UPDATE models SET status = 'retired' WHERE tenant_id = $1 AND status = 'active'`;
const INSERT = `
INSERT INTO models (tenant_id, version, status, reason, procedure, horizon_days, parameters, comparison, quality, customers, fitted_at, behaviour, traits)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`;

/** Stores the model. An active one retires the previous active model in the same transaction. */
export async function storeModel(db: TenantDb, model: NewModel): Promise<void> {
  if (model.status === 'active') await db.query(RETIRE);
  await db.query(INSERT, [
    model.version,
    model.status,
    model.reason,
    model.procedure,
    model.horizonDays,
    JSON.stringify(model.parameters),
    model.comparison === null ? null : JSON.stringify(model.comparison),
    model.quality === null ? null : JSON.stringify(model.quality),
    model.customers,
    model.fittedAt,
    JSON.stringify(model.behaviour),
    JSON.stringify(model.traits),
  ]);
}

const MARK_RESCORED = `UPDATE models SET rescored = true WHERE tenant_id = $1 AND status = 'active'`;

/** Records that a job scores all customers with the active model. */
export async function markRescored(db: TenantDb): Promise<void> {
  await db.query(MARK_RESCORED);
}

// Needs index models_to_rescore, which is nearly always empty.
const FIND_TO_RESCORE = `SELECT tenant_id FROM models WHERE status = 'active' AND NOT rescored AND ${isWorking()} LIMIT 500`;

/** Finds the tenants with customers that the active model has not scored yet. */
export async function tenantsToRescore(database: Database): Promise<TenantId[]> {
  const rows = await database.findWork('find models to rescore by', FIND_TO_RESCORE);
  return (rows as { tenant_id: string }[]).map((row) => toTenantId(row.tenant_id));
}
