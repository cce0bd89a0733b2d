import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, CUSTOMERS_SCORED, Log } from '#libs/observability';
import { TenantModels } from '#libs/score-inputs';
import { RestedTenants } from '../models/rested-tenants.js';
import type { Occasion } from './outbox-events.js';
import type { CustomersToScore } from './fold-requests.js';
import { scoreCustomers } from './score-customers.js';

export interface ScoringCounts {
  /** Customers that have a score now. */
  readonly scored: number;
  /** Customers that keep their old score because the new one cannot be calculated. */
  readonly failed: number;
  /** The outbox has new events. Waking up the relay after the commit saves the wait for the sweep. */
  readonly hasOutboxEvents: boolean;
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

  /** A recalculation without `force` keeps scores that were calculated after this. */
  freshSince(): Date {
    return new Date(this.clock.now().getTime() - this.config.worker.scoreTtlMs);
  }

  /** Scores customers in the caller's transaction. A customer whose history cannot be scored keeps the old score and is logged. */
  async score(db: TenantDb, asked: CustomersToScore, occasion: Occasion, jobId?: string): Promise<ScoringCounts> {
    const { scored, unscorable, outboxEvents } = await scoreCustomers(db, asked, {
      occasion,
      models: this.models,
      readNow: () => this.clock.now(),
    });
    for (const { customerId, error } of unscorable) {
      this.log.error('customer.not_scored', error, { tenantId: db.tenantId, customerId, ...(jobId !== undefined && { jobId }) });
    }
    CUSTOMERS_NOT_SCORED.inc(unscorable.length);
    CUSTOMERS_SCORED.inc({ occasion }, scored);
    this.rested.noteScored(db.tenantId);
    return { scored, failed: unscorable.length, hasOutboxEvents: outboxEvents > 0 };
  }
}
