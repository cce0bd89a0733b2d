import { Injectable } from '@nestjs/common';
import { Clock, type TenantId, timeOfId } from '#libs/core';
import { Database, findDueScoreRequests, isOutage } from '#libs/database';
import { CUSTOMERS_NOT_SCORED, currentOrigin, Log, SCORE_DELAY } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { claimRequests, type ClaimPlan, clearRequests, firstPlan, nextPlan, type ScoreRequest } from './claim-requests.sql.js';
import { Scorer } from './scorer.js';

/** Which requests: those of fresh events, or those of imported history. */
export interface Lane {
  readonly backfill: boolean;
}

/** Customers in one transaction: large enough to share its cost, small enough to hold its locks for well below a second. */
const CHUNK = 1000;
/** After this a tenant with a long backlog lets others have a turn; the sweep comes back to it. */
const SLICE_MS = 5000;

/** Works off the score requests of one tenant. Called by Bull's jobs and by the sweep; where they meet, one call does it for both. */
@Injectable()
export class ScoreDue {
  private readonly running = new Map<string, { again: boolean }>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
    private readonly publisher: JobPublisher,
    private readonly scorer: Scorer,
    private readonly clock: Clock,
  ) {}

  /** Tenants with requests in the lane. */
  async tenantsWith({ backfill }: Lane): Promise<TenantId[]> {
    const due = await findDueScoreRequests(this.database);
    return due.filter((found) => found.backfill === backfill).map(({ tenantId }) => tenantId);
  }

  /** Scores until nothing is due or the slice is used up. Requests that arrive while this runs are seen by it. */
  async scoreDue(tenantId: TenantId, lane: Lane): Promise<void> {
    const key = `${tenantId} ${lane.backfill}`;
    const current = this.running.get(key);
    if (current !== undefined) {
      current.again = true;
      return;
    }
    const state = { again: false };
    this.running.set(key, state);
    try {
      await this.drain(tenantId, lane, state);
    } finally {
      this.running.delete(key);
    }
  }

  private async drain(tenantId: TenantId, lane: Lane, state: { again: boolean }): Promise<void> {
    const started = performance.now();
    const done = { requests: 0, scored: 0 };
    let plan: ClaimPlan = { ...firstPlan(CHUNK), oldest: CHUNK };
    let hasMore = true;
    while ((hasMore || state.again) && performance.now() - started < SLICE_MS) {
      state.again = false;
      try {
        const chunk = await this.scoreChunk(tenantId, lane, plan);
        done.requests += chunk.requests;
        done.scored += chunk.scored;
        hasMore = chunk.hasMore;
        plan = plan.customers === CHUNK ? chunk.next : firstPlan(Math.min(CHUNK, 2 * plan.customers));
      } catch (error) {
        if (isOutage(error)) throw error;
        if (plan.customers === 1) await this.passOver(tenantId, lane, error);
        plan = firstPlan(Math.max(1, Math.floor(plan.customers / 8)));
      }
    }
    if (done.requests === 0) return;
    this.log.info('customers.scored', { tenantId, backfill: lane.backfill, ...done, ms: Math.round(performance.now() - started) });
  }

  /** One transaction: claim, score, clear. */
  private async scoreChunk(
    tenantId: TenantId,
    { backfill }: Lane,
    plan: ClaimPlan,
  ): Promise<{ requests: number; scored: number; hasMore: boolean; next: ClaimPlan }> {
    let hasOutboxEvents = false;
    let claimed: readonly ScoreRequest[] = [];
    const chunk = await this.database.transaction(tenantId, async (db) => {
      const claim = await claimRequests(db, backfill, plan);
      if (claim.requests.length === 0) return { requests: 0, scored: 0, hasMore: false, next: plan };
      const { scored, ...outcome } = await this.scorer.score(db, claim.customerIds, backfill ? 'backfill' : 'events');
      hasOutboxEvents = outcome.hasOutboxEvents;
      claimed = claim.requests;
      await clearRequests(db, backfill, claim);
      return { requests: claim.requests.length, scored, hasMore: claim.hasMore, next: nextPlan(plan, claim) };
    });
    if (hasOutboxEvents) this.publisher.wakeDelivery(tenantId, currentOrigin());
    this.measure(claimed, backfill);
    return chunk;
  }

  private measure(requests: readonly ScoreRequest[], backfill: boolean): void {
    const now = this.clock.now().getTime();
    const lane = backfill ? 'backfill' : 'fresh';
    for (const { id } of requests) SCORE_DELAY.observe({ lane }, Math.max(0, now - timeOfId(id)) / 1000);
  }

  /**
   * Gives up on the one customer whose scoring the database refuses, so that all others get theirs. The next event of that
   * customer and every nightly pass try again.
   */
  private async passOver(tenantId: TenantId, { backfill }: Lane, error: unknown): Promise<void> {
    await this.database.transaction(tenantId, async (db) => {
      const claim = await claimRequests(db, backfill, firstPlan(1));
      await clearRequests(db, backfill, claim);
      CUSTOMERS_NOT_SCORED.inc(claim.customerIds.length);
      for (const customerId of claim.customerIds) this.log.error('customer.not_scored', error, { tenantId, customerId });
    });
  }
}
