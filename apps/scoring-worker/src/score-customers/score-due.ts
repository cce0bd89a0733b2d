import { Injectable } from '@nestjs/common';
import { Clock, type CustomerId, type TenantId, timeOfId } from '#libs/core';
import { Database, findDueScoreRequests, isOutage } from '#libs/database';
import { createCustomers, namedIn } from '#libs/ingestion';
import { CUSTOMERS_NOT_SCORED, currentOrigin, Log, SCORE_DELAY } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { type ClaimedRequest, claimRequests, FIRST_REQUESTS, halved, nextLimit, putBack } from './claim-requests.sql.js';
import { foldRequests } from './fold-requests.js';
import { Scorer } from './scorer.js';
import { markDue } from './write-scores.sql.js';

/** The priority lane: fresh events, or imported history. */
export interface Lane {
  readonly backfill: boolean;
}

/** Customers in one transaction: large enough to share its cost, small enough to hold its locks for well below a second. */
const CHUNK = 1000;
/** A chunk that fails is tried again with this fraction of its requests. */
const SMALLER = 8;
/** After this time a tenant with a long backlog pauses for the others; the sweep comes back to it. */
const SLICE_MS = 5000;

/** Processes the score requests of one tenant. Bull's jobs and the sweep call it; when both do at once, one call serves both. */
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

  /** Finds tenants with requests in the lane. */
  async tenantsWith({ backfill }: Lane): Promise<TenantId[]> {
    const due = await findDueScoreRequests(this.database);
    return due.filter((found) => found.backfill === backfill).map(({ tenantId }) => tenantId);
  }

  /** Scores until nothing is due or the slice is used up. It also processes requests that arrive meanwhile. */
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
    let limit = FIRST_REQUESTS;
    let hasFailed = false;
    let hasMore = true;
    while ((hasMore || state.again) && performance.now() - started < SLICE_MS) {
      state.again = false;
      try {
        const chunk = await this.scoreChunk(tenantId, lane, limit);
        done.requests += chunk.requests;
        done.scored += chunk.scored;
        hasMore = chunk.requests === limit;
        limit = hasFailed ? Math.min(chunk.nextLimit, 2 * limit) : chunk.nextLimit;
      } catch (error) {
        if (isOutage(error)) throw error;
        hasFailed = true;
        if (limit === 1) await this.divide(tenantId, lane, error);
        limit = Math.max(1, Math.floor(limit / SMALLER));
      }
    }
    if (done.requests === 0) return;
    this.log.info('customers.scored', { tenantId, backfill: lane.backfill, ...done, ms: Math.round(performance.now() - started) });
  }

  /** Claims, folds and scores in one transaction: a request is gone exactly when what it asks for is stored. */
  private async scoreChunk(
    tenantId: TenantId,
    { backfill }: Lane,
    limit: number,
  ): Promise<{ requests: number; scored: number; nextLimit: number }> {
    let hasOutboxEvents = false;
    let claimed: readonly ClaimedRequest[] = [];
    const chunk = await this.database.transaction(tenantId, async (db) => {
      claimed = await claimRequests(db, backfill, limit);
      if (claimed.length === 0) return { requests: 0, scored: 0, nextLimit: limit };
      const asked = await foldRequests(db, claimed.map(({ request }) => request)); // prettier-ignore
      const { scored, ...outcome } = await this.scorer.score(db, asked, backfill ? 'backfill' : 'events');
      hasOutboxEvents = outcome.hasOutboxEvents;
      return { requests: claimed.length, scored, nextLimit: nextLimit(CHUNK, claimed) };
    });
    if (hasOutboxEvents) this.publisher.wakeDelivery(tenantId, currentOrigin());
    this.measure(claimed, backfill);
    return chunk;
  }

  private measure(requests: readonly ClaimedRequest[], backfill: boolean): void {
    const now = this.clock.now().getTime();
    const lane = backfill ? 'backfill' : 'fresh';
    for (const { id } of requests) SCORE_DELAY.observe({ lane }, Math.max(0, now - timeOfId(id)) / 1000);
  }

  /**
   * Divides the oldest request, which the database refuses, so that everybody else in it gets a score. Of a single customer only the orders
   * are folded: the next event and every nightly pass try the score again. What cannot be folded either is set aside.
   */
  private async divide(tenantId: TenantId, { backfill }: Lane, error: unknown): Promise<void> {
    const notScored = (customerIds: readonly CustomerId[]): void => {
      CUSTOMERS_NOT_SCORED.inc(customerIds.length);
      for (const customerId of customerIds) this.log.error('customer.not_scored', error, { tenantId, customerId });
    };
    try {
      await this.database.transaction(tenantId, async (db) => {
        const [claim] = await claimRequests(db, backfill, 1);
        if (claim === undefined) return;
        const halves = halved(claim.request);
        if (halves !== null) return putBack(db, backfill, halves);
        await createCustomers(db, claim.request.customers);
        await foldRequests(db, [claim.request]);
        await markDue(db, namedIn(claim.request));
        notScored(namedIn(claim.request));
      });
    } catch (second) {
      if (isOutage(second)) throw second;
      await this.database.transaction(tenantId, async (db) => {
        const [claim] = await claimRequests(db, backfill, 1);
        if (claim === undefined) return;
        await putBack(db, backfill, [claim.request], true);
        notScored(namedIn(claim.request));
      });
    }
  }
}
