import { Injectable } from '@nestjs/common';
import {
  campaignResults,
  type Countable,
  countInRanges,
  type DueResults,
  findDueResults,
  isResultDue,
  overallResults,
  storeResults,
} from '#libs/campaigns';
import { Clock } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import type { Leased } from '../runner/leases.js';
import type { Stage } from '../runner/stage.js';

/** Counts the results of large campaigns, which take too long for a request. A worker that dies has stored nothing; another one counts again. */
@Injectable()
export class CountResults implements Stage<DueResults> {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<DueResults[]> {
    return findDueResults(this.database, this.clock.now());
  }

  leaseOf({ tenantId, about }: DueResults): Leased {
    return { tenantId, kind: 'results', subject: about };
  }

  async work(due: DueResults, stopping: AbortSignal): Promise<boolean> {
    const { tenantId, about } = due;
    const now = this.clock.now();
    if (!(await this.database.transaction(tenantId, (db) => isResultDue(db, about, now)))) return false;
    await (about === tenantId ? this.count(overallResults, due, now, stopping) : this.count(campaignResults(about), due, now, stopping));
    return false;
  }

  private async count<Numbers extends object>(
    what: Countable<Numbers>,
    { tenantId, about }: DueResults,
    now: Date,
    stopping: AbortSignal,
  ): Promise<void> {
    const begun = performance.now();
    const numbers = await countInRanges(what, now, (work) => {
      stopping.throwIfAborted();
      return this.database.read(tenantId, work);
    });
    const tookMs = performance.now() - begun;
    await this.database.transaction(tenantId, (db) => storeResults(db, about, numbers, { countedAt: now, tookMs }));
    this.log.info('results.counted', { tenantId, about, tookMs: Math.round(tookMs) });
  }
}
