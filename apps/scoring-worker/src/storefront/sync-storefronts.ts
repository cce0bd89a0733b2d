import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SECOND_MS } from '#libs/core';
import { Log } from '#libs/observability';
import type { TenantJob } from '#libs/queues';
import { PlatformHttp } from '#libs/storefront';
import { Leases } from '../runner/leases.js';
import type { QueuedStage } from '../runner/stage.js';
import type { DueConnection } from './due-connections.sql.js';
import { SyncConnection } from './sync-connection.js';

/** Connections that one process works on at the same time. They nearly always wait for a platform. */
const AT_ONCE = 20;
/** Grace period for requests in flight at shutdown. After it they are aborted. */
const GRACE_MS = 5 * SECOND_MS;

/** Works on each due connection independently, so that a slow platform delays no other. */
@Injectable()
export class SyncStorefronts implements QueuedStage<DueConnection, TenantJob> {
  private readonly running = new Map<string, Promise<unknown>>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly syncConnection: SyncConnection,
    private readonly http: PlatformHttp,
    private readonly log: Log,
    private readonly leases: Leases,
  ) {}

  readonly onJob = async ({ tenantId }: TenantJob): Promise<void> => {
    for (const due of await this.syncConnection.findDueOf(tenantId)) this.start(due);
  };

  findDue(): Promise<DueConnection[]> {
    return this.syncConnection.findDue();
  }

  /** Starts to work on the connection. Does not wait: a platform may take minutes. */
  async work(due: DueConnection): Promise<boolean> {
    this.start(due);
    return false;
  }

  /** Gives requests in flight a grace period, then aborts them. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the worker stops'));
    const ended = Promise.all(this.running.values());
    const grace = new AbortController();
    await Promise.race([ended, sleep(GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined)]);
    grace.abort();
    this.http.close();
    await ended;
  }

  private start({ tenantId, id }: DueConnection): void {
    if (this.stopping.signal.aborted || this.running.has(id) || this.running.size >= AT_ONCE) return;
    const work = this.leases
      .run({ tenantId, kind: 'storefront', subject: id }, (lease) => this.syncConnection.sync(lease), this.stopping.signal)
      .catch((error: unknown) => this.log.error('storefront.sync_failed', error, { tenantId, connectionId: id }))
      .finally(() => this.running.delete(id));
    this.running.set(id, work);
  }
}
