import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { JobSetbacks } from '../recalculate-tenant/job-setbacks.js';
import { findOpenJobs, type OpenJob } from '../recalculate-tenant/jobs.sql.js';
import { eraseRest, finishErasure, takeErasure, trimCustomer } from './erase-customer.sql.js';

/** Rows of one table in one transaction. What is left of a customer at the end is at most as many, and goes at once. */
const CHUNK = 2000;
/** After this other jobs have a turn; the sweep comes back. */
const SLICE_MS = 5000;

/**
 * Removes everything that is stored about a customer. Events that arrive meanwhile go with the rest; one that arrives after
 * the erasure begins a new customer.
 */
@Injectable()
export class EraseCustomer {
  private readonly running = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly setbacks: JobSetbacks,
  ) {}

  openJobs(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'erasure');
  }

  /**
   * Erases for some seconds, or until another worker is found at it. A crash costs one transaction: the next call goes on.
   * @returns whether there is more to do for us.
   */
  async erase(tenantId: TenantId, jobId: string): Promise<boolean> {
    if (this.running.has(jobId)) return false;
    this.running.add(jobId);
    try {
      return await this.setbacks.runSlice(tenantId, jobId, () => this.eraseSlice(tenantId, jobId));
    } finally {
      this.running.delete(jobId);
    }
  }

  private async eraseSlice(tenantId: TenantId, jobId: string): Promise<boolean> {
    const until = performance.now() + SLICE_MS;
    while (await this.trim(tenantId, jobId)) if (performance.now() > until) return true;
    const erased = await this.database.transaction(tenantId, async (db) => {
      const customerId = await takeErasure(db, jobId, this.clock.now());
      if (customerId === null) return false;
      // Before the totals, which others wait for.
      await finishErasure(db, jobId, this.clock.now());
      await eraseRest(db, customerId, this.clock.now());
      return true;
    });
    if (erased) this.log.info('customer.erased', { tenantId, jobId });
    return false;
  }

  /** @returns whether there is more of the customer than one transaction should remove. */
  private trim(tenantId: TenantId, jobId: string): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const customerId = await takeErasure(db, jobId, this.clock.now());
      return customerId !== null && (await trimCustomer(db, customerId, CHUNK)) > 0;
    });
  }
}
