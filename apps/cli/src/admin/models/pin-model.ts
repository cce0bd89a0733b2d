import type { TenantId } from '#libs/core';
import { type Database, type TenantDb } from '#libs/database';
import { recordAudit } from '#libs/tenants';
import { endLeases } from '#libs/work';
import { findTenant } from '../tenants.js';

interface Pinned {
  readonly tenant_id: TenantId;
  /** The active model; null: scores come from the prior. */
  readonly version: string | null;
  readonly pinned: boolean;
}

interface ModelRow {
  readonly version: string;
  readonly status: string;
}

const MODELS = 'SELECT version, status FROM models WHERE tenant_id = $1 FOR UPDATE';
const PIN = `
WITH before AS MATERIALIZED (SELECT job_id FROM model_fits WHERE tenant_id = $1 FOR UPDATE)
UPDATE model_fits f SET pinned_at = $2, job_id = NULL, unsettled_since = NULL
FROM before WHERE f.tenant_id = $1 RETURNING before.job_id`;
const FAIL_JOB = `
UPDATE churn_jobs SET status = 'failed', finished_at = $3, error = 'the operator pinned the model; scores come from the pinned one'
WHERE tenant_id = $1 AND id = $2 AND status = 'running'`;
const RETIRE = `UPDATE models SET status = 'retired' WHERE tenant_id = $1 AND status = 'active'`;
const ACTIVATE = `UPDATE models SET status = 'active', rescored = false WHERE tenant_id = $1 AND version = $2`;
const UNPIN = `UPDATE model_fits SET pinned_at = NULL, not_before = NULL, look_at = $2 WHERE tenant_id = $1 AND pinned_at IS NOT NULL RETURNING 1`;

/**
 * Keeps a model: workers fit no other one, and a fit that runs ends without a model.
 * @param version null: the active one. Another one becomes active, and a job scores all customers with it.
 * @throws when the tenant has no such model, or none at all
 */
export async function pinModel(database: Database, nameOrId: string, version: string | null): Promise<Pinned> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    const now = new Date();
    const [fit] = await db.query<{ job_id: string | null }>(PIN, [now]);
    await endLeases(db, 'fit');
    const chosen = choose(await db.query<ModelRow>(MODELS), version);
    if (fit?.job_id != null) await db.query(FAIL_JOB, [fit.job_id, now]);
    if (chosen.status !== 'active') {
      await db.query(RETIRE);
      await db.query(ACTIVATE, [chosen.version]);
    }
    await recordAudit(db, { action: 'model.pinned', actor: { kind: 'admin' }, details: { version: chosen.version } }, now);
    return { tenant_id: tenantId, version: chosen.version, pinned: true };
  });
}

function choose(models: readonly ModelRow[], version: string | null): ModelRow {
  const chosen = models.find((model) => (version === null ? model.status === 'active' : model.version === version));
  if (chosen !== undefined) return chosen;
  if (version === null) throw new Error('the tenant has no model of its own yet: its scores come from the prior for all shops');
  throw new Error(`the tenant has no model "${version}"; "admin model list" shows those that are kept`);
}

/** Lets workers fit models again. @throws when the model is not pinned */
export async function unpinModel(database: Database, nameOrId: string): Promise<Pinned> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    const now = new Date();
    if ((await db.query(UNPIN, [now])).length === 0) throw new Error('the model of this tenant is not pinned');
    const version = await activeVersion(db);
    await recordAudit(db, { action: 'model.unpinned', actor: { kind: 'admin' }, details: { version } }, now);
    return { tenant_id: tenantId, version, pinned: false };
  });
}

const activeVersion = async (db: TenantDb): Promise<string | null> =>
  (await db.query<ModelRow>(MODELS)).find(({ status }) => status === 'active')?.version ?? null;
