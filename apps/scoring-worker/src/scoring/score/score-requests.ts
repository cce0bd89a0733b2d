import { Injectable } from '@nestjs/common';
import { newIds, SECOND_MS, type TenantId } from '#libs/core';
import { Database, isOutage, isTooSlow, type TenantDb } from '#libs/database';
import { createCustomers, divide, namedIn, type ScoreRequest } from '#libs/ingestion';
import { CUSTOMERS_NOT_SCORED, currentOrigin, Log } from '#libs/observability';
import { JobPublisher } from '#libs/queues';
import { bisect } from '../../runner/bisect.js';
import { ChunkSlots } from './chunk-slots.js';
import { type ClaimedRequest, claimNamed, type Place, putBack } from './claims/claim-requests.sql.js';
import { foldRequests } from './fold-requests.js';
import type { Lane } from './lane.js';
import { restateConsent } from './restated-consent.sql.js';
import { Scorer } from './scorer.js';
import { ConcurrentChange, noteUnscored } from './write-scores.sql.js';

/** Deadline for several requests that are tried again. A single one has the time of any transaction. */
const PART_MS = 5 * SECOND_MS;

/** Requests that a transaction has claimed. */
export interface Claimed {
  readonly requests: readonly ClaimedRequest[];
  readonly hasAliases: boolean;
}

/** Scores claimed requests, a chunk in one transaction, and finds the customers that make a chunk fail. */
@Injectable()
export class ScoreRequests {
  constructor(
    private readonly database: Database,
    private readonly publisher: JobPublisher,
    private readonly scorer: Scorer,
    private readonly slots: ChunkSlots,
    private readonly log: Log,
  ) {}

  /**
   * Claims, folds and scores in one transaction: a request is deleted exactly when its result is stored.
   * @param options.createsFirst inserts the rows of new customers before it locks the others, so that no concurrent transaction can insert them first
   * @throws ConcurrentChange when another transaction has inserted a customer that this one took for new
   */
  async scoreChunk<Claim extends Claimed>(
    tenantId: TenantId,
    lane: Lane,
    claim: (db: TenantDb) => Promise<Claim>,
    { createsFirst = false, deadlineMs }: { readonly createsFirst?: boolean; readonly deadlineMs?: number | undefined } = {},
  ): Promise<Claim & { readonly scored: number; readonly ms: number }> {
    const chunk = await this.slots.use(tenantId, lane, () =>
      this.database.transaction(
        tenantId,
        async (db) => {
          const claimed = await claim(db);
          const started = performance.now();
          if (claimed.requests.length === 0) return { ...claimed, scored: 0, hasOutboxEvents: false, ms: 0 };
          const asked = await foldRequests(
            db,
            claimed.requests.map(({ request }) => request),
            claimed.hasAliases,
          );
          if (createsFirst) await createCustomers(db, [...asked.withEvents.values()]);
          const { scored, hasOutboxEvents } = await this.scorer.score(db, asked, lane.backfill ? 'backfill' : 'events');
          return { ...claimed, scored, hasOutboxEvents, ms: performance.now() - started };
        },
        deadlineMs,
      ),
    );
    if (chunk.hasOutboxEvents) this.publisher.wakeDelivery(tenantId, currentOrigin());
    this.scorer.observeDelays(
      chunk.requests.map(({ id }) => id),
      lane.backfill ? 'backfill' : 'fresh',
    );
    return chunk;
  }

  /** Scores these requests, skips those that another worker holds, and leaves out failing customers. @returns the number of scored customers */
  async scoreNamed(tenantId: TenantId, lane: Lane, places: readonly Place[]): Promise<number> {
    let scored = 0;
    const work = async (some: readonly Place[]): Promise<void> => {
      const options = { createsFirst: true, deadlineMs: some.length > 1 ? PART_MS : undefined };
      scored += (await this.scoreChunk(tenantId, lane, (db) => claimNamed(db, lane, some), options)).scored;
    };
    const leaveOut = (place: Place, error: unknown): Promise<void> => this.leaveOut(tenantId, lane, place, error);
    await bisect(places, work, async (place, error) => {
      const parts = await this.divide(tenantId, lane, place);
      if (parts.length === 1) await leaveOut(place, error);
      else await bisect(parts, work, leaveOut);
    });
    return scored;
  }

  /** Puts a request back as one for each of its customers, each to be tried alone. @returns them; none when another worker has the request */
  divide(tenantId: TenantId, lane: Lane, place: Place): Promise<readonly Place[]> {
    return this.database.transaction(tenantId, async (db) => {
      const [claimed] = (await claimNamed(db, lane, [place])).requests;
      if (claimed === undefined) return [];
      const parts = [...divide(claimed.request, (id) => id).values()];
      const ids = parts.length === 1 ? [place.id] : newIds(parts.length);
      const places = ids.map((id) => ({ id, partition: place.partition }));
      for (const [index, each] of places.entries()) await putBack(db, lane, each, parts[index]!);
      return places;
    });
  }

  /** Keeps the request until an operator puts it back with `admin scoring retry`. */
  async setAside(tenantId: TenantId, lane: Lane, place: Place, error: unknown): Promise<void> {
    const request = await this.database.transaction(tenantId, async (db) => {
      const [claimed] = (await claimNamed(db, lane, [place])).requests;
      if (claimed !== undefined) await putBack(db, lane, place, claimed.request, true);
      return claimed?.request;
    });
    this.report(tenantId, request, error);
  }

  /**
   * Stores only the orders and the activity of a customer whose score the database refuses; the next event and every nightly pass try again. If
   * these cannot be stored either, the request is set aside.
   */
  private async leaveOut(tenantId: TenantId, lane: Lane, place: Place, error: unknown): Promise<void> {
    // Another transaction has changed the customer. The request waits to be tried alone.
    if (error instanceof ConcurrentChange) return;
    try {
      const request = await this.database.transaction(tenantId, async (db) => {
        const { requests, hasAliases } = await claimNamed(db, lane, [place]);
        if (requests[0] === undefined) return undefined;
        const { request: left } = requests[0];
        await createCustomers(db, left.customers);
        const { ids, withEvents, restated } = await foldRequests(db, [left], hasAliases);
        await noteUnscored(db, ids, withEvents);
        await restateConsent(db, restated);
        return left;
      });
      this.report(tenantId, request, error);
    } catch (second) {
      // The request waits to be tried alone.
      if (isOutage(second) || isTooSlow(second)) throw second;
      await this.setAside(tenantId, lane, place, error);
    }
  }

  private report(tenantId: TenantId, request: ScoreRequest | undefined, error: unknown): void {
    const customerIds = request === undefined ? [] : namedIn(request);
    CUSTOMERS_NOT_SCORED.inc(customerIds.length);
    for (const customerId of customerIds) this.log.error('customer.not_scored', error, { tenantId, customerId });
  }
}
