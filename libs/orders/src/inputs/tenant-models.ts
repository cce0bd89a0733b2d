import { Injectable } from '@nestjs/common';
import type { TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Model, parseModel } from '#libs/scoring';
import { LRUCache } from 'lru-cache';

/** Models in memory. One with trees takes up to about 1 MB. */
const MODELS_KEPT = 100;

const PRIOR_VERSION = /^mbg-prior-\d+\.\d+\/h(\d+)$/;

// Needs the primary key of models.
const READ = 'SELECT parameters FROM models WHERE tenant_id = $1 AND version = $2';

/** Caches the models of tenants by version. Stored models never change; the cache does not show whether a model is retired. */
@Injectable()
export class TenantModels {
  private readonly known = new LRUCache<string, Model>({ max: MODELS_KEPT });

  constructor(private readonly log: Log) {}

  /**
   * Returns the model that a score of the tenant comes from, with the bands and the horizon that it was fitted with.
   * @returns null when the model is deleted, or was stored by a version of this service that this one cannot read
   */
  async find(db: TenantDb, version: string): Promise<Model | null> {
    const prior = PRIOR_VERSION.exec(version);
    if (prior !== null) return priorModel(Number(prior[1]), version);
    const key = `${db.tenantId} ${version}`;
    const kept = this.known.get(key);
    if (kept !== undefined) return kept;
    const model = await this.read(db, version);
    if (model !== null) this.known.set(key, model);
    return model;
  }

  private async read(db: TenantDb, version: string): Promise<Model | null> {
    const [row] = await db.prepared<{ parameters: unknown }>(READ, [version]);
    if (row === undefined) return null;
    try {
      return { ...parseModel(row.parameters), version };
    } catch (error) {
      this.log.error('model.unreadable', error, { tenantId: db.tenantId, version });
      return null;
    }
  }
}

/** Returns the model of tenants that have none of their own; null when the score came from another version of it. */
function priorModel(horizonDays: number, version: string): Model | null {
  const model = coldStartModel(horizonDays || DEFAULT_HORIZON_DAYS, DEFAULT_BANDS);
  return model.version === version ? model : null;
}
