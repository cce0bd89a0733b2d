import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, isOutage } from '#libs/database';
import { findDueScoreRequests } from '#libs/work';
import { PARTITIONS } from '#libs/ingestion';
import { ChunkSlots } from './chunk-slots.js';
import { claimAfter, type ClaimLimits, FIRST_CLAIM } from './claims/claim-limits.js';
import { beginAlone, type Claim, type ClaimOptions, claimRequests, type Place } from './claims/claim-requests.sql.js';
import type { Lane } from './lane.js';
import { ScoreRequests } from './score-requests.js';
import { Scorer, type ScoringRun } from './scorer.js';

/** After this time a tenant with a long backlog lets other tenants use its lane. The sweep continues with it at once. */
const SLICE_MS = 5000;
/** The wait for partitions that other workers hold. A chunk takes less than `most`; a worker that holds a partition for longer may be frozen. */
const BUSY_MS = { pause: 25, most: 3000 };

/** Requests that were scored together. */
interface Chunk {
  readonly requests: number;
  readonly scored: number;
  /** More requests wait than one chunk takes. */
  readonly isBacklog: boolean;
  readonly hasMore: boolean;
}

const NOTHING: Chunk = { requests: 0, scored: 0, isBacklog: false, hasMore: false };

/** The state of a loop that scores one chunk of a lane after the other: the limits of its next claim. */
interface ScoringLoop extends ClaimOptions {
  hasMore: boolean;
}

const newLoop = (lane: Lane): ScoringLoop => ({ ...FIRST_CLAIM, ...lane, hasMore: true });

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
  /** Lanes in which this process has completed a chunk. Before the first chunk of a lane it marks the requests, so a death can be traced to them. */
  private readonly survived = new Set<string>();
  /** The limits of the last claim in lanes with a backlog, so that no slice begins with small chunks. */
  private readonly lastLimits = new Map<string, ClaimLimits>();

  constructor(
    private readonly database: Database,
    private readonly scoring: ScoreRequests,
    private readonly scorer: Scorer,
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
    const started = performance.now();
    const helpers = new Set<Promise<void>>();
    let movedAt = started;
    try {
      while ((loop.hasMore || run.again) && performance.now() < run.until) {
        run.again = false;
        const chunk = await this.step(run, loop);
        if (chunk.requests > 0) movedAt = performance.now();
        else if (chunk.hasMore) await sleep(BUSY_MS.pause);
        loop.includesHeld ||= performance.now() - movedAt > BUSY_MS.most;
        if (chunk.isBacklog && !run.lane.backfill && helpers.size < this.slots.perTenant - 1) {
          // Its errors are mostly outages, and the first loop runs into these too.
          const helper: Promise<void> = this.help(run, loop)
            .catch(() => undefined)
            .finally(() => helpers.delete(helper));
          helpers.add(helper);
        }
      }
    } finally {
      await Promise.all(helpers);
    }
    this.scorer.reportRun(run, performance.now() - started);
    return loop.hasMore || run.again;
  }

  /** Runs another loop over other partitions while there is a backlog. */
  private async help(run: Run, { bytes, maxPartitions }: ScoringLoop): Promise<void> {
    const loop = { ...newLoop(run.lane), bytes, maxPartitions };
    while (loop.hasMore && performance.now() < run.until) if ((await this.step(run, loop)).requests === 0) return;
  }

  private async step(run: Run, loop: ScoringLoop): Promise<Chunk> {
    const { tenantId, lane } = run;
    const key = keyOf(tenantId, lane);
    const chunk = this.survived.has(key) ? await this.nextChunk(tenantId, loop) : await this.firstChunk(tenantId, loop);
    if (chunk.requests > 0) this.survived.add(key);
    run.requests += chunk.requests;
    run.scored += chunk.scored;
    loop.hasMore = chunk.hasMore;
    return chunk;
  }

  /** Scores the oldest requests, and records before that it begins with them. */
  private async firstChunk(tenantId: TenantId, loop: ScoringLoop): Promise<Chunk> {
    const begun = await this.database.transaction(tenantId, (db) => beginAlone(db, loop));
    const started = performance.now();
    const scored = await this.scoring.scoreNamed(tenantId, loop, begun.requests);
    return this.ended(loop, begun, { scored, ms: performance.now() - started });
  }

  /** Scores the oldest requests. If that fails, finds those that fail. */
  private async nextChunk(tenantId: TenantId, loop: ScoringLoop): Promise<Chunk> {
    let claimed: readonly Place[] = [];
    try {
      const chunk = await this.scoring.scoreChunk(tenantId, loop, async (db) => {
        const claim = await claimRequests(db, loop);
        claimed = claim.requests;
        return claim;
      });
      return this.ended(loop, chunk, chunk);
    } catch (error) {
      if (isOutage(error) || claimed.length === 0) throw error;
      const scored = await this.scoring.scoreNamed(tenantId, loop, claimed);
      return { requests: claimed.length, scored, isBacklog: false, hasMore: true };
    }
  }

  private ended(loop: ScoringLoop, claim: Claim, { scored, ms }: { readonly scored: number; readonly ms: number }): Chunk {
    const hasMore = claim.isCut || claim.othersWait;
    if (claim.requests.length === 0) return { ...NOTHING, hasMore };
    Object.assign(loop, claimAfter(loop, claim, { ms, isAlone: !this.slots.othersAreHere }));
    return { requests: claim.requests.length, scored, isBacklog: hasMore && loop.maxPartitions < PARTITIONS, hasMore };
  }
}

const keyOf = (tenantId: TenantId, { backfill }: Lane): string => `${tenantId} ${backfill}`;
