import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { RestedTenants } from '../../scoring/score/rested-tenants.js';
import type { Stage } from '../../runner/stage.js';
import { FitTenant } from './fit-tenant.js';
import { lookNow, tenantsToLookAt } from './model-fits.sql.js';

/** Pause between two queries for tenants that are due. */
const ASK_EVERY_MS = 5 * SECOND_MS;

/**
 * Keeps every tenant's model up to date with its orders. A process with `FIT_MODELS=false` passes the tenants that it has just scored on
 * to the processes that fit.
 */
@Injectable()
export class FitModels implements Stage<TenantId> {
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rested: RestedTenants,
    private readonly fitTenant: FitTenant,
    private readonly config: Config,
  ) {}

  /** Finds the tenants that this process has just scored, and all tenants that are due. */
  async findDue(): Promise<TenantId[]> {
    const tenants = new Set(this.rested.take());
    if (this.config.worker.fitsModels && performance.now() - this.askedAt > ASK_EVERY_MS) {
      this.askedAt = performance.now();
      for (const tenantId of await tenantsToLookAt(this.database, this.clock.now())) tenants.add(tenantId);
    }
    return [...tenants];
  }

  async work(tenantId: TenantId, stopping: AbortSignal): Promise<boolean> {
    if (this.config.worker.fitsModels) await this.fitTenant.fitIfDue(tenantId, this.config.backfillQuietMs, stopping);
    else await this.database.transaction(tenantId, (db) => lookNow(db, this.clock.now()));
    return false;
  }
}
