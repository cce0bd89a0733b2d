import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FairSlots, type TenantId } from '#libs/core';
import { Database, isOutage } from '#libs/database';
import { findDueScoreRequests } from '#libs/work';
import { createCustomers, PARTITIONS } from '#libs/ingestion';
import { currentOrigin } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { ChunkSlots } from './chunk-slots.js';
import { claimAfter, type ClaimLimits, FIRST_CLAIM } from './claims/claim-limits.js';
import {
  beginWithNew,
  beginWithOldest,
  type ClaimedRequest,
  type ClaimOptions,
  claimRequests,
  releaseBegun,
} from './claims/claim-requests.sql.js';
import { DivideRequests } from './divide-requests.js';
import { foldRequests } from './fold-requests.js';
import type { Lane } from './lane.js';
import { Scorer, type ScoringRun } from './scorer.js';
import { MOST_TRIES, SuspectFound, TRIES_UNDIVIDED } from './claims/suspects.js';
import { ConcurrentChange } from './write-scores.sql.js';

/** A failed chunk is retried with this fraction of its requests. */
const SMALLER = 8;
/** After this time a tenant with a long backlog lets other tenants use its lane. The sweep continues with it at once. */
const SLICE_MS = 5000;
/** The wait for partitions that other workers hold. A chunk takes less than `most`; a worker that holds a partition for longer may be frozen. */
const BUSY_MS = { pause: 25, most: 3000 };
/** Time limit for ending a lease early. If it fails, the requests of the lease are treated as suspect. */
const RELEASE_MS = 1000;

/** One transaction of a lane. */
interface Chunk {
  readonly requests: number;
  readonly scored: number;
  /** More requests wait than one chunk takes. */
  readonly isBacklog: boolean;
  readonly hasMore: boolean;
}

const NOTHING: Chunk = { requests: 0, scored: 0, isBacklog: false, hasMore: false };

/** The state of a loop that scores one chunk of a lane after the other: what the next chunk claims and how the last one ended. */
interface ScoringLoop extends ClaimOptions {
  /** Inserts the rows of new customers before it locks the others, so that no concurrent transaction can insert them first. */
  createsFirst: boolean;
  hasMore: boolean;
  claimed: readonly ClaimedRequest[];
}

const newLoop = (lane: Lane): ScoringLoop => ({ ...FIRST_CLAIM, ...lane, createsFirst: false, hasMore: true, claimed: [] });

/** A run within its slice. */
interface Run extends ScoringRun {
  readonly until: number;
  /** Another call asked for the same run, so more requests have arrived. */
  again: boolean;
}

/** Processes the score requests of one tenant. Bull jobs and the sweep both call it; concurrent calls for a lane share one run. */
@Injectable()
export class ScoreDue {
  private readonly running = new Map<string, Run>();
  /**
   * Lanes of tenants in which this process has finished a chunk. Before its first chunk of a lane the process records which requests it begins with.
   * If these requests kill the process, the next process knows which ones to suspect.
   */
  private readonly trusted = new Set<string>();
  /** The limits of the last claim in lanes with a backlog, so that no slice begins with small chunks. */
  private readonly lastLimits = new Map<string, ClaimLimits>();
  /** Suspects are tried one at a time, so that a crash points to a single one. */
  private readonly suspects = new FairSlots({ slots: 1, perKey: 1 });

  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly scorer: Scorer,
    private readonly dividing: DivideRequests,
    private readonly slots: ChunkSlots,
  ) {}

  /** Finds tenants with requests in the lane. */
  async tenantsWith({ backfill }: Lane): Promise<TenantId[]> {
    const due = await findDueScoreRequests(this.database);
    return due.filter((found) => found.backfill === backfill).map(({ tenantId }) => tenantId);
  }

  /** Scores until nothing is due or the slice is used up, including requests that arrive while it runs. @returns whether more is due */
  async scoreDue(tenantId: TenantId, lane: Lane): Promise<boolean> {
    const key = keyOf(tenantId, lane);
    const current = this.running.get(key);
    if (current !== undefined) {
      current.again = true;
      return false;
    }
    const run = { tenantId, lane, until: performance.now() + SLICE_MS, again: false, requests: 0, scored: 0 };
    this.running.set(key, run);
    const loop = { ...newLoop(lane), ...this.lastLimits.get(key) };
    this.lastLimits.delete(key);
    try {
      const hasMore = await this.drain(run, loop);
      const { limit, bytes, maxPartitions } = loop;
      if (hasMore) this.lastLimits.set(key, { limit, bytes, maxPartitions });
      return hasMore;
    } finally {
      this.running.delete(key);
    }
  }

  private async drain(run: Run, loop: ScoringLoop): Promise<boolean> {
    const { tenantId } = run;
    const started = performance.now();
    const helpers = new Set<Promise<void>>();
    let movedAt = started;
    try {
      while ((loop.hasMore || run.again) && performance.now() < run.until) {
        run.again = false;
        const chunk = await this.step(run, loop);
        if (chunk?.requests !== 0) movedAt = performance.now();
        else if (chunk.hasMore) await sleep(BUSY_MS.pause);
        loop.includesHeld ||= performance.now() - movedAt > BUSY_MS.most;
        if (chunk?.isBacklog === true && !run.lane.backfill && helpers.size < this.slots.perTenant - 1) {
          // Its errors are mostly outages, and the first loop runs into these too.
          const helper: Promise<void> = this.help(run, loop)
            .catch(() => undefined)
            .finally(() => helpers.delete(helper));
          helpers.add(helper);
        }
      }
    } finally {
      await this.release(tenantId, loop);
      await Promise.all(helpers);
    }
    this.scorer.reportRun(run, performance.now() - started);
    return loop.hasMore || run.again;
  }

  /** Runs another loop over other partitions while there is a backlog. */
  private async help(run: Run, { bytes, maxPartitions }: ScoringLoop): Promise<void> {
    const loop = { ...newLoop(run.lane), bytes, maxPartitions };
    try {
      while (loop.hasMore && performance.now() < run.until) if ((await this.step(run, loop))?.requests === 0) return;
    } finally {
      await this.release(run.tenantId, loop);
    }
  }

  /** Ends the lease of the loop. The process is alive, so the requests that it leased and did not score are not suspect. */
  private async release(tenantId: TenantId, { backfill, begun }: ScoringLoop): Promise<void> {
    if (begun === null) return;
    await this.database.transaction(tenantId, (db) => releaseBegun(db, { backfill, begun }), RELEASE_MS).catch(() => undefined);
  }

  /** @returns null when the chunk failed and has to be retried. */
  private async step(run: Run, loop: ScoringLoop): Promise<Chunk | null> {
    const { tenantId, lane } = run;
    loop.claimed = [];
    try {
      const chunk = await this.slots.use(tenantId, lane, () => this.nextChunk(tenantId, loop));
      run.requests += chunk.requests;
      run.scored += chunk.scored;
      loop.hasMore = chunk.hasMore || loop.partition !== null;
      loop.partition = null;
      loop.createsFirst = false;
      return chunk;
    } catch (error) {
      if (isOutage(error)) throw error;
      loop.createsFirst = error instanceof ConcurrentChange;
      if (error instanceof SuspectFound) this.trusted.delete(keyOf(tenantId, lane));
      else if (!loop.createsFirst) await this.makeSmaller(tenantId, loop, error);
      return null;
    }
  }

  /** Makes the next chunk a fraction of the failed one, until it is known which request fails. */
  private async makeSmaller(tenantId: TenantId, loop: ScoringLoop, error: unknown): Promise<void> {
    const { claimed, begun } = loop;
    // Nothing was claimed, so the cause is not a request.
    if (claimed[0] === undefined) throw error;
    loop.partition = claimed[0].partition;
    if (claimed.length === 1) await this.dividing.divide(tenantId, loop, { ...claimed[0], begun }, error);
    loop.limit = Math.max(1, Math.floor(claimed.length / SMALLER));
  }

  private async nextChunk(tenantId: TenantId, loop: ScoringLoop): Promise<Chunk> {
    const key = keyOf(tenantId, loop);
    if (loop.begun === null) {
      if (this.trusted.has(key)) return this.scoreChunk(tenantId, loop);
      const begun = await this.database.transaction(tenantId, (db) => beginWithNew(db, loop));
      if (begun.suspectIsNext) return this.suspects.use('suspects', () => this.trySuspect(tenantId, loop));
      if (begun.lease === null) return { ...NOTHING, hasMore: begun.anyWait };
      loop.begun = begun.lease;
    }
    const chunk = await this.scoreChunk(tenantId, loop);
    if (chunk.requests > 0) this.trusted.add(key);
    else loop.begun = null;
    return { ...chunk, hasMore: true };
  }

  /** Scores the oldest request alone, or divides it after too many tries. */
  private async trySuspect(tenantId: TenantId, loop: ScoringLoop): Promise<Chunk> {
    const { backfill, includesHeld } = loop;
    const suspect = await this.database.transaction(tenantId, (db) => beginWithOldest(db, { ...FIRST_CLAIM, backfill, includesHeld }));
    const { lease: begun, partition } = suspect;
    if (begun !== null && suspect.tries > (suspect.customers > 1 ? TRIES_UNDIVIDED : MOST_TRIES))
      await this.dividing.divideSuspect(tenantId, loop, { partition, begun });
    else if (begun !== null) {
      Object.assign(loop, { limit: 1, partition, begun, createsFirst: true });
      const chunk = await this.scoreChunk(tenantId, loop);
      loop.begun = null;
      return { ...chunk, hasMore: true };
    }
    return { ...NOTHING, hasMore: true };
  }

  /**
   * Claims, folds and scores in one transaction: a request is deleted exactly when its result is stored.
   * @throws SuspectFound when the claim contains a suspect that the loop holds no lease on
   * @throws ConcurrentChange when another transaction has inserted a customer that this one took for new
   */
  private async scoreChunk(tenantId: TenantId, loop: ScoringLoop): Promise<Chunk> {
    const { backfill } = loop;
    let hasOutboxEvents = false;
    const chunk = await this.database.transaction(tenantId, async (db) => {
      const claim = await claimRequests(db, loop);
      loop.claimed = claim.requests;
      const hasMore = claim.isCut || claim.othersWait;
      if (claim.requests.length === 0) return { ...NOTHING, hasMore };
      const started = performance.now();
      if (loop.begun === null && claim.requests.some(({ tries }) => tries > 0)) throw new SuspectFound();
      const asked = await foldRequests(
        db,
        claim.requests.map(({ request }) => request),
        claim.hasAliases,
      );
      if (loop.createsFirst) await createCustomers(db, [...asked.withEvents.values()]);
      const { scored, hasOutboxEvents: hasNew } = await this.scorer.score(db, asked, backfill ? 'backfill' : 'events');
      hasOutboxEvents = hasNew;
      Object.assign(loop, claimAfter(loop, claim, { ms: performance.now() - started, isAlone: !this.slots.othersAreHere }));
      return { requests: claim.requests.length, scored, isBacklog: hasMore && loop.maxPartitions < PARTITIONS, hasMore };
    });
    if (hasOutboxEvents) this.publisher.wakeDelivery(tenantId, currentOrigin());
    this.scorer.observeDelays(
      loop.claimed.map(({ id }) => id),
      backfill ? 'backfill' : 'fresh',
    );
    return chunk;
  }
}

const keyOf = (tenantId: TenantId, { backfill }: Lane): string => `${tenantId} ${backfill}`;
