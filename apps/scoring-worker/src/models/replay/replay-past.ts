import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import type { Stage } from '../../runner/stage.js';
import { ReplayTenant } from './replay-tenant.js';
import { tenantsToReplay } from './replays.sql.js';

/** Pause between two queries for tenants that are due. */
const ASK_EVERY_MS = 2 * SECOND_MS;

/**
 * Calculates the scores that customers would have had at the ends of past weeks. One tenant at a time, in a thread of low priority, because fresh
 * scores come first. It runs in the processes that fit models.
 */
@Injectable()
export class ReplayPast implements Stage<TenantId> {
  private askedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly replayTenant: ReplayTenant,
  ) {}

  async findDue(): Promise<TenantId[]> {
    if (!this.config.worker.fitsModels || performance.now() - this.askedAt < ASK_EVERY_MS) return [];
    this.askedAt = performance.now();
    return tenantsToReplay(this.database, this.clock.now());
  }

  work(tenantId: TenantId, stopping: AbortSignal): Promise<boolean> {
    return this.replayTenant.replayIfDue(tenantId, stopping);
  }
}
