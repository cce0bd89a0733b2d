import { Injectable } from '@nestjs/common';
import { Clock, notFound } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit, SecretBox } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { Log } from '#libs/observability';
import { endConnection, readTokens } from '#libs/storefront';
import { lockForOwner } from '../http/access/lock-for-role.js';
import { findLiveConnection } from './connections.sql.js';
import { PlatformAccess } from './platform-access.js';

/** The data needed to tell a platform that the connection has ended. */
interface Ended {
  readonly platform: string;
  readonly shop: string;
  readonly accessToken: string | null;
}

/** Ends the connection of a tenant. The data about its customers stays. */
@Injectable()
export class DisconnectStorefront {
  constructor(
    private readonly database: Database,
    private readonly access: PlatformAccess,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * On our side the connection ends at once. We ask the platform to delete its side, subscriptions included. When it cannot be reached, we
   * refuse its webhooks until it stops sending them.
   * @throws AppError `not_found` when the tenant has no connection.
   */
  async end(caller: AccountCaller, origin: AuditOrigin): Promise<void> {
    const now = this.clock.now();
    const { tenantId } = caller;
    const ended = await this.database.transaction(tenantId, async (db): Promise<Ended> => {
      await lockForOwner(db, caller, now);
      const live = await findLiveConnection(db);
      if (live === null) throw notFound('storefront connection');
      const tokens = await readTokens(db, this.box, live.id).catch(() => null);
      const connection = await endConnection(db, live.id, { now, reportedAt: null });
      if (connection === null) throw notFound('storefront connection');
      await recordAudit(db, { action: 'storefront.disconnected', ...origin, details: { ...connection } }, now);
      return { ...connection, accessToken: tokens?.accessToken ?? null };
    });
    const revoked = ended.accessToken !== null && (await this.access.revoke(tenantId, ended, ended.accessToken));
    this.log.info('storefront.disconnected', { tenantId, platform: ended.platform, revoked });
  }
}
