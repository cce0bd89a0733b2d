import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, type TenantId, timeOfId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, CUSTOMERS_SCORED, Log, SCORE_DELAY } from '#libs/observability';
import { TenantModels } from '#libs/orders';
import { RestedTenants } from './rested-tenants.js';
import type { Occasion } from './outbox-events.js';
import type { Lane } from './lane.js';
import type { CustomersToScore } from './fold-requests.js';
import { scoreCustomers, type ScoringOutcome } from './score-customers.js';

/** A run over the requests of a lane, and what it has done so far. */
export interface ScoringRun {
  readonly tenantId: TenantId;
  readonly lane: Lane;
  requests: number;
  scored: number;
}

/** Scores customers with the tenant's model at the current time. */
@Injectable()
export class Scorer {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
    private readonly models: TenantModels,
    private readonly rested: RestedTenants,
  ) {}

  /** Returns the time after which a score is fresh. A recalculation without `force` keeps fresh scores. */
  freshSince(): Date {
    return new Date(this.clock.now().getTime() - this.config.worker.scoreTtlMs);
  }

  /** Scores customers in the caller's transaction. If the history of a customer cannot be scored, the old score stays and the error is logged. */
  async score(db: TenantDb, asked: CustomersToScore, occasion: Occasion, jobId?: string): Promise<ScoringOutcome> {
    const outcome = await scoreCustomers(db, asked, {
      occasion,
      models: this.models,
      readNow: () => this.clock.now(),
    });
    for (const { customerId, error } of outcome.unscorable) {
      this.log.error('customer.not_scored', error, { tenantId: db.tenantId, customerId, ...(jobId !== undefined && { jobId }) });
    }
    CUSTOMERS_NOT_SCORED.inc(outcome.unscorable.length);
    CUSTOMERS_SCORED.inc({ occasion }, outcome.scored);
    this.rested.noteScored(db.tenantId);
    return outcome;
  }

  /** Logs a run over the requests of a lane, unless it found none. */
  reportRun({ tenantId, lane, requests, scored }: ScoringRun, ms: number): void {
    if (requests > 0) this.log.info('customers.scored', { tenantId, ...lane, requests, scored, ms: Math.round(ms) });
  }

  /** Records how long requests waited for their scores. Called after the commit. @param ids of the requests */
  observeDelays(ids: readonly string[], lane: 'fresh' | 'backfill'): void {
    const now = this.clock.now().getTime();
    for (const id of ids) SCORE_DELAY.observe({ lane }, Math.max(0, now - timeOfId(id)) / 1000);
  }
}
