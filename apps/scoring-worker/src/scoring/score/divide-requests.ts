import { Injectable } from '@nestjs/common';
import type { TenantId } from '#libs/core';
import { Database, isOutage, type TenantDb } from '#libs/database';
import { createCustomers, halved, namedIn, type ScoreRequest } from '#libs/ingestion';
import { CUSTOMERS_NOT_SCORED, Log } from '#libs/observability';
import { WIDEST } from './claims/claim-extent.js';
import { type ClaimedRequest, type ClaimOptions, claimRequests, putBack } from './claims/claim-requests.sql.js';
import { foldRequests } from './fold-requests.js';
import type { Lane } from './lane.js';
import { TRIES_OF_A_PART } from './claims/suspects.js';
import { restateConsent } from './restated-consent.sql.js';
import { noteUnscored } from './write-scores.sql.js';

/** A request that was claimed in vain, and the lease of the caller on it. */
type Failed = Pick<ClaimedRequest, 'id' | 'partition'> & Pick<ClaimOptions, 'begun'>;

/** Divides requests that cannot be scored, until the customer that is the reason stands alone. */
@Injectable()
export class DivideRequests {
  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Divides a request with which workers died, or sets it aside when it names a single customer. */
  async divideSuspect(tenantId: TenantId, { backfill }: Lane, { partition, begun }: Omit<Failed, 'id'>): Promise<void> {
    await this.database.transaction(tenantId, async (db) => {
      const [claim] = (await claimRequests(db, { ...WIDEST, backfill, limit: 1, partition, begun })).requests;
      if (claim === undefined) return;
      const halves = halved(claim.request);
      if (halves === null) await this.setAside(db, backfill, claim, new Error('the worker died with it again and again'));
      else await putBack(db, { backfill, partition }, halves, { tries: TRIES_OF_A_PART });
    });
  }

  /**
   * Divides a request that the database refuses, so that everybody else in it gets a score. Of a single customer only the orders and the activity
   * are stored: the next event and every nightly pass try the score again. What cannot be folded either is set aside. Nothing happens when
   * another worker has scored it meanwhile.
   */
  async divide(tenantId: TenantId, { backfill }: Lane, { id, partition, begun }: Failed, error: unknown): Promise<void> {
    const failed = { ...WIDEST, backfill, limit: 1, id, partition, begun };
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

  /** The request waits for a person: `admin scoring retry` puts it back. */
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
