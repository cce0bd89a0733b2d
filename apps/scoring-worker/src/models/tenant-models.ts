import { Injectable } from '@nestjs/common';
import { MINUTE_MS, SECOND_MS, type TenantId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { Log } from '#libs/observability';
import { coldStartModel, DEFAULT_BANDS, DEFAULT_HORIZON_DAYS, type Model, parseModel } from '#libs/scoring';
import { LRUCache } from 'lru-cache';
import { readModel } from './models.sql.js';

/** A model with trees takes up to a megabyte or so. */
const MODELS_KEPT = 100;

/** A tenant that was scored a moment ago is likely to be scored again in a moment. */
const REST_MS = 1.5 * SECOND_MS;
/** One that is scored all the time is told of all the same. */
const LONGEST_REST_MS = MINUTE_MS;

const PRIOR_VERSION = /^mbg-prior-\d+\.\d+\/h(\d+)$/;

/** The models of tenants by version. A stored model never changes, so what was read once is kept, and knows nothing of being retired. */
@Injectable()
export class TenantModels {
  private readonly known = new LRUCache<string, Model>({ max: MODELS_KEPT });
  private readonly scored = new Map<TenantId, { readonly since: number; readonly last: number }>();

  constructor(private readonly log: Log) {}

  /**
   * The model that gave a score of the tenant. Its bands and horizon are those that it was fitted with.
   * @returns null when it is not there any more, or was stored by a version of this service that cannot be read by this one
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

  /** Notes that customers of the tenant were scored: a hint to look soon whether its model still fits. Lost with the process. */
  noteScored(tenantId: TenantId): void {
    const last = performance.now();
    this.scored.set(tenantId, { since: this.scored.get(tenantId)?.since ?? last, last });
  }

  /** Tenants that were scored and are at rest now, each told once. */
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

/** The model of a tenant that has none of its own; null when this is another version of it than the score came from. */
function priorModel(horizonDays: number, version: string): Model | null {
  const model = coldStartModel(horizonDays || DEFAULT_HORIZON_DAYS, DEFAULT_BANDS);
  return model.version === version ? model : null;
}
