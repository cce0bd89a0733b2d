import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS, type TenantId } from '#libs/core';
import { Database } from '#libs/database';
import { Log } from '#libs/observability';
import { PlatformHttp } from '#libs/storefront';
import { type DueConnection, findDueConnections, findDueOf, takeConnection } from './due-connections.sql.js';
import { SyncConnection } from './sync-connection.js';

/** Connections that one process works on at once. They wait for platforms nearly all of the time. */
const AT_ONCE = 20;
/** What is being asked at the end of a process may take so much longer; then it is given up. */
const GRACE_MS = 5 * SECOND_MS;

/** Finds connections with something to do and works on each by itself, so that a slow platform holds up no other. */
@Injectable()
export class SyncStorefronts {
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly syncConnection: SyncConnection,
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async startFor(tenantId: TenantId): Promise<void> {
    const ids = await this.database.transaction(tenantId, (db) => findDueOf(db, this.clock.now()));
    for (const id of ids) this.start({ tenantId, id });
  }

  async startDue(): Promise<void> {
    for (const due of await findDueConnections(this.database, this.clock.now())) this.start(due);
  }

  /** Resolves when nothing is being worked on any more. */
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
    const leased = await this.database.transaction(tenantId, (db) => takeConnection(db, id, this.clock.now()));
    if (leased !== null) await this.syncConnection.sync(tenantId, leased, () => this.isStopping);
  }
}
