import { Injectable } from '@nestjs/common';
import { MINUTE_MS, SECOND_MS, type TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Model, parseModel } from '#libs/scoring';
import { LRUCache } from 'lru-cache';
import { readModel } from './models.sql.js';

/** Models in memory. One with trees takes up to about 1 MB. */
const MODELS_KEPT = 100;

/** A tenant is at rest after this pause. A tenant that was just scored is likely to be scored again soon. */
const REST_MS = 1.5 * SECOND_MS;
/** A tenant that is scored all the time counts as rested after this. */
const LONGEST_REST_MS = MINUTE_MS;

const PRIOR_VERSION = /^mbg-prior-\d+\.\d+\/h(\d+)$/;

/** Caches the models of tenants by version. Stored models never change; the cache does not show whether a model is retired. */
@Injectable()
export class TenantModels {
  private readonly known = new LRUCache<string, Model>({ max: MODELS_KEPT });
  private readonly scored = new Map<TenantId, { readonly since: number; readonly last: number }>();

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

  /** Notes that customers of the tenant were scored, as a hint to check its model soon. The hint is in memory only. */
  noteScored(tenantId: TenantId): void {
    const last = performance.now();
    this.scored.set(tenantId, { since: this.scored.get(tenantId)?.since ?? last, last });
  }

  /** Returns the scored tenants that are at rest now, each once. */
  takeRested(): TenantId[] {
    const now = performance.now();
    const rested = [...this.scored].filter(([, { since, last }]) => now - last > REST_MS || now - since > LONGEST_REST_MS);
    for (const [tenantId] of rested) this.scored.delete(tenantId);
    return rested.map(([tenantId]) => tenantId);
  }

  private async read(db: TenantDb, version: string): Promise<Model | null> {
    const row = await readModel(db, version);
    if (row === null) return null;
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
