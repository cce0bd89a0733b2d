import type { ModelQuality, TenantId } from '#libs/core';
import type { Database } from '#libs/database';
import { findTenant } from '../tenants.js';

interface ModelLine {
  readonly version: string;
  /** `active`: scores use it. `rejected`: it was measured against the active one and lost. */
  readonly status: 'active' | 'retired' | 'rejected';
  readonly fitted_at: Date;
  readonly reason: string;
  readonly procedure: string;
  readonly horizon_days: number;
  readonly customers: number;
  /** Number of customers with a current score from this model. */
  readonly scores: number;
  readonly quality: object | null;
}

interface ModelList {
  readonly tenant_id: TenantId;
  /** Null while fits may replace the model. */
  readonly pinned_at: Date | null;
  readonly data: readonly ModelLine[];
}

interface Row extends Omit<ModelLine, 'quality'> {
  readonly quality: ModelQuality | null;
}

const PINNED = 'SELECT pinned_at FROM model_fits WHERE tenant_id = $1';
// Reads all customers of the tenant once.
const LIST = `
SELECT m.version, m.status, m.fitted_at, m.reason, m.procedure, m.horizon_days, m.customers, coalesce(c.scores, 0) AS scores, m.quality
FROM models m LEFT JOIN (
  SELECT model_version, count(*)::int AS scores FROM customers WHERE tenant_id = $1 AND score IS NOT NULL GROUP BY 1) c ON c.model_version = m.version
WHERE m.tenant_id = $1 ORDER BY m.fitted_at DESC`;

/** Lists the models of a tenant, newest first. While there is none, the scores come from one prior for all shops. */
export async function listModels(database: Database, nameOrId: string): Promise<ModelList> {
  const tenantId = await findTenant(database, nameOrId);
  return database.transaction(tenantId, async (db) => {
    const [fits] = await db.query<{ pinned_at: Date | null }>(PINNED);
    const rows = await db.query<Row>(LIST);
    return { tenant_id: tenantId, pinned_at: fits?.pinned_at ?? null, data: rows.map(toLine) };
  });
}

function toLine({ quality, ...row }: Row): ModelLine {
  if (quality === null) return { ...row, quality: null };
  const { basis, n, measured } = quality;
  const { auc = null, logLoss = null, skill = null, ece = null } = measured ?? {};
  return { ...row, quality: { basis, n, auc, log_loss: logLoss, skill, calibration_error: ece } };
}
