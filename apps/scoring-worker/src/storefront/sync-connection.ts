import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { handBack, type LeasedConnection, LeaseLostError, readLeased } from './due-connections.sql.js';
import { EndAccess } from './end-access.js';
import { backoffMs, nextSyncStep } from './next-sync-step.js';
import { SyncSteps } from './sync-steps.js';

/** A slice ends after this, so that other connections progress too. The sweep comes back to the connection. */
const SLICE_MS = 20_000;

/** Does the due steps of one connection. Each step is its own transaction. */
@Injectable()
export class SyncConnection {
  constructor(
    private readonly database: Database,
    private readonly syncSteps: SyncSteps,
    private readonly endAccess: EndAccess,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Works until nothing is due, the platform wants a pause, the slice is used up, or `isStopping`. Always ends the lease. */
  async sync(tenantId: TenantId, leased: LeasedConnection, isStopping: () => boolean): Promise<void> {
    try {
      await this.work(tenantId, leased, isStopping);
    } catch (error) {
      if (error instanceof LeaseLostError) {
        this.log.warn('storefront.lease_lost', { tenantId, connectionId: leased.id });
        return;
      }
      await this.putOff(tenantId, leased, null).catch(() => undefined);
      throw error;
    }
  }

  private async work(tenantId: TenantId, leased: LeasedConnection, isStopping: () => boolean): Promise<void> {
    const until = performance.now() + SLICE_MS;
    // Renews the token once. A new token that is refused too will not work later either.
    let mayRefresh = true;
    for (;;) {
      const connection = await this.database.transaction(tenantId, (db) => readLeased(db, leased));
      const now = this.clock.now();
      const step = nextSyncStep(connection, now);
      const isOver = isStopping() || performance.now() > until;
      if (step.kind === 'rest' || isOver) return this.handBack(tenantId, leased, step.kind === 'rest' ? step.until : now, 0);
      const outcome = await this.syncSteps.attempt(tenantId, connection, step);
      switch (outcome.kind) {
        case 'on':
          if (outcome.pauseMs > 0) await sleep(outcome.pauseMs);
          break;
        case 'later':
          this.log.warn('storefront.put_off', { tenantId, step: step.kind, why: outcome.why });
          return this.putOff(tenantId, leased, outcome.afterMs);
        case 'unauthorized': {
          if (step.kind === 'refresh' || !mayRefresh) return this.endAccess.end(tenantId, connection);
          mayRefresh = false;
          const renewed = await this.syncSteps.attempt(tenantId, connection, { kind: 'refresh' });
          if (renewed.kind === 'unauthorized') return this.endAccess.end(tenantId, connection);
          if (renewed.kind === 'later') return this.putOff(tenantId, leased, renewed.afterMs);
        }
      }
    }
  }

  private handBack(tenantId: TenantId, leased: LeasedConnection, dueAt: Date, failures: number): Promise<void> {
    return this.database.transaction(tenantId, (db) => handBack(db, leased, dueAt, failures));
  }

  /** @param afterMs the pause that the platform asks for; null when the request failed without one. */
  private putOff(tenantId: TenantId, leased: LeasedConnection, afterMs: number | null): Promise<void> {
    const failures = afterMs === null ? leased.sync_failures : leased.sync_failures - 1;
    return this.handBack(tenantId, leased, new Date(this.clock.now().getTime() + (afterMs ?? backoffMs(failures))), failures);
  }
}
