import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import type { TenantJob } from '#libs/queues';
import { PlatformHttp } from '#libs/storefront';
import type { QueuedStage } from '../runner/stage.js';
import { type DueConnection, findDueConnections, findDueOf, takeConnection } from './due-connections.sql.js';
import { backoffMs } from './next-sync-step.js';
import { SyncConnection } from './sync-connection.js';

/** Connections that one process works on at the same time. They nearly always wait for a platform. */
const AT_ONCE = 20;
/** Grace period for requests in flight at shutdown. After it they are aborted. */
const GRACE_MS = 5 * SECOND_MS;

/** Works on each due connection independently, so that a slow platform delays no other. */
@Injectable()
export class SyncStorefronts implements QueuedStage<DueConnection, TenantJob> {
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly syncConnection: SyncConnection,
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  readonly onJob = async ({ tenantId }: TenantJob): Promise<void> => {
    const ids = await this.database.transaction(tenantId, (db) => findDueOf(db, this.clock.now()));
    for (const id of ids) this.start({ tenantId, id });
  };

  findDue(): Promise<DueConnection[]> {
    return findDueConnections(this.database, this.clock.now());
  }

  /** Starts to work on the connection. Does not wait: a platform may take minutes. */
  async work(due: DueConnection): Promise<boolean> {
    this.start(due);
    return false;
  }

  /** Gives requests in flight a grace period, then aborts them. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const ended = Promise.all(this.running.values());
    const grace = new AbortController();
    await Promise.race([ended, sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    this.http.close();
    await ended;
  }

  private start({ tenantId, id }: DueConnection): void {
    if (this.isStopping || this.running.has(id) || this.running.size >= AT_ONCE) return;
    const work = this.sync(tenantId, id)
      .catch((error: unknown) => this.log.error('storefront.sync_failed', error, { tenantId, connectionId: id }))
      .finally(() => this.running.delete(id));
    this.running.set(id, work);
  }

  private async sync(tenantId: TenantId, id: string): Promise<void> {
    const leased = await this.database.transaction(tenantId, (db) => takeConnection(db, id, this.clock.now(), backoffMs));
    if (leased !== null) await this.syncConnection.sync(tenantId, leased, () => this.isStopping);
  }
}
