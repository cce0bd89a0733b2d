import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, isOutage, type TenantDb } from '#libs/database';
import { createCustomers, halved, namedIn, type ScoreRequest } from '#libs/ingestion';
import { CUSTOMERS_NOT_SCORED, Log } from '#libs/observability';
import { FIRST_CLAIM } from './claims/claim-limits.js';
import { type ClaimedRequest, type ClaimOptions, claimRequests, putBack } from './claims/claim-requests.sql.js';
import { foldRequests } from './fold-requests.js';
import type { Lane } from './lane.js';
import { TRIES_OF_A_PART } from './claims/suspects.js';
import { restateConsent } from './restated-consent.sql.js';
import { noteUnscored } from './write-scores.sql.js';

/** A request that could not be scored, and the caller's lease on it. */
type Failed = Pick<ClaimedRequest, 'id' | 'partition'> & Pick<ClaimOptions, 'begun'>;

/** Splits a failing request in half until only the customer that causes the failure is left. */
@Injectable()
export class DivideRequests {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Divides a request that killed workers. A request that names a single customer is set aside. */
  async divideSuspect(tenantId: TenantId, { backfill }: Lane, { partition, begun }: Omit<Failed, 'id'>): Promise<void> {
    await this.database.transaction(tenantId, async (db) => {
      const [claim] = (await claimRequests(db, { ...FIRST_CLAIM, backfill, limit: 1, partition, begun })).requests;
      if (claim === undefined) return;
      const halves = halved(claim.request);
      if (halves === null) await this.setAside(db, backfill, claim, new Error('the worker died with it again and again'));
      else await putBack(db, { backfill, partition }, halves, { tries: TRIES_OF_A_PART });
    });
  }

  /**
   * Divides a request that the database refuses, so that the other customers in it get a score. For a single customer it stores only the orders and
   * the activity; the next event and every nightly pass retry the score. If these cannot be stored either, the request is set aside. Does nothing
   * when another worker has scored the request in the meantime.
   */
  async divide(tenantId: TenantId, { backfill }: Lane, { id, partition, begun }: Failed, error: unknown): Promise<void> {
    const failed = { ...FIRST_CLAIM, backfill, limit: 1, id, partition, begun };
    try {
      await this.database.transaction(tenantId, async (db) => {
        const {
          requests: [claim],
          hasAliases,
        } = await claimRequests(db, failed);
        if (claim === undefined) return;
        const halves = halved(claim.request);
        if (halves !== null) return putBack(db, { backfill, partition: claim.partition }, halves);
        await createCustomers(db, claim.request.customers);
        const { ids, withEvents, restated } = await foldRequests(db, [claim.request], hasAliases);
        await noteUnscored(db, ids, withEvents);
        await restateConsent(db, restated);
        this.notScored(tenantId, claim.request, error);
      });
    } catch (second) {
      if (isOutage(second)) throw second;
      await this.database.transaction(tenantId, async (db) => {
        const [claim] = (await claimRequests(db, failed)).requests;
        if (claim !== undefined) await this.setAside(db, backfill, claim, error);
      });
    }
  }

  /** Keeps the request until an operator puts it back with `admin scoring retry`. */
  private async setAside(db: TenantDb, backfill: boolean, { partition, request }: ClaimedRequest, error: unknown): Promise<void> {
    await putBack(db, { backfill, partition }, [request], { setAside: true });
    this.notScored(db.tenantId, request, error);
  }

  private notScored(tenantId: TenantId, request: ScoreRequest, error: unknown): void {
    const customerIds = namedIn(request);
    CUSTOMERS_NOT_SCORED.inc(customerIds.length);
    for (const customerId of customerIds) this.log.error('customer.not_scored', error, { tenantId, customerId });
  }
}
