import { Injectable } from '@nestjs/common';
import { Clock, FairSlots, type TenantId, timeOfId } from '#libs/core';
import { Database, findDueScoreRequests, isOutage, type TenantDb } from '#libs/database';
import { createCustomers, namedIn, type ScoreRequest } from '#libs/ingestion';
import { CUSTOMERS_NOT_SCORED, currentOrigin, Log, SCORE_DELAY } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { distrustOrderDays } from '#libs/score-inputs';
import { type ClaimedRequest, claimRequests, FIRST_REQUESTS, halved, nextLimit, noteTries, putBack } from './claim-requests.sql.js';
import { foldRequests } from './fold-requests.js';
import { Scorer } from './scorer.js';
import { MOST_TRIES, OneByOne, SuspectFound, suspectStep, TRIES_OF_A_PART } from './suspects.js';
import { markDue, noteActivity, Overtaken } from './write-scores.sql.js';

/** The priority lane: fresh events, or imported history. */
export interface Lane {
  readonly backfill: boolean;
}

/** Customers in one transaction: large enough to share its cost, small enough to hold its locks for well below a second. */
const CHUNK = 1000;
/** A chunk that fails is tried again with this fraction of its requests. */
const SMALLER = 8;
/** After this time a tenant with a long backlog gives its lane to others; the sweep comes back to it at once. */
const SLICE_MS = 5000;
/**
 * Chunks that a process works on at the same time, by priority lane. Tenants take turns chunk by chunk, so a backlog delays another tenant's
 * events by a chunk at most. Imported history has one, however many tenants import.
 */
const CHUNKS_AT_ONCE = { fresh: 4, backfill: 1 };

/** One transaction of a lane. */
interface Chunk {
  readonly requests: number;
  readonly scored: number;
  readonly hasMore: boolean;
  readonly nextLimit: number;
}

interface Try {
  /** Requests to claim. */
  readonly limit: number;
  /** Times that a worker has begun with them, this one included. */
  readonly tries: number;
  /** Makes the rows of new customers before the others are locked, so that nobody can overtake the chunk. */
  readonly createsFirst: boolean;
}

/** Processes the score requests of one tenant. Bull's jobs and the sweep call it; when both do at once, one call serves both. */
@Injectable()
export class ScoreDue {
  private readonly running = new Map<string, { again: boolean }>();
  private readonly turns = {
    fresh: new FairSlots({ slots: CHUNKS_AT_ONCE.fresh, perKey: 1 }),
    backfill: new FairSlots({ slots: CHUNKS_AT_ONCE.backfill, perKey: 1 }),
  };
  /**
   * Lanes of tenants in which this process has finished a chunk. It notes the first one before it begins: should the process die of it, the next
   * process knows.
   */
  private readonly trusted = new Set<string>();
  private readonly suspects = new OneByOne();

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

  /**
   * Scores until nothing is due or the slice is used up. It also processes requests that arrive meanwhile.
   * @returns whether more is due
   */
  async scoreDue(tenantId: TenantId, lane: Lane): Promise<boolean> {
    const key = keyOf(tenantId, lane);
    const current = this.running.get(key);
    if (current !== undefined) {
      current.again = true;
      return false;
    }
    const state = { again: false };
    this.running.set(key, state);
    try {
      return await this.drain(tenantId, lane, state);
    } finally {
      this.running.delete(key);
    }
  }

  private async drain(tenantId: TenantId, lane: Lane, state: { again: boolean }): Promise<boolean> {
    const started = performance.now();
    const done = { requests: 0, scored: 0 };
    const turns = this.turns[lane.backfill ? 'backfill' : 'fresh'];
    let limit = FIRST_REQUESTS;
    let createsFirst = false;
    let hasFailed = false;
    let hasMore = true;
    while ((hasMore || state.again) && performance.now() - started < SLICE_MS) {
      state.again = false;
      try {
        const chunk = await turns.use(tenantId, () => this.nextChunk(tenantId, lane, { limit, createsFirst }));
        createsFirst = false;
        done.requests += chunk.requests;
        done.scored += chunk.scored;
        hasMore = chunk.hasMore;
        limit = hasFailed ? Math.min(chunk.nextLimit, 2 * limit) : chunk.nextLimit;
      } catch (error) {
        if (isOutage(error)) throw error;
        if (error instanceof SuspectFound) {
          this.trusted.delete(keyOf(tenantId, lane));
          continue;
        }
        createsFirst = error instanceof Overtaken;
        if (createsFirst) continue;
        hasFailed = true;
        if (limit === 1) await this.divide(tenantId, lane, error);
        limit = Math.max(1, Math.floor(limit / SMALLER));
      }
    }
    if (done.requests > 0)
      this.log.info('customers.scored', { tenantId, backfill: lane.backfill, ...done, ms: Math.round(performance.now() - started) });
    return hasMore || state.again;
  }

  private async nextChunk(tenantId: TenantId, lane: Lane, { limit, createsFirst }: Omit<Try, 'tries'>): Promise<Chunk> {
    const key = keyOf(tenantId, lane);
    if (this.trusted.has(key)) return this.scoreChunk(tenantId, lane, { limit, tries: 0, createsFirst });
    const { noted, tries } = await this.database.transaction(tenantId, (db) => noteTries(db, lane.backfill, limit));
    if (noted === 0) return { requests: 0, scored: 0, hasMore: false, nextLimit: limit };
    const step = suspectStep(tries);
    if (step === 'together') {
      const chunk = await this.scoreChunk(tenantId, lane, { limit: noted, tries, createsFirst });
      this.trusted.add(key);
      return { ...chunk, hasMore: true };
    }
    const isDivided = step === 'divide' && (await this.divideSuspect(tenantId, lane, tries));
    const chunk = isDivided ? null : await this.suspects.run(() => this.scoreAlone(tenantId, lane, tries));
    return { requests: chunk?.requests ?? 0, scored: chunk?.scored ?? 0, hasMore: true, nextLimit: limit };
  }

  /** @returns null when the oldest request fails with an error, which says more than that a worker died. */
  private async scoreAlone(tenantId: TenantId, lane: Lane, tries: number): Promise<Chunk | null> {
    try {
      return await this.scoreChunk(tenantId, lane, { limit: 1, tries, createsFirst: true });
    } catch (error) {
      if (isOutage(error) || error instanceof SuspectFound) throw error;
      await this.divide(tenantId, lane, error);
      return null;
    }
  }

  /**
   * Claims, folds and scores in one transaction: a request is gone exactly when what it asks for is stored.
   * @throws SuspectFound when a request was tried more or less often
   * @throws Overtaken when a customer who was taken for new has a row meanwhile
   */
  private async scoreChunk(tenantId: TenantId, { backfill }: Lane, { limit, tries, createsFirst }: Try): Promise<Chunk> {
    let hasOutboxEvents = false;
    let claimed: readonly ClaimedRequest[] = [];
    const chunk = await this.database.transaction(tenantId, async (db) => {
      const claim = await claimRequests(db, backfill, limit);
      claimed = claim.requests;
      if (claimed.length === 0) return { requests: 0, scored: 0, hasMore: false, nextLimit: limit };
      if (claimed.some((each) => each.tries !== tries)) throw new SuspectFound();
      const asked = await foldRequests(db, claimed.map(({ request }) => request), claim.hasAliases); // prettier-ignore
      if (createsFirst) await createCustomers(db, [...asked.withEvents.values()]);
      const { scored, ...outcome } = await this.scorer.score(db, asked, backfill ? 'backfill' : 'events');
      hasOutboxEvents = outcome.hasOutboxEvents;
      return { requests: claimed.length, scored, hasMore: claim.hasMore, nextLimit: nextLimit(CHUNK, claimed) };
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
   * Divides a request with which workers died, or sets it aside when it names a single customer and was tried often.
   * @returns false when it is to be tried once more
   */
  private divideSuspect(tenantId: TenantId, { backfill }: Lane, tries: number): Promise<boolean> {
    return this.database.transaction(tenantId, async (db) => {
      const [claim] = (await claimRequests(db, backfill, 1)).requests;
      if (claim === undefined) return true;
      const halves = halved(claim.request);
      if (halves !== null) await putBack(db, backfill, halves, { tries: TRIES_OF_A_PART });
      else if (tries > MOST_TRIES) await this.setAside(db, backfill, claim.request, new Error('the worker died with it again and again'));
      else await putBack(db, backfill, [claim.request], { tries, id: claim.id });
      return halves !== null || tries > MOST_TRIES;
    });
  }

  /**
   * Divides the oldest request, which the database refuses, so that everybody else in it gets a score. Of a single customer only the orders
   * are folded: the next event and every nightly pass try the score again. What cannot be folded either is set aside.
   */
  private async divide(tenantId: TenantId, { backfill }: Lane, error: unknown): Promise<void> {
    try {
      await this.database.transaction(tenantId, async (db) => {
        const { requests: [claim], hasAliases } = await claimRequests(db, backfill, 1); // prettier-ignore
        if (claim === undefined) return;
        const halves = halved(claim.request);
        if (halves !== null) return putBack(db, backfill, halves);
        await createCustomers(db, claim.request.customers);
        await noteActivity(db, claim.request.customers);
        const { ids } = await foldRequests(db, [claim.request], hasAliases);
        await distrustOrderDays(db, ids);
        await markDue(db, ids);
        this.notScored(tenantId, claim.request, error);
      });
    } catch (second) {
      if (isOutage(second)) throw second;
      await this.database.transaction(tenantId, async (db) => {
        const [claim] = (await claimRequests(db, backfill, 1)).requests;
        if (claim !== undefined) await this.setAside(db, backfill, claim.request, error);
      });
    }
  }

  /** The request waits for a person: `admin scoring retry` puts it back. */
  private async setAside(db: TenantDb, backfill: boolean, request: ScoreRequest, error: unknown): Promise<void> {
    await putBack(db, backfill, [request], { setAside: true });
    this.notScored(db.tenantId, request, error);
  }

  private notScored(tenantId: TenantId, request: ScoreRequest, error: unknown): void {
    const customerIds = namedIn(request);
    CUSTOMERS_NOT_SCORED.inc(customerIds.length);
    for (const customerId of customerIds) this.log.error('customer.not_scored', error, { tenantId, customerId });
  }
}

const keyOf = (tenantId: TenantId, { backfill }: Lane): string => `${tenantId} ${backfill}`;
