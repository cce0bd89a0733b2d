import { Injectable } from '@nestjs/common';
import { Clock, notFound } from '#libs/core';
import { Database } from '#libs/database';
import { type AuditOrigin, recordAudit } from '#libs/tenants';
import type { AccountCaller } from '#libs/guards';
import { Log } from '#libs/observability';
import { endConnection } from '#libs/storefront';
import { lockForOwner } from '../http/access/lock-for-role.js';
import { findLiveConnection } from './connections.sql.js';
import { PlatformAccess } from './platform-access.js';
import { ReadShopCredentials, type ShopCredentials } from './shop-credentials.js';

/** The data needed to tell a platform that the connection has ended. */
interface Ended {
  readonly platform: string;
  /** Null when the platform cannot be told. */
  readonly credentials: ShopCredentials | null;
}

/** Ends the connection of a tenant. The data about its customers stays. */
@Injectable()
export class DisconnectStorefront {
  constructor(
    private readonly database: Database,
    private readonly access: PlatformAccess,
    private readonly shopCredentials: ReadShopCredentials,
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
      const credentials = await this.shopCredentials.read(db, live.id);
      const connection = await endConnection(db, live.id, { now, reportedAt: null });
      if (connection === null) throw notFound('storefront connection');
      await recordAudit(db, { action: 'storefront.disconnected', ...origin, details: { ...connection } }, now);
      return { platform: connection.platform, credentials };
    });
    const { credentials, platform } = ended;
    const revoked = credentials !== null && (await this.access.revoke(tenantId, credentials.at, credentials.accessToken));
    this.log.info('storefront.disconnected', { tenantId, platform, revoked });
  }
}
