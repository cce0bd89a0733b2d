import { Injectable } from '@nestjs/common';
import {
  campaignResults,
  CLAIM_MS,
  type Countable,
  countInRanges,
  type DueResults,
  findDueResults,
  postponeResults,
  overallResults,
  storeResults,
  takeResults,
} from '#libs/campaigns';
import { Clock, MINUTE_MS } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import type { Stage } from '../runner/stage.js';

/** Pause after a count that failed. */
const REST_MS = MINUTE_MS;

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

  async work(due: DueResults, stopping: AbortSignal): Promise<boolean> {
    const { tenantId, about } = due;
    const now = this.clock.now();
    if (!(await this.database.transaction(tenantId, (db) => takeResults(db, about, now)))) return false;
    try {
      await (about === tenantId ? this.count(overallResults, due, now, stopping) : this.count(campaignResults(about), due, now, stopping));
    } catch (error) {
      const again = stopping.aborted ? now : new Date(now.getTime() + REST_MS);
      await this.database.transaction(tenantId, (db) => postponeResults(db, about, again));
      if (!stopping.aborted) throw error;
    }
    return false;
  }

  private async count<Numbers extends object>(
    what: Countable<Numbers>,
    { tenantId, about }: DueResults,
    now: Date,
    stopping: AbortSignal,
  ): Promise<void> {
    const begun = performance.now();
    const numbers = await countInRanges(what, now, async (work) => {
      stopping.throwIfAborted();
      const claimedUntil = new Date(this.clock.now().getTime() + CLAIM_MS);
      await this.database.transaction(tenantId, (db) => postponeResults(db, about, claimedUntil));
      return this.database.read(tenantId, work);
    });
    const tookMs = performance.now() - begun;
    await this.database.transaction(tenantId, (db) => storeResults(db, about, numbers, { countedAt: now, tookMs }));
    this.log.info('results.counted', { tenantId, about, tookMs: Math.round(tookMs) });
  }
}
