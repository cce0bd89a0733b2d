import { Injectable } from '@nestjs/common';
import { Config } from '#libs/config';
import { Clock, type CustomerId } from '#libs/core';
import type { TenantDb } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, CUSTOMERS_SCORED, Log } from '#libs/observability';
import { TenantModels } from '../fit-model/tenant-models.js';
import type { Occasion } from './outbox-events.js';
import { scoreCustomers } from './score-customers.js';

export interface ScoringOutcome {
  /** Customers who have a score now. */
  readonly scored: number;
  /** Customers who keep an old one because theirs cannot be calculated. */
  readonly failed: number;
  /** The outbox got something, which is to be relayed once this is committed. */
  readonly announced: boolean;
}

/** Scores customers with the tenant's model and today's clock. */
@Injectable()
export class Scorer {
  constructor(
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly log: Log,
    private readonly models: TenantModels,
  ) {}

  /** Scores calculated after it are kept by a recalculation that does not insist. */
  freshSince(): Date {
    return new Date(this.clock.now().getTime() - this.config.worker.scoreTtlMs);
  }

  /**
   * Scores customers in the caller's transaction. One whose history the arithmetic refuses keeps the old score and is logged.
   */
  async score(db: TenantDb, ids: readonly CustomerId[], occasion: Occasion, jobId?: string): Promise<ScoringOutcome> {
    let failed = 0;
    let announced = false;
    const scored = await scoreCustomers(db, ids, {
      occasion,
      models: this.models,
      readNow: () => this.clock.now(),
      onUnscorable: (customerId, error) => {
        failed += 1;
        CUSTOMERS_NOT_SCORED.inc();
        this.log.error('customer.not_scored', error, { tenantId: db.tenantId, customerId, ...(jobId !== undefined && { jobId }) });
      },
      onAnnounced: () => (announced = true),
    });
    CUSTOMERS_SCORED.inc({ occasion }, scored);
    this.models.noteScored(db.tenantId);
    return { scored, failed, announced };
  }
}
