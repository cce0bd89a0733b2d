import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import {
  type DueConnection,
  findDueConnections,
  findDueOf,
  type LeasedConnection,
  LeaseLostError,
  putOff,
  readLeased,
} from './due-connections.sql.js';
import type { Lease, Worked } from '../runner/leases.js';
import { EndAccess } from './end-access.js';
import { nextSyncStep } from './next-sync-step.js';
import { SyncSteps } from './sync-steps.js';

/** A slice ends after this, so that other connections progress too. The sweep comes back to the connection. */
const SLICE_MS = 20_000;

/** Finds the connections with due steps, and does those of one connection. Each step is its own transaction. */
@Injectable()
export class SyncConnection {
  constructor(
    private readonly database: Database,
    private readonly syncSteps: SyncSteps,
    private readonly endAccess: EndAccess,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  findDue(): Promise<DueConnection[]> {
    return findDueConnections(this.database, this.clock.now());
  }

  findDueOf(tenantId: TenantId): Promise<DueConnection[]> {
    return this.database.transaction(tenantId, (db) => findDueOf(db, this.clock.now()));
  }

  /** Works until nothing is due, the platform wants a pause, the slice is used up, or the worker stops. */
  async sync(lease: Lease): Promise<Worked> {
    try {
      return await this.work(lease);
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
      this.log.warn('storefront.lease_lost', { tenantId: lease.tenantId, connectionId: lease.subject });
      return false;
    }
  }

  private async work(lease: Lease): Promise<Worked> {
    const { tenantId } = lease;
    const until = performance.now() + SLICE_MS;
    // Renews the token once. A new token that is refused too will not work later either.
    let mayRefresh = true;
    for (;;) {
      const connection = await this.database.transaction(tenantId, (db) => readLeased(db, lease));
      const now = this.clock.now();
      // Another worker may have done the work in the meantime.
      if (connection.sync_due_at > now || lease.signal.aborted || performance.now() > until) return false;
      const step = nextSyncStep(connection, now);
      if (step.kind === 'rest') return this.putOff(connection, step.until);
      const outcome = await this.syncSteps.attempt(tenantId, connection, step);
      switch (outcome.kind) {
        case 'on':
          if (outcome.pauseMs > 0) await sleep(outcome.pauseMs);
          break;
        case 'later':
          this.log.warn('storefront.put_off', { tenantId, step: step.kind, why: outcome.why });
          return this.comeBack(connection, outcome.afterMs);
        case 'unauthorized': {
          if (step.kind === 'refresh' || !mayRefresh) return this.end(connection);
          mayRefresh = false;
          const renewed = await this.syncSteps.attempt(tenantId, connection, { kind: 'refresh' });
          if (renewed.kind === 'unauthorized') return this.end(connection);
          if (renewed.kind === 'later') return this.comeBack(connection, renewed.afterMs);
        }
      }
    }
  }

  private async end(connection: LeasedConnection): Promise<Worked> {
    await this.endAccess.end(connection.lease.tenantId, connection);
    return false;
  }

  private async putOff(connection: LeasedConnection, dueAt: Date): Promise<Worked> {
    await this.database.transaction(connection.lease.tenantId, (db) => putOff(db, connection, dueAt));
    return false;
  }

  /** @param afterMs the pause that the platform asks for; null when the request failed without one. */
  private async comeBack(connection: LeasedConnection, afterMs: number | null): Promise<Worked> {
    return afterMs === null ? 'failed' : this.putOff(connection, new Date(this.clock.now().getTime() + afterMs));
  }
}
