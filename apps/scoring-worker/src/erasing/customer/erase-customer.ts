import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { JobSlices } from '../../runner/jobs/job-slices.js';
import { findOpenJobs, type OpenJob } from '../../runner/jobs/jobs.sql.js';
import type { JobSteps } from '../../runner/jobs/run-slice.js';
import type { Leased } from '../../runner/leases.js';
import type { Stage } from '../../runner/stage.js';
import { eraseLast, trim } from './erase-part.js';
import { finishErasure, takeErasure } from './erase-customer.sql.js';
import { eraseFromLogs } from './erase-from-profiles.sql.js';
import { nextAlias } from './leave-aliases.sql.js';

/**
 * Removes everything that was stored about a customer when the erasure was requested, or what came from one shop. An event that was received
 * later starts a new customer.
 */
@Injectable()
export class EraseCustomer implements Stage<OpenJob> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly slices: JobSlices,
  ) {}

  findDue(): Promise<OpenJob[]> {
    return findOpenJobs(this.database, 'erasure');
  }

  /** A job that kills its worker rests after that. */
  leaseOf({ tenantId, jobId }: OpenJob): Leased {
    return { tenantId, kind: 'erasure', subject: jobId };
  }

  /** Erases until the job is done, another worker has it, or the slice is used up. */
  work(job: OpenJob): Promise<boolean> {
    return this.slices.runSlice(job, async () => this.stepsOf(job));
  }

  private stepsOf({ tenantId, jobId }: OpenJob): JobSteps {
    return { step: () => this.trim(tenantId, jobId), finish: () => this.finish(tenantId, jobId), stepsAtOnce: 1 };
  }

  /** Erases aliases first, one after the other. @returns whether there is more of the customer than one transaction should remove. */
  private trim(tenantId: TenantId, jobId: string): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const erasure = await takeErasure(db, jobId, this.clock.now());
      if (erasure === null) return false;
      const alias = erasure.shop === '' ? await nextAlias(db, erasure.customer_id) : null;
      if (alias === null) return trim(db, erasure, this.clock.now());
      const part = { ...erasure, customer_id: alias };
      if (!(await trim(db, part, this.clock.now()))) {
        await eraseFromLogs(db, alias);
        await eraseLast(db, part, this.clock.now());
      }
      return true;
    });
  }

  private async finish(tenantId: TenantId, jobId: string): Promise<void> {
    const isErased = await this.database.transaction(tenantId, async (db) => {
      const erasure = await takeErasure(db, jobId, this.clock.now());
      if (erasure === null) return false;
      await eraseFromLogs(db, erasure.customer_id);
      // Before `eraseRest` locks the totals, which other transactions wait for.
      await finishErasure(db, jobId, erasure, this.clock.now());
      await eraseLast(db, erasure, this.clock.now());
      return true;
    });
    if (isErased) this.log.info('customer.erased', { tenantId, jobId });
  }
}
