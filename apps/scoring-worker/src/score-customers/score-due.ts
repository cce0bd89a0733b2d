import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database, findDueScoreRequests } from '#libs/database';
import { Log } from '#libs/observability';
import { claimRequests, clearRequests } from './claim-requests.sql.js';
import { scoreCustomers } from './score-customers.js';

/** Which requests: those of fresh events, or those of imported history. */
export interface Lane {
  readonly backfill: boolean;
}

/** Requests in one transaction: large enough to share its cost, small enough to hold its locks for well below a second. */
const CHUNK = 500;
/** After this a tenant with a long backlog lets others have a turn; the sweep comes back to it. */
const SLICE_MS = 5000;

/** Works off the score requests of one tenant. Called by Bull's jobs and by the sweep; where they meet, one call does it for both. */
@Injectable()
export class ScoreDue {
  private readonly running = new Map<string, { again: boolean }>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Tenants with requests in the lane. */
  async tenantsWith({ backfill }: Lane): Promise<TenantId[]> {
    const due = await findDueScoreRequests(this.database);
    return due.filter((found) => found.backfill === backfill).map(({ tenantId }) => tenantId);
  }

  /** Scores until nothing is due or the slice is used up. Requests that arrive while this runs are seen by it. */
  async run(tenantId: TenantId, lane: Lane): Promise<void> {
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
    let requests = 0;
    let scored = 0;
    for (;;) {
      state.again = false;
      const chunk = await this.scoreChunk(tenantId, lane);
      requests += chunk.requests;
      scored += chunk.scored;
      const isLast = chunk.requests < CHUNK && !state.again;
      if (isLast || performance.now() - started > SLICE_MS) break;
    }
    if (requests > 0) {
      this.log.info('customers.scored', {
        tenantId,
        backfill: lane.backfill,
        requests,
        scored,
        ms: Math.round(performance.now() - started),
      });
    }
  }

  /** One transaction: claim, score, clear. */
  private scoreChunk(tenantId: TenantId, { backfill }: Lane): Promise<{ requests: number; scored: number }> {
    return this.database.transaction(tenantId, async (db) => {
      const requests = await claimRequests(db, backfill, CHUNK);
      if (requests.length === 0) return { requests: 0, scored: 0 };
      const ids = [...new Set(requests.map((request) => request.customer_id))];
      const scored = await scoreCustomers(db, ids, {
        occasion: backfill ? 'backfill' : 'events',
        readNow: () => this.clock.now(),
        onUnscorable: (customerId, error) => this.log.error('customer.not_scored', error, { tenantId, customerId }),
      });
      await clearRequests(db, backfill, requests);
      return { requests: requests.length, scored };
    });
  }
}
